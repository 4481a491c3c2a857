// A fast hand: click and place, plans of several moves, taking back, the table turned, one's own armies.

import { expect, type Page, test } from "@playwright/test";
import { decision, drag, hurry, lay, type Piece, pieces, seq, toMoves, URL } from "./table";

const ghosts = (page: Page) => page.locator(".ghosts [data-ghost]");
const undo = (page: Page) => page.getByRole("button", { name: "Take back the last step" });
const may = async (page: Page) => (await pieces(page)).filter((p) => p.may);
const give = (page: Page) => decision(page).getByRole("button", { name: /^Give / });
const at = async (page: Page, id: number) => (await pieces(page)).find((p) => p.id === id)!;
const far = (a: Piece, b: Piece) => Math.hypot(a.x - b.x, a.y - b.y);

/** A bound with at least two PIPs. */
async function moves(page: Page, seed: number) {
  await hurry(page);
  await lay(page, "Recruit", seed);
  await toMoves(page);
}

test("a unit is clicked, then a place, and Enter gives the order whatever was clicked before", async ({
  page,
}) => {
  await moves(page, 8);
  await expect(undo(page)).toBeDisabled();
  const [first, second] = await may(page);
  await page.mouse.click(first!.x, first!.y);
  await drag(page, second!, { x: second!.x, y: second!.y - 60 });
  await expect(ghosts(page)).toHaveCount(1);
  await expect(give(page)).toBeEnabled();
  const was = await seq(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => seq(page)).toBeGreaterThan(was);
  expect(far(await at(page, second!.id), second!)).toBeGreaterThan(5);

  // What was given is taken back, and nothing more can be.
  await expect(undo(page)).toBeEnabled();
  await undo(page).click();
  await expect.poll(async () => far(await at(page, second!.id), second!)).toBeLessThan(1);
  await expect(undo(page)).toBeDisabled();

  const place = { x: first!.x, y: first!.y - 60 };
  await page.mouse.click(first!.x, first!.y);
  await page.mouse.click(place.x, place.y);
  await expect(give(page)).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect.poll(async () => far(await at(page, first!.id), first!)).toBeGreaterThan(5);
});

test("several moves are planned and given with one press, each no farther than it may go", async ({
  page,
}) => {
  await moves(page, 8);
  const list = (await may(page)).slice(0, 2);
  const was = await seq(page);
  for (const unit of list) {
    await page.mouse.click(unit.x, unit.y);
    await page.mouse.click(unit.x, unit.y - 160);
    await expect(decision(page)).toContainText("Stopped");
  }
  await expect(ghosts(page)).toHaveCount(2);
  expect(await seq(page)).toBe(was);
  await decision(page).getByRole("button", { name: "Give 2 orders" }).click();
  await expect.poll(() => seq(page)).toBeGreaterThanOrEqual(was + 2);
  for (const unit of list) expect(far(await at(page, unit.id), unit)).toBeGreaterThan(20);
});

test("the table is turned for Blue, and by a key", async ({ page }) => {
  await hurry(page);
  await page.goto(URL());
  await page.getByRole("radio", { name: /Recruit/ }).click();
  await page.getByRole("radio", { name: /Carthage/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(page.locator("main[data-seq]")).toBeVisible();
  const middle = async (side: string) => {
    const own = (await pieces(page)).filter((p) => p.side === side);
    return own.reduce((sum, p) => sum + p.y, 0) / own.length;
  };
  await expect.poll(async () => (await middle("blue")) > (await middle("red"))).toBe(true);
  await page.keyboard.press("t");
  await expect.poll(async () => (await middle("blue")) < (await middle("red"))).toBe(true);
});

test("settings are on every page and last", async ({ page }) => {
  await page.goto(URL());
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Lamplight" }).click();
  await page.getByLabel("Single letters act").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto(`${URL()}/rules`);
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByLabel("Single letters act")).not.toBeChecked();
});

test("a planned order is taken in hand again, moved in the list and struck", async ({ page }) => {
  await moves(page, 8);
  const list = (await may(page)).slice(0, 2);
  for (const unit of list) {
    await page.mouse.click(unit.x, unit.y);
    await page.mouse.click(unit.x, unit.y - 50);
    await expect(give(page)).toBeEnabled();
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const orders = page.getByRole("list", { name: "Orders planned" }).getByRole("listitem");
  await expect(orders).toHaveCount(1);
  await page.mouse.click(list[1]!.x, list[1]!.y);
  await page.mouse.click(list[1]!.x, list[1]!.y - 50);
  await expect(give(page)).toBeEnabled();
  const third = (await may(page)).at(-1)!;
  await page.mouse.click(third.x, third.y);
  await expect(orders).toHaveCount(2);
  const labels = async () => (await orders.allInnerTexts()).map((t) => /R\d+/.exec(t)?.[0]);
  const before = await labels();
  await orders.first().dragTo(orders.last());
  await expect.poll(labels).toEqual([...before].reverse());
  await orders.first().getByRole("button").first().press("Alt+ArrowDown");
  await expect.poll(labels).toEqual(before);
  await orders.last().getByRole("button").first().click();
  await expect(orders).toHaveCount(1);
  await expect(decision(page).getByRole("button", { name: "Give 2 orders" })).toBeEnabled();
});

test("a tool for lines that can do nothing says who is in the way", async ({ page }) => {
  await moves(page, 8);
  const all = await may(page);
  const near = all.filter((p) => p.x > 500 && p.x < 820).slice(0, 5);
  for (const [i, p] of near.entries()) {
    if (i) await page.keyboard.down("Shift");
    await page.mouse.click(p.x, p.y);
    if (i) await page.keyboard.up("Shift");
  }
  await page.keyboard.press("a");
  await expect(
    decision(page)
      .getByText(/Nobody can: R\d|Not all can: R\d|Planned, in this order/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press("y");
  await expect(decision(page)).not.toContainText("undefined");
});
