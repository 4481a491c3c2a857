// Whole battles in the browser against the real server.

import { expect, type Page, test } from "@playwright/test";
import { decision, drag, hurry, judged, lay, pieces, seq, takeOption, toMoves, URL } from "./table";

test("a drag beyond what is allowed stops in time and says why, and nothing is done yet", async ({
  page,
}) => {
  await hurry(page);
  await lay(page, "Recruit", 3);
  await toMoves(page);
  const unit = (await pieces(page)).find((p) => p.may)!;
  const before = await seq(page);
  await drag(page, unit, { x: unit.x, y: unit.y - 330 });
  await expect(decision(page)).toContainText("Stopped");
  await expect(page.locator("div.plate")).toContainText("the hand is");
  await expect(page.getByRole("button", { name: "Give the order" })).toBeEnabled();
  await page.screenshot({ path: "artefacts/pictures/real-stopped.png" });
  expect(await seq(page)).toBe(before);
});

test("a turn with the keyboard alone", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 3);
  await toMoves(page, true);
  const was = await seq(page);
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Give the order" })).toBeVisible();
  await judged(page);
  await page.keyboard.press("u");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowUp");
  expect(await judged(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => seq(page)).toBeGreaterThan(was);
  const moved = await seq(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (let i = 0; i < 4 && (await seq(page)) === moved; i++) {
    await page.keyboard.press("e");
    await page.waitForTimeout(250);
  }
  await expect.poll(() => seq(page)).toBeGreaterThan(moved);
});

test("two friends play online, and one comes back after the line broke", async ({ browser }) => {
  const [one, two] = [await browser.newContext(), await browser.newContext()];
  const [red, blue] = [await one.newPage(), await two.newPage()];
  let cut: () => void = () => {};
  await blue.routeWebSocket(/\/socket(\?|$)/, (ws) => {
    ws.connectToServer();
    cut = () => void ws.close();
  });
  const addresses: string[] = [];
  for (const page of [red, blue]) {
    await hurry(page);
    page.on("request", (r) => addresses.push(r.url()));
    page.on("websocket", (ws) => addresses.push(ws.url()));
    page.on("framenavigated", (frame) => addresses.push(frame.url()));
  }
  await lay(red, "far away", 11);
  // The link for the friend lies open.
  await expect(red.getByLabel(/Link for your friend/)).toBeVisible();
  const link = await red.getByLabel(/Link for your friend/).inputValue();
  await blue.goto(URL());
  await blue.getByLabel("A link to a battle").fill(link);
  await blue.getByRole("button", { name: "Join" }).click();
  await expect(blue.locator("main[data-seq]")).toBeVisible();
  // The friend is there: the invitation goes out of the way, and is spent.
  await expect(red.getByLabel(/Link for your friend/)).toBeHidden();
  await expect(red.getByText("a friend, here")).toBeVisible();
  await red.getByText("Seats", { exact: true }).click();
  await expect(red.getByLabel(/Link for your friend/)).toHaveCount(0);
  await expect(red.getByLabel("Link to watch")).toBeVisible();
  await red.keyboard.press("Escape");
  expect(await seq(blue)).toBe(await seq(red));
  // Blue's line breaks; red goes on; blue catches up.
  await toMoves(red);
  await expect.poll(() => seq(blue)).toBe(await seq(red));
  cut();
  await expect(blue.getByText("The line to the umpire is broken")).toBeVisible();
  await endMoves(red);
  await expect.poll(() => seq(red)).toBeGreaterThan(0);
  await expect.poll(() => seq(blue), { timeout: 20_000 }).toBe(await seq(red));
  await expect(blue.getByText("The line to the umpire is broken")).toBeHidden();
  // Now blue decides, and red is told.
  const was = await seq(red);
  for (let i = 0; i < 8 && !(await blue.getByRole("button", { name: "End moves" }).isVisible()); i++) {
    for (const page of [red, blue])
      if (await decision(page).locator("footer .btn.pri, ol li > button").first().isVisible())
        await takeOption(page);
    await red.waitForTimeout(200);
  }
  await endMoves(blue);
  await expect.poll(() => seq(red)).toBeGreaterThan(was);
  // What opens a seat stands in no address that a server logs, and in none that the browser's history keeps.
  const held = (page: Page) =>
    page.evaluate(() => JSON.stringify(localStorage).match(/[a-z0-9]{32}/g) ?? ([] as string[]));
  const tokens = (await Promise.all([red, blue].map(held))).flat();
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  const asked = addresses.map((a) => a.split("#")[0]!);
  const kept = [red.url(), blue.url()];
  for (const token of tokens) for (const a of [...asked, ...kept]) expect(a).not.toContain(token);
  await one.close();
  await two.close();
});

