import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Compresses what is built once, so that the server need not do it for each visitor. */
function compressed() {
  const pack = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) pack(path);
      else if (/\.(js|css|svg|html)$/.test(entry.name)) {
        const text = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(text));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    }
  };
  return { name: "compressed", apply: "build" as const, closeBundle: () => pack("dist") };
}

const umpire = process.env.TESTUDO_URL ?? "http://127.0.0.1:7070";

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { "/api": { target: umpire, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node" },
});
