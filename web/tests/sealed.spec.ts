// What one side writes and seals reaches nobody else before it is shown: everything the others hear is searched.

import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { decision, hurry, said, seq, URL } from "./table";

const BATTLE = "wrg1969/medway";
// Words and numbers that stand nowhere else.
const NOTE = "the quince orchard burns";
const PACE = "3.171";
const PERIOD = "period 47";
const SECRETS = [/quince|orchard/, /(?<![\d.])3\.171(?!\d)/, /period 47/, /(?<![\d.])3171(?!\d)/];

interface Table {
  id: string;
  links: { red: string; spectator: string };
  invitations: { blue: string };
}

async function laid(request: APIRequestContext): Promise<Table> {
  const made = await request.post(`${URL()}/api/battles`, {
    data: { scenario: BATTLE, red: "here", blue: "link" },
  });
  expect(made.ok()).toBe(true);
  return (await made.json()) as Table;
}

/** A browser of its own that writes down all it hears. */
async function seat(browser: Browser, table: Table, token: string): Promise<{ page: Page; heard: string[] }> {
  const page = await (await browser.newContext()).newPage();
  await hurry(page);
  const heard: string[] = [];
  page.on("websocket", (line) => line.on("framereceived", (frame) => heard.push(said(frame.payload))));
  page.on("response", async (answer) => {
    if (/\.(woff2|svg|css|js)$/.test(answer.url())) return;
    heard.push(await answer.text().catch(() => ""));
  });
  await page.goto(`${URL()}/battle/${table.id}#${token}`);
  await expect(page.locator("main[data-seq]")).toBeVisible();
  return { page, heard };
}

const row = (page: Page, name: string) => decision(page).getByRole("button", { name: new RegExp(name) });

/** Seals whatever is asked as it stands, until the step changes. */
async function sealAsItIs(page: Page) {
  const pri = decision(page).locator(".btn.pri");
  await pri.click();
  const again = decision(page).getByRole("alert");
  if (await again.isVisible().catch(() => false)) await pri.click();
}

/** Both seal whatever they are asked as it stands, until the battle has gone on for both. */
async function round(red: Page, blue: Page) {
  const before = Math.max(await seq(red), await seq(blue));
  const done = async () => (await seq(red)) > before && (await seq(blue)) > before;
  for (let i = 0; i < 80 && !(await done()); i++) {
    for (const page of [red, blue]) {
      const asked = decision(page).locator("footer .btn.pri:enabled");
      if ((await seq(page)) <= before && (await asked.isVisible())) await asked.click();
    }
    await red.waitForTimeout(200);
  }
  expect(await done()).toBe(true);
}

test("sealed orders reach nobody before they are shown", async ({ browser, request }) => {
  const table = await laid(request);
  const red = await seat(browser, table, table.links.red);
  const blue = await seat(browser, table, `join.${table.invitations.blue}`);
  const watcher = await seat(browser, table, table.links.spectator);

  // Deployment, as the scenario has it, until both write their orders.
  for (let i = 0; i < 6 && !(await red.page.getByRole("list", { name: "The sheet" }).isVisible()); i++) {
    await round(red.page, blue.page);
  }
  const sheet = red.page.getByRole("list", { name: "The sheet" });
  await expect(sheet).toBeVisible();

  // Red writes an order and a signal that only Red may know.
  await sheet.getByRole("button").first().click();
  await red.page
    .locator("textarea")
    .first()
    .fill(`Advance, at ${PACE} inches a period, until ${PERIOD} begins.`);
  await expect(sheet.getByText("The umpire reads")).toBeVisible();
  await row(red.page, "Signal 4").click();
  await red.page.locator("textarea").last().fill(`(${NOTE})`);
  await expect(sheet.getByText("read", { exact: true })).toHaveCount(2);
  const first = await seq(red.page);
  await decision(red.page)
    .getByRole("button", { name: /Seal the orders/ })
    .click();
  await expect(decision(red.page).getByText("Your choice is sealed.")).toBeVisible();
  await expect(blue.page.getByText("Romans: sealed")).toBeVisible();
  await sealAsItIs(blue.page);
  await expect.poll(() => seq(blue.page)).toBeGreaterThan(first);

  // Two more rounds of sealed choices, while the orders are being carried out.
  for (let i = 0; i < 3; i++) {
    await round(red.page, blue.page);
  }
  // Blue looks at every unit, and loads the page anew.
  await blue.page.reload();
  await expect(blue.page.locator("main[data-seq]")).toBeVisible();
  await blue.page.goto(`${URL()}/replay/${table.id}`);
  await expect(blue.page.getByRole("main")).toBeVisible();
  await blue.page.waitForTimeout(500);

  expect(red.heard.some((frame) => frame.includes(PACE))).toBe(true);
  expect(blue.heard.length).toBeGreaterThan(5);
  expect(watcher.heard.length).toBeGreaterThan(3);
  for (const [who, heard] of [
    ["the other side", blue.heard],
    ["those who watch", watcher.heard],
  ] as const) {
    const all = heard.join("\n").toLowerCase();
    for (const secret of SECRETS) expect(all.match(secret), `${who} heard ${secret}`).toBeNull();
  }
});
