import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export const alias = {
  "~": fileURLToPath(new URL("./app", import.meta.url)),
  "#db": fileURLToPath(new URL("./db", import.meta.url)),
};

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: { alias },
  // Native and large packages stay outside the server bundle and are loaded from node_modules.
  ssr: { external: ["better-sqlite3", "puppeteer", "@sparticuz/chromium", "@node-rs/argon2", "twilio", "stripe", "nodemailer"] },
  build: { assetsInlineLimit: 0 },
});
