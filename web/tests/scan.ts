// An accessibility scan: nothing serious may be found.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export async function scan(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map(
      (v) =>
        `${what}: ${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => `${n.target} ${n.failureSummary?.split("\n")[1] ?? ""}`)
          .join(" | ")}`,
    );
  expect(grave).toEqual([]);
}
