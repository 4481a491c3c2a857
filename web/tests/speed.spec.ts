// How soon the first page can be used, and how much is sent for it. The time is printed, not judged: it is the machine's as much as ours.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { URL } from "./table";

test("the first page and its weight", async ({ browser }) => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto("about:blank");
    const start = performance.now();
    await page.goto(URL(), { waitUntil: "commit" });
    await expect(page.getByRole("button", { name: "To the table" })).toBeEnabled();
    times.push(performance.now() - start);
    await context.close();
  }
  times.sort((a, b) => a - b);
  const folder = join(import.meta.dirname, "../dist");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (f) => f.isFile() && !/\.(br|gz)$/.test(f.name),
  );
  const weight = files
    .map((f) => readFileSync(join(f.parentPath, f.name)))
    .map((bytes, i) =>
      /\.woff2$/.test(files[i]!.name) ? bytes.length : gzipSync(bytes, { level: 9 }).length,
    )
    .reduce((sum, n) => sum + n, 0);
  console.log(
    `first page usable after ${times.map((t) => t.toFixed(0)).join(", ")} ms; all of the client ${(weight / 1000).toFixed(0)} kB compressed`,
  );
  expect(weight).toBeGreaterThan(0);
  expect(weight).toBeLessThan(320_000);
});
