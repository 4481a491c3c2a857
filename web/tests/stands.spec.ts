// What stays where it is, what is seen of the enemy's turn, and how the battle stands.

import { expect, type Page, test } from "@playwright/test";
import { scan } from "./scan";
import { answer, due, result } from "./stranger";
import { decision, hurry, lay, layScenario, pieces, seq, toMoves, URL } from "./table";

const board = async (page: Page) => {
  const box = (await page.locator("svg.board").first().boundingBox())!;
  return [box.x, box.y, box.width, box.height].map(Math.round);
};
const ending = (page: Page) => page.getByRole("button", { name: /End moves|End all the same/ });
const endMoves = async (page: Page) => {
  // An order that was just given is shown first; what is pressed meanwhile may come to nothing.
  const was = await seq(page);
  for (let n = 0; n < 40 && (await seq(page)) === was; n++) {
    if (await ending(page).isVisible())
      await ending(page)
        .click({ timeout: 2000 })
        .catch(() => {});
    await page.waitForTimeout(150);
  }
};

test("the table never moves: questions, plans, the enemy's turn and its end leave it where it is", async ({
  page,
}) => {
  await lay(page, "Recruit", 8);
  const first = await board(page);
  await toMoves(page);
  expect(await board(page)).toEqual(first);
  const unit = (await pieces(page)).find((p) => p.may)!;
  await page.mouse.click(unit.x, unit.y);
  await page.mouse.click(unit.x, unit.y - 20);
  await expect(decision(page).getByRole("button", { name: "Give the order" })).toBeEnabled();
  expect(await board(page)).toEqual(first);
  const was = await seq(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => seq(page)).toBeGreaterThan(was);
  await endMoves(page);

  // Their bound is a story that can be stopped and stepped through; what has moved stays marked.
  const story = page.getByRole("group", { name: "What happened" });
  await expect(story).toBeVisible();
  expect(await board(page)).toEqual(first);
  const pause = story.getByRole("button", { name: "Pause" });
  if (await pause.isVisible().catch(() => false)) await pause.click({ timeout: 2000 }).catch(() => {});
  const play = story.getByRole("button", { name: "Play", exact: true });
  if (await play.isVisible().catch(() => false)) {
    await story.getByRole("button", { name: "Step on" }).click();
    await play.click({ timeout: 2000 }).catch(() => {});
  }
  await page.screenshot({ path: "artefacts/pictures/stands-story.png" });
  for (let i = 0; i < 120 && !(await ending(page).isVisible()); i++) {
    const on = decision(page).getByRole("button", { name: /Go on/ });
    if (await on.isVisible().catch(() => false)) await on.click();
    await page.waitForTimeout(300);
  }
  await expect(page.locator(".traces").first()).not.toBeEmpty();
  await expect(page.getByText("What has happened")).toBeVisible();
  expect(await board(page)).toEqual(first);
  await page.screenshot({ path: "artefacts/pictures/stands-marks.png" });
});

test("a card of a unit that is pointed at stands beside the table, and nothing covers it", async ({
  page,
}) => {
  await hurry(page);
  await lay(page, "Recruit", 8);
  await toMoves(page);
  const foe = (await pieces(page)).find((p) => p.side === "blue")!;
  await page.mouse.move(foe.x, foe.y);
  const card = page.getByRole("region", { name: "Selection" });
  await expect(card).toContainText("Carthage");
  const [inner, table] = [
    (await card.boundingBox())!,
    (await page.locator("svg.board").first().boundingBox())!,
  ];
  const apart =
    inner.x + inner.width <= table.x ||
    inner.x >= table.x + table.width ||
    inner.y >= table.y + table.height ||
    inner.y + inner.height <= table.y;
  expect(apart).toBe(true);
});

test("only what can be done is offered: four verbs at most, the rest on demand", async ({ page }) => {
  await hurry(page);
  await lay(page, "Recruit", 8);
  await toMoves(page);
  const unit = (await pieces(page)).find((p) => p.may)!;
  await page.mouse.click(unit.x, unit.y);
  const verbs = decision(page).getByRole("radiogroup", { name: "Manner of moving" }).getByRole("radio");
  await expect(verbs.first()).toBeVisible();
  expect(await verbs.count()).toBeLessThanOrEqual(4);
  await expect(decision(page)).not.toContainText("Leave a camp");
});

test("small windows keep what matters in view", async ({ page }) => {
  await hurry(page);
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(URL());
    await expect(page.getByRole("button", { name: "To the table" })).toBeInViewport({ ratio: 1 });
  }
  await layScenario(page, /6th/, /Zama/, /Recruit/, 4);
  const strip = page.getByRole("list", { name: /Parts of/ });
  const bar = (await strip.boundingBox())!;
  for (const part of await strip.locator("li:not(.vh)").all()) {
    const box = (await part.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(bar.x + bar.width + 1);
  }
  for (const [name, w, h] of [
    ["sideways", 844, 390],
    ["upright", 390, 844],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.waitForTimeout(200);
    await expect(decision(page)).toBeInViewport();
    await expect(page.locator("svg.board").first()).toBeInViewport();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `artefacts/pictures/stands-${name}.png` });
  }
});

