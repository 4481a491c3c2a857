// Moving by pointer what is more than one unit, and turning by a corner.

import { expect, type Page, test } from "@playwright/test";
import { decision, drag, hurry, judged, lay, type Piece, pieces, seq, toMoves } from "./table";

const ghosts = (page: Page) => page.locator(".ghosts [data-ghost]");

/** A unit whose group has several, picked with its group. */
async function pickGroup(page: Page): Promise<Piece> {
  for (const unit of (await pieces(page)).filter((p) => p.may)) {
    await page.mouse.click(unit.x, unit.y);
    await page.keyboard.press("g");
    if ((await page.locator("[data-unit].sel").count()) > 1) return unit;
  }
  throw new Error("no group stands on the table");
}

test("a group is dragged as one, and its order taken", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 3);
  await toMoves(page);
  const unit = await pickGroup(page);
  const count = await page.locator("[data-unit].sel").count();
  // Farther than anyone marches: it stops where it must.
  await drag(page, unit, { x: unit.x, y: unit.y - 240 });
  await expect(ghosts(page)).toHaveCount(count);
  expect(await judged(page)).toBe(true);
  await expect(decision(page)).toContainText("Stopped");
  await page.getByRole("button", { name: "Discard" }).click();
  await drag(page, unit, { x: unit.x, y: unit.y - 6 });
  await expect(ghosts(page)).toHaveCount(count);
  expect(await judged(page)).toBe(true);
  await page.screenshot({ path: "artefacts/pictures/real-group.png" });
  const [before, was] = [await pieces(page), await seq(page)];
  await page.getByRole("button", { name: "Give the order" }).click();
  await expect.poll(() => seq(page)).toBeGreaterThan(was);
  const after = await pieces(page);
  const moved = after.filter((p) => {
    const old = before.find((q) => q.id === p.id);
    return old && Math.hypot(old.x - p.x, old.y - p.y) > 3;
  });
  expect(moved.length).toBeGreaterThanOrEqual(count);
});

test("a drag of a corner wheels, and what is planned can be taken back", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 3);
  await toMoves(page);
  await pickGroup(page);
  const corner = (await page.locator('[data-handle="right"]').boundingBox())!;
  const from = { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 };
  await drag(page, from, { x: from.x - 4, y: from.y - 14 });
  await expect(decision(page).getByRole("combobox", { name: "Which way" }).first()).toHaveValue("wheel_left");
  await expect(ghosts(page).first()).toBeVisible();
  await judged(page);
  await page.screenshot({ path: "artefacts/pictures/real-wheel.png" });
  const was = await seq(page);
  await page.getByRole("button", { name: "Take back the last step" }).click();
  await expect(ghosts(page)).toHaveCount(0);
  expect(await seq(page)).toBe(was);
});
