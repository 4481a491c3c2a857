// An accessibility scan of every page, by day and by lamplight: nothing serious.

import { expect, test } from "@playwright/test";
import { STAGE, stage } from "./fixtures/stage";
import { zama } from "./fixtures/zama";
import { scan } from "./scan";

for (const theme of ["light", "dark"]) {
  test(`every page can be read and used, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((t) => localStorage.setItem("testudo.theme", t), theme);
    await stage(page);
    await page.goto(STAGE);
    await expect(page.getByRole("button", { name: "To the table" })).toBeEnabled();
    await scan(page, "home");
    await page.goto(`${STAGE}/ask/dba/combat`);
    await expect(page.getByText("All 36 throws")).toBeVisible();
    await scan(page, "ask");
    await page.goto(`${STAGE}/rules/dba`);
    await expect(page.locator("article").first()).toBeVisible();
    await scan(page, "rules");
    await page.goto(`${STAGE}/battle/b1#secret`);
    await expect(page.locator('[data-unit="4"]')).toBeVisible();
    await scan(page, "battle");
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.keyboard.press("f");
    await expect(page.getByText("1 PIP, into contact").first()).toBeVisible();
    await scan(page, "plan");
    await page.getByRole("link", { name: "overlapped by C8" }).first().click();
    await expect(page.getByRole("complementary", { name: "The rule" })).toBeVisible();
    await scan(page, "rule sheet");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await scan(page, "keys");
    await page.goto(`${STAGE}/nowhere`);
    await scan(page, "nowhere");
    if (theme === "dark") {
      await page.goto(`${STAGE}/battle/b1#secret`);
      await expect(page.locator('[data-unit="4"]')).toBeVisible();
      await page.screenshot({ path: "artefacts/pictures/battle-dark.png" });
    }
  });
}

for (const theme of ["light", "dark"]) {
  test(`the result card can be read and used, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((t) => localStorage.setItem("testudo.theme", t), theme);
    await stage(page, {
      ...zama,
      pending: { kind: "over", winner: "red", reason: "the enemy general is lost", rule: "dba.victory.win" },
    });
    await page.goto(`${STAGE}/battle/b1#secret`);
    await expect(page.getByRole("link", { name: /Replay/ }).last()).toBeVisible();
    await scan(page, "result");
    await page.screenshot({ path: `artefacts/pictures/result-${theme}.png` });
  });
}
