// A battle of written orders from the screen alone: sentences and phrases, signals, what the general does, what units
// mean to do; then on to the end by sealing whatever is offered.

import { expect, type Page, test } from "@playwright/test";
import { scan } from "./scan";
import { decision, hurry, seq, URL } from "./table";

const row = (page: Page, name: string) =>
  decision(page)
    .getByRole("button", { name: new RegExp(name) })
    .first();
const reading = (page: Page) => decision(page).locator(".reading");

/** Lays the battle at the ford from the home page. */
async function toTheFord(page: Page) {
  await page.goto(URL());
  await page.getByRole("button", { name: /Ancient Wargames Rules/ }).click();
  const title = page.getByRole("heading", { name: /Medway/ });
  for (let i = 0; i < 8 && !(await title.isVisible()); i++) {
    await page.getByRole("button", { name: "Next battle" }).click();
    await page.waitForTimeout(150);
  }
  await expect(title).toBeVisible();
  await page.getByRole("radio", { name: /Recruit/ }).click();
  await page.getByText("House rules").click();
  await page.getByLabel("Periods", { exact: false }).first().fill("4");
  await expect(page.getByText("1 changed")).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/real-house-rules.png" });
  await page.getByLabel("Seed of the dice").fill("7");
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(page.locator("main[data-seq]")).toBeVisible();
}

async function seal(page: Page) {
  const was = await seq(page);
  const pri = decision(page).locator("footer .btn.pri");
  await pri.click();
  const again = decision(page).getByRole("alert");
  if (await again.isVisible().catch(() => false)) await pri.click();
  await expect
    .poll(async () => (await seq(page)) > was || (await page.getByRole("dialog").isVisible()), {
      timeout: 60_000,
    })
    .toBe(true);
}

test("orders are written, read, sealed and carried out to the end", async ({ page }) => {
  test.setTimeout(300_000);
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  await hurry(page);
  await toTheFord(page);

  // A sentence that cannot be read, and one of those that the umpire offers instead.
  await row(page, "Cohort I ").click();
  await page.locator("textarea").fill("Tke the hill in front.");
  await expect(reading(page).getByText("stumbles at “Tke the hill")).toBeVisible();
  await expect(decision(page).getByRole("button", { name: /Seal the orders/ })).toBeDisabled();
  await scan(page, "order sheet");
  await page.screenshot({ path: "artefacts/pictures/orders-stumble.png" });
  await reading(page).getByRole("button", { name: "Hold the long hill" }).click();
  await expect(page.locator("textarea")).toHaveValue("Hold the long hill");
  await expect(reading(page).getByText("The umpire reads")).toBeVisible({ timeout: 15_000 });
  // A slip of the pen is mended, and the writer is told.
  await page.locator("textarea").fill("Atack the Slingers at all costs.");
  await expect(reading(page).getByText("read as “attack”")).toBeVisible();
  await expect(page.locator(".marks .mended")).toHaveText("Atack");
  await page.screenshot({ path: "artefacts/pictures/orders-mended.png" });
  // What comes before a slip is understood and underlined all the same.
  await page.locator("textarea").fill("Hold until signal 2 is given, then tke the hill.");
  await expect(page.locator(".marks .snag")).toBeVisible();
  await expect(page.locator(".marks .doing").first()).toBeVisible();
  await page.locator("textarea").fill("Cross the brook by the ford and take the hill in front.");
  await expect(reading(page).getByText("the ford", { exact: true })).toBeVisible();
  await expect(page.locator(".marks .doing").first()).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/orders-sentence.png" });

  // Examples for this very table: each is understood, drawn while it is pointed at, and written by a click.
  await decision(page).getByRole("button", { name: "Examples" }).click();
  const help = decision(page).getByRole("region", { name: "How to write it" });
  const example = help.getByRole("button", { name: "March to the long hill by way of the ford." });
  await example.hover();
  await expect(page.locator("svg.ways text")).toHaveText(["1", "2"]);
  await scan(page, "how to write it");
  await page.screenshot({ path: "artefacts/pictures/orders-help.png" });
  for (const line of await help.getByRole("listitem").allInnerTexts()) {
    await help.getByRole("button", { name: line, exact: true }).click();
    await expect(page.locator("textarea")).toHaveValue(line);
    await expect(reading(page).getByText("The umpire reads")).toBeVisible();
    await expect(page.locator(".marks .snag")).toHaveCount(0);
  }
  // A part of the sentence is said otherwise.
  await page.locator("textarea").fill("Attack the Slingers.");
  await decision(page).getByRole("button", { name: "Pick phrases" }).click();
  await decision(page).getByRole("combobox", { name: "instead of" }).nth(1).selectOption("the nearest enemy");
  await expect(page.locator("textarea")).toHaveValue("Attack the nearest enemy.");
  await page.locator("textarea").fill("Cross the brook by the ford and take the hill in front.");

  // An order put together from phrases.
  await row(page, "Gallic horse").click();
  await decision(page).getByRole("button", { name: "Pick phrases" }).click();
  await decision(page).getByRole("combobox", { name: "Do", exact: true }).selectOption("hold");
  await decision(page).getByRole("combobox", { name: "Until" }).selectOption("until signal 1 is given");
  await decision(page).getByRole("combobox", { name: "Then" }).selectOption({ index: 1 });
  await expect(page.locator("textarea")).toHaveValue("Hold until signal 1 is given, then advance.");
  await expect(reading(page).getByText("signal 1 is given", { exact: true })).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/orders-phrases.png" });

  // A signal; and what is not sealed can be taken back.
  await row(page, "Signal 3").click();
  await page.locator("textarea").fill("To Cohort II: attack the nearest enemy.");
  await expect(reading(page).getByText("attack", { exact: true })).toBeVisible();
  await decision(page).getByRole("button", { name: "Take back" }).click();
  await expect(page.locator("textarea")).toHaveValue("");
  await seal(page);

  // The general gives his signal, and the units say what they mean to do.
  await expect(decision(page).getByRole("heading", { name: /general/ })).toBeVisible();
  await decision(page)
    .getByRole("button", { name: /a0 Caesar/ })
    .click();
  await decision(page).getByRole("combobox", { name: /Does/i }).selectOption({ label: "give signal 1" });
  await page.screenshot({ path: "artefacts/pictures/orders-command.png" });
  await seal(page);
  await expect(decision(page).getByRole("heading", { name: /mean to do/ })).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/orders-intent.png" });
  await seal(page);

  const over = page.getByRole("dialog", { name: /field/ });
  for (let i = 0; i < 60 && !(await over.isVisible()); i++) {
    const ready = decision(page).locator("footer .btn.pri");
    await expect(ready.or(over).first()).toBeVisible({ timeout: 60_000 });
    if (await over.isVisible()) break;
    await seal(page);
  }
  await expect(over).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/orders-result.png" });
  expect(errors).toEqual([]);
});
