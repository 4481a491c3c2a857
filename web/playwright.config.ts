import { execSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

const chromium =
  process.env.CHROMIUM ??
  execSync("command -v chromium || command -v chromium-browser || true").toString().trim();

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  outputDir: "artefacts/results",
  timeout: 120_000,
  globalTimeout: 3_600_000,
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: [["list"]],
  globalSetup: "./tests/server.ts",
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
