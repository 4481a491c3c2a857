// The pages that only a real battle shows: nothing serious there either.

import { expect, test } from "@playwright/test";
import { scan } from "./scan";
import { decision, hurry, lay, takeOption, URL } from "./table";

test("a battle begun and its replay can be read and used", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 9);
  await expect(decision(page).locator("footer .btn.pri").first()).toBeVisible();
  await scan(page, "battle begun");
  await takeOption(page);
  await expect(page.getByRole("button", { name: "End moves" })).toBeVisible();
  for (const [width, height, name] of [
    [1280, 720, "laptop"],
    [844, 390, "phone"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `artefacts/pictures/real-moves-${name}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page.getByText(/^Step \d+ of \d+/)).toBeVisible();
  await scan(page, "replay");
  await page.goto(URL());
  await expect(page.getByRole("link", { name: "Go on" }).first()).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/real-home.png" });
});