test("the word that the line is broken lies over nothing and under nothing", async ({ page }) => {
  await hurry(page);
  let cut = () => {};
  await page.routeWebSocket(/socket/, (line) => {
    const server = line.connectToServer();
    cut = () => {
      void server.close();
      void line.close();
    };
  });
  await lay(page, "Recruit", 8);
  cut();
  const word = page.getByText("The line to the umpire is broken");
  await expect(word).toBeVisible();
  const seen = await word.evaluate((e) => {
    const box = e.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top === e || e.contains(top);
  });
  expect(seen).toBe(true);
});

for (const theme of ["light", "dark"]) {
  test(`how it stands is told in words, drawn, and fought on when asked, ${theme}`, async ({ page }) => {
    await hurry(page);
    await page.addInitScript((t) => localStorage.setItem("testudo.theme", t), theme);
    await layScenario(page, /De Bellis/, /Zama/, /Recruit/, 9);
    for (let i = 0; i < 5; i++) {
      if (await due(page)) break;
      await answer(page, 2, 0);
    }
    await due(page);
    await page.getByRole("button", { name: "How it stands" }).click();
    const box = page.getByRole("dialog", { name: "How it stands" });
    await expect(box).toContainText("Elements lost:");
    await expect(box).toContainText("broken at 4");
    await box.getByRole("button", { name: "Fight it on" }).click();
    await expect(box).toContainText(/Fought on \d+ times/, { timeout: 30_000 });
    await expect(box.getByRole("button", { name: "Fight it on" })).toBeEnabled({ timeout: 60_000 });
    await scan(page, "how it stands");
    await page.screenshot({ path: `artefacts/pictures/stands-${theme}.png` });

    // Hints can be switched off for this battle alone.
    await box.getByLabel("Hints in this battle").uncheck();
    await box.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeHidden();
    await page.reload();
    await expect(decision(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeHidden();

    // Who gives up is asked once, and the battle is over.
    await due(page);
    await page.getByRole("button", { name: "How it stands" }).click();
    await box.getByRole("button", { name: "Concede" }).click();
    await box.getByRole("button", { name: "Concede all the same" }).click();
    await expect(result(page)).toContainText("Carthage");
    await result(page).getByRole("link", { name: "Read the report" }).click();
    await expect(page.getByRole("heading", { name: "Losses", exact: true })).toBeVisible();
    await scan(page, "report");
  });
}

test("without motion their turn is gone through step by step", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lay(page, "Recruit", 8);
  await toMoves(page);
  await endMoves(page);
  const story = page.getByRole("group", { name: "What happened" });
  const on = decision(page).getByRole("button", { name: /Go on/ });
  let steps = 0;
  for (let i = 0; i < 60 && !(await ending(page).isVisible()); i++) {
    if (await on.isVisible()) await on.click();
    else if (await story.getByRole("button", { name: "Play", exact: true }).isVisible()) {
      if (steps === 0) {
        // What is shown is shown to its end; nothing goes on by itself.
        await page.waitForTimeout(2000);
        const was = await seq(page);
        await page.waitForTimeout(2500);
        expect(await seq(page)).toBe(was);
      }
      await page.keyboard.press("ArrowRight");
      steps++;
    }
    await page.waitForTimeout(150);
  }
  await expect(ending(page)).toBeVisible();
  expect(steps).toBeGreaterThan(1);
  await expect(page.locator(".traces").first()).not.toBeEmpty();
});

test("whoever looks elsewhere is called: by the title, by a notice, by a sound", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    Object.assign(window, {
      Notification: class {
        static permission = "granted";
        static requestPermission(): Promise<string> {
          return Promise.resolve("granted");
        }
        constructor(title: string, more: { body: string }) {
          heard.push(`${title}: ${more.body}`);
        }
      },
    });
    const made = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.push("tone");
      return made.call(this);
    };
    localStorage.setItem("testudo.speed", "4");
  });
  await page.goto(URL());
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Sounds").check();
  await page.getByLabel("A notice when it is my turn").check();
  await page.getByRole("button", { name: "Close" }).click();
  await lay(page, "Recruit", 8);
  await toMoves(page);
  await expect(page).toHaveTitle(/Your turn/);
  await page.evaluate(() =>
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true }),
  );
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  const before = (await heard()).length;
  await endMoves(page);
  await expect.poll(async () => (await heard()).length, { timeout: 30_000 }).toBeGreaterThan(before + 2);
  const since = (await heard()).slice(before);
  expect(since.filter((h) => h === "tone").length).toBeGreaterThanOrEqual(2);
  expect(since.some((h) => h.startsWith("Zama"))).toBe(true);
  await expect(page).toHaveTitle(/Your turn/);
});
