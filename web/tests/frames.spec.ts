// How smoothly a full table moves: 60 bodies, 2040 figures. The figures are printed, not judged.

import { expect, test } from "@playwright/test";
import { STAGE, stage } from "./fixtures/stage";
import { zama } from "./fixtures/zama";

test("frames a second with 60 units and 2040 figures", async ({ page }) => {
  const units = Array.from({ length: 60 }, (_, i) => ({
    ...zama.units[i % 20]!,
    id: i,
    label: `B${i}`,
    element: false,
    place: "table" as const,
    x: 40 + (i % 10) * 56,
    y: 60 + Math.floor(i / 10) * 90,
    width: 48,
    depth: 30,
    files: 9,
    figures: 34,
  }));
  await stage(page, { ...zama, units });
  await page.goto(`${STAGE}/battle/b1#secret`);
  await expect(page.locator('[data-unit="59"]')).toBeVisible();
  const frames = async (work: () => Promise<void>) => {
    await page.evaluate(() => {
      const w = window as unknown as { frames: number; counting: boolean };
      w.frames = 0;
      w.counting = true;
      const tick = () => {
        w.frames++;
        if (w.counting) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    const start = Date.now();
    await work();
    const count = await page.evaluate(() => {
      const w = window as unknown as { frames: number; counting: boolean };
      w.counting = false;
      return w.frames;
    });
    return (count * 1000) / (Date.now() - start);
  };
  const zoomed = async () => {
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i % 2 ? -40 : -90);
  };
  await page.mouse.move(700, 480);
  const zoom = await frames(zoomed);
  const where = () => page.locator("svg.board > g > g").first().getAttribute("transform");
  const before = await where();
  await page.mouse.move(700, 700);
  await page.mouse.down();
  const pan = await frames(async () => {
    for (let i = 0; i < 120; i++)
      await page.mouse.move(700 + 90 * Math.sin(i / 8), 700 + 60 * Math.cos(i / 11));
  });
  await page.mouse.up();
  expect(await where()).not.toBe(before);
  await page.screenshot({ path: "artefacts/pictures/bodies.png" });
  // A unit in hand: its ghost, its cost and the umpire's answers go along.
  await page.keyboard.press("0");
  const box = (await page.locator('[data-unit="9"] .ring').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const carried = await frames(async () => {
    for (let i = 0; i < 120; i++)
      await page.mouse.move(x + 60 * Math.sin(i / 8), y - 40 - 30 * Math.cos(i / 11));
  });
  await expect(page.locator(".plate")).toBeVisible();
  await page.mouse.up();
  console.log(
    `zoom ${zoom.toFixed(1)} frames/s, pan ${pan.toFixed(1)} frames/s, a unit dragged ${carried.toFixed(1)} frames/s`,
  );
});
