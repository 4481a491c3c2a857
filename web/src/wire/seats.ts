// Seats: claiming one, taking it to another device, handing it on, giving it up.

import { bearer, call } from "./http";
import { keep, pending } from "./keys";
import type { ClaimedSeat, CodeKind, SeatCode } from "./messages";
import type { Side } from "./types";

const LETTERS = "abcdefghjkmnpqrstvwxyz0123456789";

/** A token of this browser's own making: 160 bits. */
function newToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => LETTERS[b & 31]).join("");
}

/** Exchanges an invitation or a code for a seat, which this browser then holds. */
export async function claim(code: string): Promise<ClaimedSeat> {
  // The token is kept before it is sent: if the answer is lost, asking again gives the same seat.
  const token = pending(code, newToken);
  const seat = await call<ClaimedSeat>("/api/seats", { code, token });
  keep(seat.id, [token]);
  return seat;
}

const path = (id: string) => `/api/battles/${encodeURIComponent(id)}`;

export const newCode = (id: string, tokens: string[], kind: CodeKind, role: Side) =>
  call<SeatCode>(`${path(id)}/codes`, { kind, role }, bearer(tokens));

export const giveUp = (id: string, tokens: string[], role: Side) =>
  call<null>(`${path(id)}/seats/${role}`, undefined, bearer(tokens), "DELETE");

export const deleteBattle = (id: string, tokens: string[]) =>
  call<null>(path(id), undefined, bearer(tokens), "DELETE");

/** The saved battle, as a file to keep. */
export async function download(id: string, tokens: string[], name: string) {
  const answer = await fetch(`${path(id)}/file`, { headers: bearer(tokens) });
  if (!answer.ok) throw new Error(((await answer.json()) as { error?: string }).error ?? answer.statusText);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${name}.testudo`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
