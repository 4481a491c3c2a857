// What a player's hands do at the table, for the tests that play.

import { inflateRawSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";

export const URL = () => process.env.TESTUDO_URL ?? "";

export interface Piece {
  id: number;
  side: "red" | "blue";
  may: boolean;
  /** Ringed with gold: something in hand can be aimed at it. */
  target: boolean;
  selected: boolean;
  x: number;
  y: number;
}

/** No motion: the tests need not wait for what is only shown. */
export async function hurry(page: Page) {
  await page.addInitScript(() => localStorage.setItem("testudo.speed", "0"));
}

/** Lays a battle from the home page. */
export async function lay(page: Page, opponent: string, seed: number, own = false) {
  await page.goto(URL());
  await expect(page.getByRole("button", { name: "To the table" })).toBeEnabled();
  await page.getByRole("radio", { name: new RegExp(opponent) }).click();
  if (own) await page.getByRole("button", { name: "Battle before" }).click();
  // The dice of a battle with a friend far away are nobody's to choose.
  const field = page.getByLabel("Seed of the dice");
  if (await field.isVisible()) await field.fill(String(seed));
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(page.locator("main[data-seq]").or(page.getByRole("dialog"))).toBeVisible();
}

/** Lays a scenario of a book from the home page, with house rules by their labels. */
export async function layScenario(
  page: Page,
  book: RegExp,
  scenario: RegExp,
  opponent: RegExp,
  seed: number,
  house: Record<string, string> = {},
) {
  await page.goto(URL());
  await page.getByRole("button", { name: book }).click();
  const title = page.getByRole("heading", { name: scenario, level: 2 });
  for (let i = 0; i < 12 && !(await title.isVisible()); i++) {
    await page.getByRole("button", { name: "Next battle" }).click();
    await page.waitForTimeout(150);
  }
  await expect(title).toBeVisible();
  await page.getByRole("radio", { name: opponent }).click();
  if (Object.keys(house).length) await page.getByText("House rules").click();
  for (const [label, value] of Object.entries(house))
    await page.getByLabel(label, { exact: false }).first().fill(value);
  await page.getByLabel("Seed of the dice").fill(String(seed));
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(page.locator("main[data-seq]")).toBeVisible();
}

/** The pixels of an inch of the table as it is in view. */
export async function inch(page: Page): Promise<number> {
  const drawn = await page.locator("svg.board > g > g").first().getAttribute("transform");
  return Number(/scale\(([\d.]+)\)/.exec(drawn ?? "")?.[1]) * 25.4;
}

const far = (a: Piece, b: Piece) => Math.hypot(a.x - b.x, a.y - b.y);

/** The nearest of the other side. */
export function foeOf(piece: Piece, all: Piece[]): Piece | undefined {
  return all.filter((q) => q.side !== piece.side).sort((a, b) => far(piece, a) - far(piece, b))[0];
}

/** Sends every unit that may still move at the enemy: at one ringed with gold, else toward the nearest. */
export async function advance(page: Page, inches: number, most = 8): Promise<number> {
  const pixels = inches * (await inch(page));
  const near = 3 * (await inch(page));
  const give = page.getByRole("button", { name: "Give the order" });
  const discard = page.getByRole("button", { name: "Discard" });
  const refused = decision(page).getByRole("status", { name: "Why not" });
  const tried = new Set<number>();
  let given = 0;
  for (let i = 0; i < most; i++) {
    const all = await pieces(page);
    const mover = all
      .filter((p) => p.may && !tried.has(p.id) && foeOf(p, all))
      .sort((a, b) => far(a, foeOf(a, all)!) - far(b, foeOf(b, all)!))[0];
    if (!mover) break;
    tried.add(mover.id);
    await page.mouse.click(mover.x, mover.y);
    await page.waitForTimeout(120);
    const prey = (await pieces(page)).find((p) => p.target);
    const was = await seq(page);
    const foe = foeOf(mover, all)!;
    const gap = far(mover, foe);
    const ways = prey ? [1] : [Math.min(pixels, gap - near) / gap, Math.min(pixels, gap - near) / gap / 2];
    for (const share of ways) {
      if (share * gap < 6) continue;
      const to = prey ?? { x: mover.x + (foe.x - mover.x) * share, y: mover.y + (foe.y - mover.y) * share };
      if (prey) await page.mouse.click(to.x, to.y);
      else await drag(page, mover, to);
      if (!(await give.isVisible())) continue;
      // The umpire's last word on it; a drag that came to nothing is neither allowed nor refused.
      await page.waitForTimeout(250);
      for (let n = 0; n < 30 && !(await give.isEnabled()) && !(await refused.isVisible()); n++)
        await page.waitForTimeout(80);
      if (await give.isEnabled()) {
        await give.click();
        await expect(
          refused.or(page.locator(`main[data-seq]:not([data-seq="${was}"])`)).first(),
        ).toBeVisible();
        if ((await seq(page)) !== was) {
          given++;
          break;
        }
      }
      if (await discard.isVisible()) await discard.click();
    }
    if (!(await page.getByRole("button", { name: "End moves" }).isVisible())) return given;
  }
  return given;
}

export const decision = (page: Page) => page.getByRole("region", { name: "Decision" });

export async function seq(page: Page): Promise<number> {
  return Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
}

/** Every unit on the table and where its middle is on the screen. */
export function pieces(page: Page): Promise<Piece[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-unit]")].map((g) => {
      const box = g.querySelector(".ring")!.getBoundingClientRect();
      return {
        id: Number(g.getAttribute("data-unit")),
        side: g.classList.contains("red") ? ("red" as const) : ("blue" as const),
        may: g.classList.contains("may"),
        target: g.classList.contains("target"),
        selected: g.classList.contains("sel"),
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      };
    }),
  );
}

export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 5; i++)
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 5, from.y + ((to.y - from.y) * i) / 5);
  await page.mouse.up();
}

/** Waits for the umpire's answer to a plan: may it be given? */
export async function judged(page: Page): Promise<boolean> {
  const give = page.getByRole("button", { name: "Give the order" });
  const no = decision(page).getByRole("status", { name: "Why not" });
  await page.waitForTimeout(80);
  await expect(give.and(page.locator(":enabled")).or(no)).toBeVisible();
  return give.isEnabled();
}

/** Takes what is asked, whatever it is, in the plainest way. */
export async function takeOption(page: Page) {
  const options = decision(page).locator("ol li > button, .row .btn");
  const facing = decision(page).getByRole("button", { name: /Face this way/ });
  if (await facing.isVisible()) await facing.click();
  else if ((await options.count()) > 0) await options.first().click();
  else await decision(page).locator(".btn.pri").click();
}

/** Takes whatever is asked until the first movement. */
export async function toMoves(page: Page, keys = false) {
  const end = page.getByRole("button", { name: "End moves" });
  for (let i = 0; i < 12 && !(await end.isVisible()); i++) {
    await expect(decision(page).locator("footer .btn.pri, ol li > button").first()).toBeVisible({
      timeout: 60_000,
    });
    if (await end.isVisible()) break;
    const was = await seq(page);
    if (keys) await page.keyboard.press("1");
    else await takeOption(page);
    await expect.poll(() => seq(page)).toBeGreaterThan(was);
  }
  await expect(end).toBeVisible();
}

/** What a frame of the line says; long ones come compressed. */
export function said(payload: string | Buffer): string {
  return typeof payload === "string" ? payload : inflateRawSync(payload).toString();
}
