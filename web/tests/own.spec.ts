// Two armies of one's own in each book: deployed on the screen, and fought.

import { expect, test } from "@playwright/test";
import { answer, due } from "./stranger";
import { decision, hurry, layScenario, pieces } from "./table";

const BOOKS = [
  { name: "dba", book: /De Bellis/ },
  { name: "toms", book: /Tom's/ },
  { name: "wab", book: /Warhammer/ },
  { name: "wrg6", book: /6th/ },
  { name: "wrg1969", book: /1st/ },
];

for (const { name, book } of BOOKS) {
  test(`armies of one's own are deployed and fought in ${name}`, async ({ page }) => {
    test.setTimeout(300_000);
    await hurry(page);
    await layScenario(page, book, /armies of your own/i, /Recruit/, 4);
    const turn = async () =>
      /\b(?:Bound|Turn|Period) (\d+)/i.exec(await decision(page).innerText())?.[1] ?? "0";
    for (let i = 0; i < 200 && Number(await turn()) < 2; i++) {
      if (await due(page)) break;
      await answer(page, 3, 1);
      if (i % 8 === 0) await page.screenshot({ path: `artefacts/pictures/own-${name}-${i}.png` });
    }
    expect(Number(await turn())).toBeGreaterThanOrEqual(2);
    const all = await pieces(page);
    for (const side of ["red", "blue"]) expect(all.filter((p) => p.side === side).length).toBeGreaterThan(3);
    await page.screenshot({ path: `artefacts/pictures/own-${name}-fought.png` });
  });
}
