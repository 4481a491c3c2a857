// What was drawn, thrown and told: ways that write themselves, rulings with their numbers, odds, replays, reports,
// battles that go on from elsewhere.

import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { decision, drag, hurry, pieces, seq, takeOption, toMoves, URL } from "./table";

interface Made {
  id: string;
  links: { red?: string; blue?: string };
  invitations: { blue?: string };
}

/** Lays a battle without the home page, and sits down. */
async function sit(page: Page, request: APIRequestContext, battle: object): Promise<Made> {
  const made = await request.post(`${URL()}/api/battles`, {
    data: { red: "here", blue: { ai: "recruit" }, seed: 7, ...battle },
  });
  expect(made.ok()).toBe(true);
  const table = (await made.json()) as Made;
  await hurry(page);
  await page.goto(`${URL()}/battle/${table.id}#${table.links.red ?? table.links.blue}`);
  await expect(page.locator("main[data-seq]")).toBeVisible();
  return table;
}

const over = (page: Page) => page.getByRole("dialog", { name: /field/ });
const picture = (page: Page, name: string) =>
  page.screenshot({ path: `artefacts/pictures/seen-${name}.png` });

/** Seals or takes whatever is asked, as it stands, until something holds. */
async function until(page: Page, done: () => Promise<boolean>, most = 60) {
  for (let i = 0; i < most && !(await done()); i++) {
    const was = await seq(page);
    const ready = decision(page).locator("footer .btn.pri:enabled, ol li > button, .row .btn").first();
    await expect(ready.or(over(page)).first()).toBeVisible({ timeout: 30_000 });
    if (await done()) return;
    const end = page.getByRole("button", { name: /End moves|End all the same/ });
    const sheet = await page.getByRole("list", { name: "The sheet" }).isVisible();
    if (await end.isVisible()) await end.click();
    else if (sheet) await decision(page).locator("footer .btn.pri").click();
    else await takeOption(page);
    await page
      .locator(`main[data-seq]:not([data-seq="${was}"])`)
      .or(over(page))
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() => {});
  }
  expect(await done()).toBe(true);
}

test("a move of a sheet is drawn by hand: the words write themselves and stop at the reach", async ({
  page,
  request,
}) => {
  await sit(page, request, { scenario: "wrg6/zama" });
  const moves = page.getByRole("button", { name: /^Seal the moves/ });
  await until(page, () => moves.isVisible(), 6);
  await expect(page.locator(".ghosts [data-ghost]").first()).toBeVisible();
  const ours = (await pieces(page)).filter((p) => p.side === "red" && p.may);
  const [one] = ours;
  await drag(page, one!, { x: one!.x, y: one!.y - 200 });
  const words = decision(page).locator("textarea").first();
  await expect(words).toHaveValue(/^ahead \d+$/);
  const reach = Number((await words.inputValue()).replace(/\D/g, ""));
  expect(reach).toBeLessThanOrEqual(120);
  await expect(page.locator("div.plate")).toContainText("ahead");
  await expect(decision(page)).toContainText(`${reach} of ${reach} paces`);
  // What is left of its move is nothing: a wheel behind it is not written.
  const ghost = page.locator(`[data-ghost="${one!.id}"] .block`).last();
  const end = (await ghost.boundingBox())!;
  const far = one!.y - (end.y + end.height / 2);
  // Anew from the unit, and shorter.
  await drag(page, one!, { x: one!.x, y: one!.y - far * 0.7 });
  await expect(words).toHaveValue(/^ahead \d+$/);
  await expect.poll(async () => Number((await words.inputValue()).replace(/\D/g, ""))).toBeLessThan(reach);
  // A corner of the ghost wheels it on from there.
  const box = (await page.locator(`[data-unit="${one!.id}"] .ring`).boundingBox())!;
  const corner = page.locator('[data-handle="right"]').first();
  const grip = (await corner.boundingBox())!;
  const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  await drag(page, from, { x: from.x - 6, y: from.y - box.height });
  await expect(words).toHaveValue(/^ahead \d+, wheel left \d+$/);
  await picture(page, "wrg6-drawn");
  // Escape lays down what is picked, not what is written; it is sealed, and the period goes on.
  await page.keyboard.press("Escape");
  await expect(words).toHaveValue(/wheel left/);
  await expect(moves).toBeEnabled();
  const was = await seq(page);
  await moves.click();
  await expect.poll(() => seq(page)).toBeGreaterThan(was);
});

