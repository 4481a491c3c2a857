// A whole battle of each book against the recruit, from the home page to the report and the replay.

import { expect, test } from "@playwright/test";
import { fight, result } from "./stranger";
import { hurry, layScenario } from "./table";

const BATTLES = [
  { name: "dba", book: /De Bellis/, battle: /Zama/, inches: 2, seed: 7, moves: 3 },
  { name: "toms", book: /Tom's/, battle: /outpost/, inches: 8, seed: 3, moves: 3 },
  { name: "wab", book: /Warhammer/, battle: /Clastidium/, inches: 4, seed: 3, moves: 3 },
  { name: "wrg6", book: /6th/, battle: /Telamon/, inches: 6, seed: 3, moves: 0 },
  { name: "wrg1969", book: /1st/, battle: /Medway/, inches: 6, seed: 7, moves: 0, house: { Periods: "5" } },
];

for (const { name, book, battle, inches, seed, moves, house } of BATTLES) {
  test(`a whole battle of ${name}, from the home page to the report`, async ({ page }) => {
    test.setTimeout(600_000);
    const errors: string[] = [];
    page.on("pageerror", (e) => errors.push(String(e)));
    await hurry(page);
    await layScenario(page, book, battle, /Recruit/, seed, house);
    expect(await fight(page, inches, 4, name)).toBeGreaterThanOrEqual(moves);
    await page.screenshot({ path: `artefacts/pictures/whole-${name}-result.png` });

    await result(page).getByRole("link", { name: "Read the report" }).click();
    await expect(page.getByRole("heading", { name: "Losses", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "The armies" })).toBeVisible();
    await page.screenshot({ path: `artefacts/pictures/whole-${name}-report.png` });
    await page.getByRole("link", { name: "Replay", exact: true }).first().click();
    await expect(page.getByText(/^Step 0 of \d+/)).toBeVisible();
    expect(errors).toEqual([]);
  });
}
