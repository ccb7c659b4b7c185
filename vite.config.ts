import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { alias } from "./scripts/support/alias.mjs";

/** `import text from "./script?minified"`: a script bundled into one text, for inlining into pages. */
const minifiedText: Plugin = {
  name: "minified-text",
  enforce: "pre",
  async load(id) {
    const [file, query] = id.split("?");
    if (!file || query !== "minified") return;
    const { outputFiles, metafile } = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: "iife",
      target: "es2021",
      write: false,
      metafile: true,
    });
    for (const part of Object.keys(metafile.inputs))
      this.addWatchFile(fileURLToPath(new URL(part, `file://${process.cwd()}/`)));
    // Every page would pay for the word; the sources are modules and were checked as such.
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim().replace('"use strict";', ""))}`;
  },
};

/**
 * What nobody needs of the SDK is an eighth of it, and left out of the browser's copy: its test call, the statistics of
 * browsers from before 2018, what each error says about its causes (the code and the message stay), and a library that only
 * decides what stands in the console (warnings and errors do).
 */
const UNUSED: Readonly<Record<string, string>> = {
  "/voice-sdk/esm/twilio/preflight/preflight.js": "export class PreflightTest {}",
  "/voice-sdk/esm/twilio/rtc/mockrtcstatsreport.js": "export default class {}",
  "/loglevel/lib/loglevel.js": `export const levels = { TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, SILENT: 5 };
    const quiet = () => {};
    const say = (how) => (...all) => console[how](...all);
    const log = { trace: quiet, debug: quiet, info: quiet, warn: say("warn"), error: say("error"), setDefaultLevel: quiet };
    export const getLogger = () => log;`,
};
const leanVoice: Plugin = {
  name: "lean-voice",
  load: (id) => Object.entries(UNUSED).find(([end]) => id.endsWith(end))?.[1],
  transform: (code, id) =>
    id.endsWith("/voice-sdk/esm/twilio/errors/generated.js")
      ? code.replace(/^ +this\.(?:causes|solutions|description) = (?:\[[^;]*?\]|'.*'|".*"|`.*`);\n/gm, "")
      : undefined,
};

/**
 * Says of React and Remix that what they consist of is called at once: a browser that knows the word makes it ready beside the
 * page's own thread while it comes, not one function after the other when each is called. With the space it packs smaller.
 */
const compiledAtOnce: Plugin = {
  name: "compiled-at-once",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk" && file.name === "framework") file.code = `//# allFunctionsCalledOnLoad \n${file.code}`;
  },
};

