// The line to the umpire: opens, says hello, and opens again when it breaks, catching up from the last step.

import type { ClientMsg, ServerMsg } from "./messages";

export interface Line {
  send(message: ClientMsg): boolean;
  close(): void;
}

export interface Handlers {
  /** What the server says. */
  message(message: ServerMsg): void;
  /** Whether the line stands; when not, in how many seconds it is tried again. */
  line(open: boolean, retry: number): void;
  /** The last step known, for the hello after a break. */
  since(): number | undefined;
}

const SLOWEST = 15;

/** Whether long messages can be taken compressed. */
const packs = typeof DecompressionStream === "function";

/** The text of a compressed message. */
function unpacked(data: ArrayBuffer): Promise<string> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

export function openLine(battle: string, tokens: string[], handlers: Handlers): Line {
  let socket: WebSocket | null = null;
  let closed = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let heard = 0;

  function open() {
    if (closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const now = new WebSocket(
      `${scheme}://${location.host}/api/battles/${encodeURIComponent(battle)}/socket${packs ? "?packed=true" : ""}`,
    );
    now.binaryType = "arraybuffer";
    socket = now;
    // What is still being unpacked: what comes after it waits, so that all is heard in its order.
    let waiting = 0;
    let last: Promise<unknown> = Promise.resolve();
    now.onopen = () => {
      heard = Date.now();
      const since = handlers.since();
      const hello: ClientMsg = { type: "hello", tokens };
      if (since !== undefined) hello.since = since;
      now.send(JSON.stringify(hello));
    };
    const hear = (text: string) => {
      if (socket !== now) return;
      const message = JSON.parse(text) as ServerMsg;
      if (message.type === "welcome") {
        tries = 0;
        handlers.line(true, 0);
      }
      if (message.type === "error" && ["forbidden", "not_found", "broken"].includes(message.code))
        closed = true;
      handlers.message(message);
    };
    now.onmessage = ({ data }) => {
      heard = Date.now();
      if (waiting === 0 && typeof data === "string") return hear(data);
      waiting++;
      const text = typeof data === "string" ? data : unpacked(data as ArrayBuffer);
      last = Promise.all([text, last])
        .then(([t]) => hear(t))
        .catch(() => now.close())
        .finally(() => waiting--);
    };
    now.onclose = () => {
      if (socket !== now) return;
      socket = null;
      if (closed) return;
      const wait = Math.min(SLOWEST, 0.5 * 2 ** tries++);
      handlers.line(false, Math.ceil(wait));
      timer = setTimeout(open, wait * 1000);
    };
  }

  pulse = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 45_000) socket.close();
    else socket.send(JSON.stringify({ type: "ping" }));
  }, 20_000);
  const back = () => {
    if (socket || closed) return;
    clearTimeout(timer);
    tries = 0;
    open();
  };
  addEventListener("online", back);
  open();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pulse);
      removeEventListener("online", back);
      socket?.close();
    },
  };
}
