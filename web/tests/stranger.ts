// A stranger who plays by what the screen shows, whatever the book: units with a green edge are dragged at the enemy,
// what is asked is answered with what is offered first.

import { expect, type Page } from "@playwright/test";
import { advance, decision, seq, takeOption } from "./table";

export const result = (page: Page) => page.getByRole("dialog", { name: /field/ });
const ending = (page: Page) => page.getByRole("button", { name: /End moves|End all the same/ });

/** Waits until something is asked or the battle is over; says whether it is over. */
export async function due(page: Page): Promise<boolean> {
  const ready = decision(page).locator("footer .btn.pri:enabled, ol li > button, .row .btn").first();
  await expect(ready.or(result(page)).first()).toBeVisible({ timeout: 60_000 });
  return result(page).isVisible();
}

/** Ends the moves, with whatever is in hand laid down. */
async function end(page: Page) {
  const discard = decision(page).getByRole("button", { name: "Discard" });
  const was = await seq(page);
  for (let n = 0; n < 5 && (await seq(page)) === was && (await ending(page).isVisible()); n++) {
    if (await discard.isVisible()) await discard.click();
    await ending(page).click();
    await page.waitForTimeout(120);
  }
}

/** Answers one question; says how many moves were given. */
export async function answer(page: Page, inches: number, most: number): Promise<number> {
  const was = await seq(page);
  let given = 0;
  if (await ending(page).isVisible()) {
    if (most > 0) given = await advance(page, inches, most);
    if (await ending(page).isVisible()) await end(page);
  } else {
    const pri = decision(page).locator("footer .btn.pri");
    if (await page.getByRole("list", { name: "The sheet" }).isVisible()) await pri.click();
    else await takeOption(page);
    // What is sealed as it was offered is asked about once.
    if (await decision(page).getByRole("alert").isVisible()) await pri.click();
  }
  await expect(
    result(page)
      .or(page.locator(`main[data-seq]:not([data-seq="${was}"])`))
      .first(),
  ).toBeVisible({ timeout: 60_000 });
  return given;
}

/** Plays to the end; the first turns with moves of one's own. Says how many moves were given. */
export async function fight(page: Page, inches: number, moving: number, name = ""): Promise<number> {
  let given = 0;
  let turns = 0;
  for (let i = 0; i < 500; i++) {
    if (await due(page)) break;
    const moves = await ending(page).isVisible();
    if (moves) turns++;
    given += await answer(page, inches, turns <= moving ? 4 : 0);
    if (name && i < 12) await page.screenshot({ path: `artefacts/pictures/whole-${name}-${i}.png` });
  }
  await expect(result(page)).toBeVisible();
  return given;
}
