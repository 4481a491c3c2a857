// Starts the server binary that TESTUDO_BIN names, with a store of its own, for all tests that need one.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export default async function setup() {
  const binary = process.env.TESTUDO_BIN;
  if (!binary)
    throw new Error("TESTUDO_BIN names no server: run `cargo xtask test`, or build testudo and name it");
  const folder = mkdtempSync(join(tmpdir(), "testudo-web-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server: ChildProcess = spawn(
    binary,
    ["serve", "--bind", `127.0.0.1:${port}`, "--store", `sqlite://${join(folder, "battles.db")}`],
    { stdio: ["ignore", "inherit", "inherit"], env: { RUST_LOG: "warn", ...process.env, HOME: folder } },
  );
  let ended = false;
  server.on("exit", () => (ended = true));
  for (let i = 0; ; i++) {
    const up = await fetch(`${url}/api/books`, { signal: AbortSignal.timeout(5_000) }).then(
      (r) => r.ok,
      () => false,
    );
    if (up) break;
    if (ended || i > 200) throw new Error(`the server at ${url} did not start`);
    await new Promise((r) => setTimeout(r, 100));
  }
  process.env.TESTUDO_URL = url;
  return () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}
