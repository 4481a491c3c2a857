// A whole battle of each book against the recruit, played as a person would: dragging, picking, answering.

import { expect, type Page, test } from "@playwright/test";
import { advance, decision, hurry, layScenario, seq, takeOption } from "./table";

/** Answers whatever is asked until the battle is over; how many moves were given by hand. */
async function fight(page: Page, name: string, inches: number): Promise<number> {
  const over = page.getByRole("dialog", { name: /field/ });
  const end = page.getByRole("button", { name: /End moves|End all the same/ });
  let given = 0;
  let turns = 0;
  for (let i = 0; i < 400; i++) {
    const ready = decision(page).locator("footer .btn.pri:enabled, ol li > button, .row .btn").first();
    await expect(ready.or(over).first()).toBeVisible({ timeout: 60_000 });
    if (await over.isVisible()) break;
    const was = await seq(page);
    if (await end.isVisible()) {
      given += await advance(page, inches, 5);
      if (++turns <= 6) await page.screenshot({ path: `artefacts/pictures/whole-${name}-${turns}.png` });
      // The moves end by themselves when all have moved; otherwise they are ended, twice if something is left.
      const now = await seq(page);
      for (let n = 0; n < 3 && (await seq(page)) === now && (await end.isVisible()); n++) {
        await end.click();
        await page.waitForTimeout(150);
      }
    } else {
      if (i < 12) await page.screenshot({ path: `artefacts/pictures/whole-${name}-ask-${i}.png` });
      const sheet = await page.getByRole("list", { name: "The sheet" }).isVisible();
      if (sheet) await decision(page).locator("footer .btn.pri").click();
      else await takeOption(page);
      // What is sealed as it was offered is asked about once.
      const again = decision(page).locator("footer .btn.pri");
      if (await decision(page).getByRole("alert").isVisible()) await again.click();
    }
    await expect(over.or(page.locator(`main[data-seq]:not([data-seq="${was}"])`)).first()).toBeVisible({
      timeout: 60_000,
    });
  }
  await expect(over).toBeVisible();
  await page.screenshot({ path: `artefacts/pictures/whole-${name}-result.png` });
  return given;
}

for (const { name, book, battle, inches, seed } of [
  { name: "toms", book: /Tom's/, battle: /outpost/, inches: 8, seed: 3 },
  { name: "wab", book: /Warhammer/, battle: /Clastidium/, inches: 4, seed: 3 },
]) {
  test(`a whole battle of ${name} against the recruit`, async ({ page }) => {
    test.setTimeout(600_000);
    const errors: string[] = [];
    page.on("pageerror", (e) => errors.push(String(e)));
    await hurry(page);
    await layScenario(page, book, battle, /Recruit/, seed);
    expect(await fight(page, name, inches)).toBeGreaterThan(2);
    expect(errors).toEqual([]);
  });
}

test("a whole battle of wrg6 against the recruit", async ({ page }) => {
  test.setTimeout(600_000);
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  await hurry(page);
  await layScenario(page, /6th/, /Telamon/, /Recruit/, 3);
  await fight(page, "wrg6", 6);
  expect(errors).toEqual([]);
});
