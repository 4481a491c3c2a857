// The guided battle, from the offer on the home page to the rout: each lesson is done as it is told.

import { expect, type Page, test } from "@playwright/test";
import { scan } from "./scan";
import { advance, decision, drag, hurry, inch, judged, pieces, seq, takeOption, URL } from "./table";

const guide = (page: Page) => page.getByRole("region", { name: "The guide" });
const lesson = (page: Page, title: string | RegExp) => guide(page).getByRole("heading", { name: title });
const named = async (page: Page, label: string) => {
  const id = Number(
    await page
      .locator("svg.board")
      .getByRole("option", { name: new RegExp(`\\b${label}\\b`) })
      .first()
      .getAttribute("data-unit"),
  );
  return (await pieces(page)).find((p) => p.id === id)!;
};
const endMoves = async (page: Page) => {
  await page.getByRole("button", { name: /End moves|End all the same/ }).click();
};

test("ten guided minutes, from the first look to the rout", async ({ page }) => {
  test.setTimeout(300_000);
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  await hurry(page);
  await page.goto(URL());
  await page.getByRole("button", { name: "Ten guided minutes" }).click();
  await expect(page.locator("main[data-seq]")).toBeVisible();

  // The screen.
  await expect(lesson(page, "Welcome to the table")).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/guide-1-welcome.png" });
  await scan(page, "guided battle");
  await guide(page).getByRole("button", { name: "Next" }).click();
  await expect(lesson(page, "Look about you")).toBeVisible();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -200);
  await expect(lesson(page, "Pick your hoplites")).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/guide-2-pick.png" });
  const picked = await named(page, "A1");
  await page.mouse.click(picked.x, picked.y);
  await expect(lesson(page, "Their card")).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/guide-3-card.png" });
  await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move" }).click();
  await page.getByRole("complementary", { name: "The rule" }).getByRole("button", { name: "Close" }).click();

  await expect(lesson(page, "Begin the battle")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");

  // The bows; and after a reload the guide goes on where it was.
  await expect(lesson(page, "First, the bows")).toBeVisible();
  await page.reload();
  await expect(lesson(page, "First, the bows")).toBeVisible();
  const archers = await named(page, "A3");
  await page.mouse.click(archers.x, archers.y);
  const across = await named(page, "P3");
  await page.mouse.click(across.x, across.y);
  await expect(decision(page).getByText(/A3 on P3/)).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/guide-4-declare.png" });
  await decision(page).locator(".btn.pri").click();
  await expect(lesson(page, "The umpire rules")).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: "artefacts/pictures/guide-5-ruling.png" });
  await page
    .getByRole("region", { name: "Journal" })
    .getByRole("button", { name: /dice at/ })
    .first()
    .click();

  // The volley has broken them: what that is comes at once.
  for (const title of ["The break test", "They run"]) {
    await expect(lesson(page, title)).toBeVisible();
    await page.screenshot({ path: `artefacts/pictures/guide-6-${title.replace(/\W+/g, "-")}.png` });
    await guide(page).getByRole("button", { name: "Next" }).click();
  }

  // The moves.
  await expect(lesson(page, "How far are they?")).toBeVisible();
  const one = await inch(page);
  const left = await named(page, "A2");
  await page.keyboard.press("m");
  await drag(page, { x: left.x, y: left.y - one }, { x: left.x, y: left.y - 24 * one });
  await page.screenshot({ path: "artefacts/pictures/guide-7-measured.png" });
  await page.keyboard.press("m");
  await expect(lesson(page, "Drag to move")).toBeVisible();
  const hoplites = await named(page, "A1");
  await drag(page, hoplites, { x: hoplites.x, y: hoplites.y - 8 * one });
  expect(await judged(page)).toBe(true);
  await page.screenshot({ path: "artefacts/pictures/guide-8-ghost.png" });
  await page.getByRole("button", { name: "Give the order" }).click();
  await expect(lesson(page, "Ask too much of them")).toBeVisible();
  await drag(page, left, { x: left.x, y: left.y - 14 * one });
  expect(await judged(page)).toBe(true);
  await expect(decision(page)).toContainText("Stopped");
  await expect(lesson(page, "End your moves")).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/guide-9-refused.png" });
  await drag(page, left, { x: left.x, y: left.y - 8 * one });
  expect(await judged(page)).toBe(true);
  await page.getByRole("button", { name: "Give the order" }).click();

  // From here on a learner plays his turns, and the lessons come as the battle brings them.
  const over = page.getByRole("dialog", { name: /field/ });
  const seen = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const ready = decision(page).locator("footer .btn.pri, ol li > button, .row .btn").first();
    await expect(ready.or(over).first()).toBeVisible({ timeout: 60_000 });
    // When all is said the guide goes by itself.
    const speaks = await guide(page).isVisible();
    const title = speaks ? ((await guide(page).getByRole("heading").textContent()) ?? "") : "";
    if (speaks && !seen.has(title)) {
      seen.add(title);
      await page.screenshot({
        path: `artefacts/pictures/guide-${10 + seen.size}-${title.replace(/\W+/g, "-")}.png`,
      });
    }
    const next = guide(page).getByRole("button", { name: "Next" });
    if (await next.isVisible()) {
      await next.click();
      continue;
    }
    if (await over.isVisible()) break;
    const was = await seq(page);
    if (await page.getByRole("button", { name: "End moves" }).isVisible()) {
      await advance(page, 8);
      if (await page.getByRole("button", { name: /End moves/ }).isVisible()) await endMoves(page);
    } else await takeOption(page);
    await expect(over.or(page.locator(`main[data-seq]:not([data-seq="${was}"])`)).first()).toBeVisible({
      timeout: 60_000,
    });
  }
  await expect(over).toBeVisible();
  for (const title of ["Charge", "Hand to hand", "The field is decided"]) expect([...seen]).toContain(title);
  await expect(page.getByRole("button", { name: /^Why\?.*Persian/ }).first()).toBeVisible();
  // All is learnt: the guide has gone, and the home page offers it anew.
  await expect(guide(page)).toBeHidden();
  await page.goto(URL());
  await expect(page.getByRole("button", { name: "Ten guided minutes" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("who does otherwise is guided all the same, by keys alone, and may send the guide away", async ({
  page,
}) => {
  await hurry(page);
  await page.goto(URL());
  await page.getByRole("button", { name: "Ten guided minutes" }).press("Enter");
  await expect(lesson(page, "Welcome to the table")).toBeVisible();
  // He declares at once and moves before anyone told him to.
  await expect(decision(page).locator(".btn.pri")).toBeVisible();
  await page.locator("body").press("Enter");
  await expect(decision(page).getByRole("heading", { name: /Declare/ })).toBeVisible();
  await page.locator("body").press("Enter");
  await expect(page.getByRole("button", { name: "End moves" })).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  expect(await judged(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(lesson(page, "Welcome to the table")).toBeVisible();
  for (const title of ["Look about you", "Their card"]) {
    await page.keyboard.press("h");
    await page.keyboard.press("Enter");
    await expect(lesson(page, title)).toBeVisible();
  }
  await guide(page).getByRole("button", { name: "Skip this" }).press("Enter");
  await expect(lesson(page, "How far are they?")).toBeVisible();
  await guide(page).getByRole("button", { name: "Leave the guide" }).click();
  await expect(guide(page)).toBeHidden();
  await page.getByRole("button", { name: "Guide", exact: true }).click();
  await expect(lesson(page, "How far are they?")).toBeVisible();
  await page.goto(URL());
  await page.getByRole("link", { name: "Go on where you were" }).click();
  await expect(lesson(page, "How far are they?")).toBeVisible();
});
