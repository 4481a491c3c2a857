// Terrain laid by hand: pieces are added, dragged by their grips, judged by the umpire and laid.

import { expect, test } from "@playwright/test";
import { decision, drag, hurry, seq, takeOption, URL } from "./table";

test("a map is laid by hand", async ({ page, request }) => {
  const made = await request.post(`${URL()}/api/battles`, {
    data: { book: "dba", red_army: "gallic", blue_army: "gallic", red: "here", blue: "here", seed: 2 },
  });
  const { id, links } = await made.json();
  await hurry(page);
  await page.goto(`${URL()}/battle/${id}#${links.red},${links.blue}`);
  const pieces = decision(page).getByRole("group", { name: "Pieces to lay" });
  for (let i = 0; i < 4 && !(await pieces.isVisible()); i++) {
    const was = await seq(page);
    await takeOption(page);
    await expect.poll(() => seq(page)).toBeGreaterThan(was);
  }
  await expect(pieces).toBeVisible();

  // One piece alone is too little, and the umpire says so.
  await pieces.getByRole("button").first().click();
  await expect(decision(page).getByRole("status", { name: "Why not" })).toBeVisible();
  await expect(decision(page).getByRole("button", { name: "Lay it so" })).toBeDisabled();

  // A grip moves it; taking back takes it away.
  const grip = page.locator(".grips button").first();
  const box = (await grip.boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag(page, from, { x: from.x + 40, y: from.y + 25 });
  const moved = (await grip.boundingBox())!;
  expect(Math.abs(moved.x - box.x - 40)).toBeLessThan(4);
  await grip.focus();
  await page.keyboard.press("ArrowLeft");
  expect((await grip.boundingBox())!.x).toBeLessThan(moved.x);
  await page.getByRole("button", { name: "Take back the last step" }).click();
  await expect(page.locator(".grips button")).toHaveCount(0);

  // A fair map of several pieces is laid as it stands.
  const lay = decision(page).getByRole("button", { name: "Lay it so" });
  const names = await pieces.getByRole("button").allTextContents();
  const areas = names.map((n, i) => ({ n, i })).filter(({ n }) => !/river|road|waterway|oasis/.test(n));
  for (let i = 0; i < 3; i++)
    await pieces
      .getByRole("button")
      .nth(areas[i % areas.length]!.i)
      .click();
  await page.waitForTimeout(400);
  await page.screenshot({ path: "artefacts/pictures/real-terrain.png" });
  await expect(lay).toBeEnabled();
  await lay.click();
  // The map stands: the other player is called, or the next thing is asked.
  await expect(
    page.getByRole("dialog", { name: /look away/ }).or(decision(page).locator("ol li > button").first()),
  ).toBeVisible();
});