/** Few files after intent: each costs a round trip on a slow line, and its hashed name stands in every page. */
function chunkOf(id: string): string | undefined {
  if (id.includes("vite/preload-helper")) return "framework";
  if (
    /node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|cookie|set-cookie-parser)\//.test(
      id,
    )
  )
    return "framework";
  // What only the pages of the site have around them: neither a booking, nor the office, nor a driver.
  if (/\/app\/ui\/frame\/(Site(Footer|Header)|PublicFrame)\b/.test(id)) return "site";
  if (/\/app\/ui\/art\/(Dumpster|SizeDrawing|lettering)\b/.test(id)) return "drawings";
  // The days, windows and places of an order, for who books it and who drives it.
  if (/\/app\/domain\/(schedule\/(rules|placement|placement-rules)|settings\/closings)\b/.test(id)) return "days";
  // What each page of a driver is made of: many small files would be packed worse, one by one.
  if (
    /\/app\/(driver-paths|ui\/driver\/(OnlinePhone|PhoneLine|phone-store|send-journal|use-phone|press|step-words|scan|ScanButton|use-step-on-phone|use-answer|StepsSoFar|PlacePhotos|use-awake|in-view)\b|ui\/office\/(DriverSteps|DriverJob|PhotoField|job-steps|shrink-photos|use-place)\b)/.test(
      id,
    )
  )
    return "driver";
  // What each page of the office has around it: many small files, each named in fifty bytes of every page.
  if (
    /\/app\/(crm-paths|ui\/office\/(found|FoundList|Keys|LiveOffice|OfficeError|use-follow|status-bits)|ui\/voice\/wish)\b/.test(
      id,
    )
  )
    return "office";
  // What a call shows while it rings, while it lasts and afterwards: fetched in one piece with the first one.
  if (/\/app\/ui\/voice\/((Incoming|Running|After)Call|PopFacts)\b/.test(id)) return "on-a-call";
  // What a page of the office and one of a driver have around them, live.
  if (
    /\/app\/(team-paths|live-paths|ui\/live\/|ui\/office\/(SignedInAs|TabsOfOne|tabs|bits|use-sent|use-driver-news|PlaceShots)\b)/.test(
      id,
    )
  )
    return "signed-in";
  if (
    /\/app\/(paths|ui\/(frame|form|art)\/|ui\/[\w-]+\.tsx?$|domain\/(kernel|service-area)\/|domain\/pricing\/(materials|types)\b)/.test(
      id,
    ) &&
    !/Toasts|Unbroken|ServiceScene|HeroScene|ui\/frame\/(Page|FocusedFrame)|kernel\/(invisible|moments|stored|typed|full-dates|hours|too-long)|form\/(KeptFields|GateCode)/.test(
      id,
    )
  )
    return "frame";
  // The other pages with these parts have no field to begin with, and so load no script.
  if (/\/app\/ui\/(home\/(?!\w*(?:Panels|Proof))|art\/HeroScene)/.test(id)) return "home";
  // What the steps of a booking share; the home page shows prices and no sums.
  if (/\/app\/ui\/booking\/(PricePanel|parts|SaveForLater|typed-again)\b|\/app\/ui\/frame\/FocusedFrame\b/.test(id))
    return "steps";
  // What the first step is made of in one piece, though the office asks the same question about the material.
  if (
    /\/app\/(ui\/booking\/(ProjectStep|use-live-order|material-cards|SizeChoices|CartLines|MaterialQuestion|OutsideArea)|domain\/pricing\/material-(advice|price))\b/.test(
      id,
    )
  )
    return "choice";
  // What only the first step asks travels with it.
  if (/\/app\/domain\/pricing\/(?!material-|waste-types|priced-lines|prohibited-items)/.test(id)) return "pricing";
}

// A page names a dozen scripts, and what is chance in a name cannot be compressed: seven characters of it are enough.
const SHORT_NAMES = { entryFileNames: "assets/[name]-[hash:7].js", chunkFileNames: "assets/[name]-[hash:7].js" };

/**
 * Imported from its folder each of these is read twice over at every start: Node looks through what it consists of in
 * development too. In the bundle is what is for production alone, hence `define` below.
 */
const REACT = [
  "react",
  "react-dom",
  "scheduler",
  "@remix-run/react",
  "react-router",
  "react-router-dom",
  "@remix-run/router",
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [minifiedText, leanVoice, compiledAtOnce, tailwindcss(), remix(remixConfig)],
  resolve: { alias },
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
  // Native and large packages stay outside the server bundle and are loaded from node_modules.
  ssr: {
    external: [
      "better-sqlite3",
      "puppeteer",
      "@sparticuz/chromium",
      "sharp",
      "@node-rs/argon2",
      "twilio",
      "nodemailer",
    ],
    // Each in hundreds of files, which would be looked for and read one by one at every start.
    noExternal: isSsrBuild ? ["stripe", "drizzle-orm", "zod", "libphonenumber-js", ...REACT] : [],
  },
  build: {
    // Class fields and logical assignment as they are written: each of these is from 2021.
    target: ["chrome94", "edge94", "firefox93", "safari15"],
    assetsInlineLimit: 0,
    // The telephone's SDK alone has such imports: the helper for them would be one more name that every page's framework exports.
    commonjsOptions: {
      defaultIsModuleExports: (id: string) => (/node_modules\/(events|loglevel)\//.test(id) ? true : "auto"),
    },
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf, ...SHORT_NAMES } } }),
  },
}));
