// How long a hand needs for a bound, and how much a step weighs on the wire.

import { expect, type Page, test } from "@playwright/test";
import { answer, due, result } from "./stranger";
import { decision, hurry, layScenario, type Piece, pieces, said, seq } from "./table";

/** How long a person takes for a gesture, in milliseconds. */
const HAND = { click: 450, twice: 600, drag: 1100, key: 300 };

const gesture = async (page: Page, kind: keyof typeof HAND, what: () => Promise<void>) => {
  const start = performance.now();
  await what();
  const left = HAND[kind] - (performance.now() - start);
  if (left > 0) await page.waitForTimeout(left);
};

const ending = (page: Page) => page.getByRole("button", { name: /End moves|End all the same/ });
const give = (page: Page) => decision(page).getByRole("button", { name: /^Give / });

/** Moves every line that can be paid for, then ends the bound; how many elements moved. */
async function bound(page: Page): Promise<number> {
  const before = await pieces(page);
  const tried = new Set<number>();
  for (let i = 0; i < 6 && (await ending(page).isVisible()); i++) {
    const ready = (await pieces(page)).filter((p) => p.may && !tried.has(p.id));
    const first = ready[Math.floor(ready.length / 2)];
    if (!first) break;
    await gesture(page, "twice", () => page.mouse.dblclick(first.x, first.y));
    await gesture(page, "drag", async () => {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (let n = 1; n <= 4; n++) await page.mouse.move(first.x, first.y - 12 * n);
      await page.mouse.up();
    });
    for (const p of await pieces(page)) if (p.selected) tried.add(p.id);
    tried.add(first.id);
    const was = await seq(page);
    if (
      await give(page)
        .isEnabled()
        .catch(() => false)
    ) {
      await gesture(page, "key", () => page.keyboard.press("Enter"));
      await expect.poll(async () => (await seq(page)) > was || (await result(page).isVisible())).toBe(true);
    } else await gesture(page, "key", () => page.keyboard.press("Escape"));
  }
  for (let n = 0; n < 3 && (await ending(page).isVisible()); n++)
    await gesture(page, "key", () => page.keyboard.press("e"));
  const after = await pieces(page);
  const moved = (p: Piece) => after.some((q) => q.id === p.id && Math.hypot(q.x - p.x, q.y - p.y) > 2);
  return before.filter((p) => p.side === "red" && moved(p)).length;
}

test("five bounds with a whole line moved, each within twenty seconds of a hand's time", async ({ page }) => {
  test.setTimeout(240_000);
  await hurry(page);
  await layScenario(page, /De Bellis/, /Zama/, /Recruit/, 11);
  const times: number[] = [];
  let most = 0;
  for (let i = 0; i < 60 && times.length < 5; i++) {
    if (await due(page)) break;
    if (await ending(page).isVisible()) {
      const start = performance.now();
      most = Math.max(most, await bound(page));
      times.push((performance.now() - start) / 1000);
      if (times.length === 1) await page.screenshot({ path: "artefacts/pictures/pace-bound.png" });
    } else await answer(page, 2, 0);
  }
  console.log(`bounds of ${times.map((t) => t.toFixed(1)).join(", ")} s; ${most} elements at most in one`);
  expect(times.length).toBe(5);
  expect(Math.max(...times)).toBeLessThan(20);
  expect(most).toBeGreaterThanOrEqual(6);
});

test("a step of De Bellis Antiquitatis weighs under 2 kB on the wire", async ({ page }) => {
  test.setTimeout(240_000);
  const sizes: number[] = [];
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => {
      if (said(payload).startsWith('{"type":"step"')) sizes.push(Buffer.byteLength(payload));
    }),
  );
  await hurry(page);
  await layScenario(page, /De Bellis/, /Zama/, /Recruit/, 5);
  for (let i = 0; i < 40 && sizes.length < 60; i++) {
    if (await due(page)) break;
    await answer(page, 2, i < 12 ? 2 : 0);
  }
  sizes.sort((a, b) => a - b);
  const at = (share: number) => sizes[Math.floor(share * (sizes.length - 1))]!;
  console.log(
    `${sizes.length} steps: half under ${at(0.5)}, 19 of 20 under ${at(0.95)}, at most ${at(1)} bytes`,
  );
  expect(sizes.length).toBeGreaterThan(30);
  expect(at(1)).toBeLessThan(2000);
});
