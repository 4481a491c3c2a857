// Pictures of every page with fixtures: no server is needed. They are kept outside git.

import { expect, type Page, test } from "@playwright/test";
import { STAGE, stage } from "./fixtures/stage";

const SIZES: [string, number, number][] = [
  ["wide", 1440, 900],
  ["laptop", 1280, 720],
  ["phone", 844, 390],
];

async function picture(page: Page, name: string) {
  await page.screenshot({ path: `artefacts/pictures/${name}.png` });
}

for (const [size, width, height] of SIZES) {
  test(`pictures at ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const errors: string[] = [];
    page.on("pageerror", (e) => errors.push(String(e)));
    await stage(page);
    await page.goto(STAGE);
    await expect(page.getByRole("button", { name: "To the table" })).toBeEnabled();
    await picture(page, `home-${size}`);
    await page.goto(`${STAGE}/ask/dba/combat`);
    await expect(page.getByText("All 36 throws")).toBeVisible();
    await picture(page, `ask-${size}`);
    await page.goto(`${STAGE}/rules/dba#dba.move.group`);
    await expect(page.locator("article.on")).toBeVisible();
    await picture(page, `rules-${size}`);
    await page.goto(`${STAGE}/battle/b1#secret`);
    await expect(page.locator('[data-unit="4"]')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await picture(page, `battle-${size}`);
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await page.keyboard.press("f");
    await expect(page.getByText("1 PIP, into contact").first()).toBeVisible();
    await picture(page, `plan-${size}`);
    for (let i = 0; i < 12; i++) await page.keyboard.press("f");
    await expect(page.getByText("needs 212 paces, has 200 paces")).toBeVisible();
    await picture(page, `refused-${size}`);
    await page.goto(`${STAGE}/nowhere`);
    await expect(page.getByRole("heading")).toBeVisible();
    await picture(page, `nowhere-${size}`);
    expect(errors).toEqual([]);
  });
}
