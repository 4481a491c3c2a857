import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const umpire = process.env.TESTUDO_URL ?? "http://127.0.0.1:7070";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { "/api": { target: umpire, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node" },
});