test("an order is drawn: onto an enemy it attacks, elsewhere it marches there", async ({ page, request }) => {
  await sit(page, request, { scenario: "wrg1969/medway" });
  await expect(page.getByRole("list", { name: "The sheet" })).toBeVisible();
  const there = async (name: RegExp) => {
    const box = (await page.getByRole("option", { name }).locator(".ring").boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const horse = await there(/Gallic horse/);
  const words = decision(page).locator("textarea").first();
  await drag(page, horse, await there(/Chariots/));
  await expect(words).toHaveValue("Attack the Chariots.");
  await expect(decision(page)).toContainText("The umpire reads");
  await drag(page, horse, { x: horse.x, y: horse.y - 60 });
  await expect(words).toHaveValue(/^March to the point/);
  await picture(page, "wrg1969-drawn");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Take back the last step" }).click();
  await expect(words).toHaveValue("Attack the Chariots.");
});

test("the signs of a test are chosen in words, and their odds are seen", async ({ page, request }) => {
  await sit(page, request, { scenario: "wrg6/zama" });
  const signs = page.getByRole("radio", { name: "not counted" });
  await until(page, async () => (await signs.count()) > 0, 14);
  const bar = decision(page).getByRole("img", { name: /obey/ }).first();
  await expect(bar).toBeVisible();
  await expect(decision(page)).toContainText("A plus lifts the throw");
  // A bar for each choice that makes a difference; the one that is made stands out.
  const list = decision(page).getByRole("list", { name: "What each choice comes to" }).first();
  expect(await list.getByRole("listitem").count()).toBeGreaterThan(1);
  // A chance tells what it rests on.
  await list
    .getByRole("button", { name: /what it rests on/ })
    .first()
    .click();
  await expect(list.locator(".causes a.rule").first()).toBeVisible();
  const now = list.locator("[aria-pressed=true]");
  const before = await now.innerText();
  await list.locator("[aria-pressed=false]").last().click();
  await expect.poll(() => now.innerText().catch(() => "")).not.toBe(before);
  await picture(page, "wrg6-signs");
});

/** Two friends at their own screens. */
async function friends(browser: Browser, request: APIRequestContext, scenario: string) {
  const made = await request.post(`${URL()}/api/battles`, { data: { scenario, red: "here", blue: "link" } });
  const table = (await made.json()) as Made;
  const [red, blue] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  for (const page of [red, blue]) await hurry(page);
  await red.goto(`${URL()}/battle/${table.id}#${table.links.red}`);
  await blue.goto(`${URL()}/battle/${table.id}#join.${table.invitations.blue}`);
  for (const page of [red, blue]) await expect(page.locator("main[data-seq]")).toBeVisible();
  return { red, blue };
}

test("a friend is asked before a move is taken back, and may say no", async ({ browser, request }) => {
  let { red, blue } = await friends(browser, request, "dba/zama");
  await toMoves(red);
  // The dice of friends are nobody's to choose, and the last PIP ends the moves: there must be another.
  for (let i = 0; i < 12 && (await decision(red).getByText("1 of 1 PIPs").isVisible()); i++) {
    for (const page of [red, blue]) await page.context().close();
    ({ red, blue } = await friends(browser, request, "dba/zama"));
    await toMoves(red);
  }
  const undo = red.getByRole("button", { name: "Take back the last step" });
  const unit = (await pieces(red)).find((p) => p.may)!;
  const where = async () => (await pieces(red)).find((p) => p.id === unit.id)!;
  const give = async () => {
    await drag(red, unit, { x: unit.x, y: unit.y - 25 });
    const was = await seq(red);
    await decision(red).getByRole("button", { name: "Give the order" }).click();
    await expect.poll(() => seq(red)).toBeGreaterThan(was);
  };
  await give();
  const moved = await where();
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(decision(red)).toContainText("The other side is asked");
  const asked = decision(blue).getByRole("alert");
  await expect(asked).toContainText("asks to take the last decision back");
  await picture(blue, "consent");
  await asked.getByRole("button", { name: "No" }).click();
  await expect(asked).toBeHidden();
  expect((await where()).y).toBeCloseTo(moved.y, 0);
  await undo.click();
  await asked.getByRole("button", { name: "Let them" }).click();
  await expect.poll(async () => Math.abs((await where()).y - unit.y)).toBeLessThan(2);
  await expect(asked).toBeHidden();
});

test("a replay has speeds, a link to a step, and a battle that goes on from there", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const table = await sit(page, request, { scenario: "dba/zama" });
  await until(page, async () => (await seq(page)) >= 8, 30);
  await page.goto(`${URL()}/replay/${table.id}`);
  const line = page.getByText(/^Step \d+ of \d+/);
  await expect(line).toContainText("Step 0 of");
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.getByLabel("Speed").selectOption({ label: "no motion" });
  for (let i = 1; i <= 3; i++) {
    await page.keyboard.press("ArrowRight");
    await expect(line).toContainText(`Step ${i} of`);
  }
  await page.getByRole("button", { name: "Link to this step" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/step=3$/);
  await page.goto(link);
  await expect(line).toContainText("Step 3 of");
  const there = await pieces(page);
  await picture(page, "replay");
  await page.getByRole("button", { name: "Go on from here" }).click();
  await expect(page).toHaveURL(/\/battle\//);
  expect(page.url()).not.toContain(table.id);
  await expect(page.locator("main[data-seq]")).toBeVisible();
  expect((await pieces(page)).length).toBe(there.length);
  await expect(decision(page).locator("footer .btn").first()).toBeVisible();
});

test("a short battle ends in a result that leads to report, replay and rematch", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const table = await sit(page, request, { scenario: "wrg1969/medway", house: { periods: 2 } });
  await until(page, () => over(page).isVisible(), 40);
  await picture(page, "result");
  await over(page).getByRole("link", { name: "Read the report" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The armies" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Losses", exact: true })).toBeVisible();
  await expect(page.locator(".report svg.map").first()).toBeVisible();
  await page.screenshot({ path: "artefacts/pictures/seen-report.png", fullPage: true });
  await page.goto(`${URL()}/battle/${table.id}`);
  await over(page)
    .getByRole("button", { name: /Rematch/ })
    .click();
  await expect(page).toHaveURL(/\/battle\//);
  await expect.poll(() => page.url()).not.toContain(table.id);
  await expect(page.locator("main[data-seq]")).toBeVisible();
  // Sides changed: one's own are the Britons now.
  await expect(page.getByRole("region", { name: "Decision" })).toContainText(/Briton/);
});

test("strikes and volleys show what each die needed, and charges and answers their odds", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await sit(page, request, { scenario: "wab/clastidium", seed: 3 });
  const throws = page.locator('[data-part="ruling"]').getByRole("list", { name: "Throws" });
  const odds = decision(page).locator(".od .bar");
  let weighed = 0;
  await until(
    page,
    async () => {
      if (!weighed && (await odds.count()) > 0) {
        weighed++;
        // Pointing at a charge draws it.
        await decision(page).locator("ol li > button").first().hover();
        await picture(page, "wab-odds");
        await expect(page.locator(".arrows .charge").first()).toBeVisible();
        // Both cards lie beside the table.
        await expect(page.getByRole("region", { name: "Selection" }).getByRole("heading")).toHaveCount(2);
      }
      // A test of nerve throws dice, too, but needs no score on each.
      return weighed > 0 && (await throws.getByText(/^[2-6]\+$/).count()) > 0;
    },
    80,
  );
  await expect(throws.getByText(/^[2-6]\+$/).first()).toBeVisible();
  await expect(throws.getByText(/^\d+ of \d+$/).first()).toBeVisible();
  await picture(page, "wab-throws");
});
