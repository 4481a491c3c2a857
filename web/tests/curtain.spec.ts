// Two at one screen: what one may not see is gone from the page before the other is called.

import { expect, type Page, test } from "@playwright/test";
import type { ServerMsg } from "../src/wire/messages";
import type { View } from "../src/wire/types";
import { unproved } from "./fixtures/dice";
import { STAGE, stage } from "./fixtures/stage";
import { zama } from "./fixtures/zama";
import { scan } from "./scan";

/** Both sides choose, sealed; what the other holds back is not in one's view. */
function sealed(viewer: "red" | "blue", chosen: boolean): View {
  const units = zama.units.map((u) => (u.side === viewer ? u : { ...u, place: "waiting" as const }));
  const ask = {
    prompt: `Orders of ${zama.names[viewer]}`,
    rule: "dba.pips.cost",
    form: {
      kind: "choose" as const,
      options: ["Advance", "Hold", "Go round"].map((label) => ({ label, rule: "dba.pips.cost", units: [] })),
    },
  };
  return { ...zama, viewer, units, pending: { kind: "sealed", ask: chosen ? null : ask } };
}

async function hotSeat(page: Page, heard: string[]) {
  await stage(page);
  await page.routeWebSocket(/\/socket(\?|$)/, (ws) => {
    const done = { red: false, blue: false };
    const say = (m: ServerMsg) => ws.send(JSON.stringify(m));
    const views = () => ({ red: sealed("red", done.red), blue: sealed("blue", done.blue) });
    const presence = () => ({
      online: { red: true, blue: true },
      sealed: { ...done },
      spectators: 0,
      asks_back: null,
    });
    ws.onMessage((data) => {
      const m = JSON.parse(String(data));
      if (m.type === "hello")
        say({
          type: "welcome",
          battle: {
            id: "b2",
            book: "dba",
            scenario: "x",
            name: "Zama",
            seats: { red: "here", blue: "here" },
          },
          roles: ["red", "blue"],
          seq: 3,
          views: views(),
          steps: [],
          presence: presence(),
          thinking: null,
          dice: unproved,
          back: { red: null, blue: null },
        });
      if (m.type === "submit") {
        heard.push(`${m.side} ${JSON.stringify(m.command)}`);
        done[m.side as "red" | "blue"] = true;
        say({ type: "presence", presence: presence() });
        say({
          type: "step",
          seq: 3,
          side: m.side,
          turn: 0,
          active: null,
          entries: [],
          changes: [views()],
          back: { red: null, blue: null },
        });
      }
      if (m.type === "preview")
        say({
          type: "preview",
          id: m.id,
          preview: { ghosts: [], words: [], odds: [], lines: [], refusals: [] },
        });
    });
  });
}

test("the curtain falls between sealed choices", async ({ page }) => {
  const heard: string[] = [];
  await hotSeat(page, heard);
  await page.goto(`${STAGE}/battle/b2#one,two`);
  const decision = page.getByRole("region", { name: "Decision" });
  await expect(decision.getByRole("heading", { name: "Orders of Rome" })).toBeVisible();
  await expect(page.locator('[data-unit="4"]')).toBeVisible();
  await expect(page.locator('[data-unit="13"]')).toHaveCount(0);
  await decision.getByRole("button", { name: "Hold" }).click();

  const curtain = page.getByRole("dialog", { name: "Pass to Blue. Red, look away." });
  await expect(curtain).toBeVisible();
  await expect(page.locator("[data-unit]")).toHaveCount(0);
  await expect(page.getByText("Orders of Rome")).toHaveCount(0);
  await page.screenshot({ path: "artefacts/pictures/curtain.png" });
  await scan(page, "curtain");
  const button = curtain.getByRole("button", { name: /I am Blue/ });
  await button.click();
  await expect(curtain).toBeVisible();
  await button.hover();
  await page.mouse.down();
  await expect(curtain).toBeHidden();
  await page.mouse.up();

  await expect(decision.getByRole("heading", { name: "Orders of Carthage" })).toBeVisible();
  await expect(page.locator('[data-unit="13"]')).toBeVisible();
  await expect(page.locator('[data-unit="4"]')).toHaveCount(0);
  await decision.getByRole("button", { name: "Advance" }).click();
  await expect(decision.getByText("Your choice is sealed.")).toBeVisible();
  expect(heard).toEqual(['red {"choose":1}', 'blue {"choose":0}']);
});