test("a battle that cannot be gone on with is listed as such, and its replay can be read", async ({
  page,
}) => {
  await hurry(page);
  await lay(page, "Recruit", 5);
  await page.route("**/api/battles/mine", async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { broken: boolean }[];
    await route.fulfill({ json: list.map((b) => ({ ...b, broken: true })) });
  });
  await page.goto(URL());
  await expect(page.getByText("It no longer comes out as it did")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go on" })).toHaveCount(0);
  await page.getByRole("link", { name: "Replay" }).first().click();
  await expect(page.getByText(/^Step \d+ of \d+/)).toBeVisible();
});

test("replay goes both ways", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 5);
  await toMoves(page);
  await endMoves(page);
  await expect.poll(() => seq(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await page.getByRole("link", { name: "Replay" }).click();
  const line = page.getByText(/^Step \d+ of \d+/);
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "To the beginning" }).click();
  await expect(line).toContainText("Step 0 of");
  await page.keyboard.press("ArrowRight");
  await expect(line).toContainText("Step 1 of");
  await page.keyboard.press("ArrowLeft");
  await expect(line).toContainText("Step 0 of");
  await expect(page).toHaveURL(/step=0/);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.reload();
  await expect(line).not.toContainText("Step 0 of");
});

test("the umpire's desk answers, and the address holds the question", async ({ page }) => {
  await page.goto(`${URL()}/ask`);
  await expect(page.getByText("All 36 throws")).toBeVisible();
  await page.locator("select").first().selectOption({ index: 3 });
  await expect(page).toHaveURL(/q=/);
  await page.getByRole("button", { name: /^6 against 1/ }).click();
  await expect(page.getByText(/Dice on the table: 6 and 1/)).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/real-ask.png" });
  await page.reload();
  await expect(page.getByText(/Dice on the table: 6 and 1/)).toBeVisible();
});

test("two at one screen set up their armies, with the curtain between them", async ({ page }) => {
  await hurry(page);
  await lay(page, "at this screen", 4, true);
  const curtain = page.getByRole("dialog", { name: /look away/ });
  const begin = decision(page).locator("footer .btn.pri, ol li > button").first();
  let curtains = 0;
  for (let i = 0; i < 24; i++) {
    await expect(begin.or(curtain).first()).toBeVisible();
    if (await curtain.isVisible()) {
      curtains++;
      await expect(page.locator("[data-unit]")).toHaveCount(0);
      await curtain.getByRole("button").hover();
      await page.mouse.down();
      await expect(curtain).toBeHidden();
      await page.mouse.up();
      continue;
    }
    if (await page.getByRole("button", { name: "End moves" }).isVisible()) break;
    const was = await seq(page);
    if (await page.getByRole("heading", { name: "Deploy your army" }).isVisible()) {
      const unit = (await pieces(page)).filter((p) => p.may).at(-1)!;
      await drag(page, unit, { x: unit.x + 5, y: unit.y + 4 });
      const now = (await pieces(page)).find((p) => p.id === unit.id)!;
      expect(Math.hypot(now.x - unit.x, now.y - unit.y)).toBeGreaterThan(2);
      await page.screenshot({ path: "artefacts/pictures/real-deploy.png" });
    }
    await takeOption(page);
    await expect(curtain.or(page.locator(`main[data-seq]:not([data-seq="${was}"])`)).first()).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "End moves" })).toBeVisible();
  expect(curtains).toBeGreaterThan(2);
  expect((await pieces(page)).length).toBeGreaterThan(20);
});

async function endMoves(page: Page) {
  await page.getByRole("button", { name: "End moves" }).click();
  const again = page.getByRole("button", { name: "End all the same" });
  if (await again.isVisible()) await again.click();
}
