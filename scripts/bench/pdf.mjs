import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { createPdfAdapter } from "../../app/adapters/pdf/pdf.server";
import { quantile, timed } from "./machine.mjs";
import { withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const WARM = 40;
const IDLE_MS = 500;
const LINES = 60;
const WORDS = "Sunline Roll-Off";

/** A document of two pages, like an invoice. */
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice</title><style>body{font:14px sans-serif}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #999;padding:4px}</style></head><body><h1>${WORDS}</h1><table>${Array.from({ length: LINES }, (_, i) => `<tr><td>${i + 1}</td><td>20-yard dumpster, 7 days, general debris</td><td>$${(i * 13.37).toFixed(2)}</td></tr>`).join("")}</table></body></html>`;

/** The browser of the documents: its first one, those after it, and whether it leaves again. */
export async function run() {
  await withDataDir(async (dataDir) => {
    const before = browsers();
    const pdf = createPdfAdapter({ dataDir, executablePath: process.env.PUPPETEER_EXECUTABLE_PATH || undefined, idleMs: IDLE_MS });
    const print = () => timed(() => pdf.render(HTML, { title: "Invoice", mustContain: WORDS }));
    const cold = await print();
    const times = [];
    for (let i = 0; i < WARM; i++) times.push((await print()).ms);
    const sum = times.reduce((total, ms) => total + ms, 0);
    await pause(IDLE_MS + 2_500);
    const left = browsers() - before;
    await pdf.close();
    show("PDF of two pages", {
      "one after the other": {
        "cold ms": { value: cold.ms, most: 300 }, "warm p50 ms": { value: quantile(times), most: 50 }, "per second": { value: (WARM * 1000) / sum, least: 15 }, bytes: cold.result.length,
        "browsers left when idle": { value: left, most: 0 },
      },
    });
  });
}

/** Processes that this one has started and that still run. */
function browsers() {
  if (process.platform === "win32") return 0;
  const parents = execFileSync("ps", ["-eo", "ppid=,stat="], { encoding: "utf8" }).split("\n").map((line) => line.trim().split(/\s+/));
  return parents.filter(([parent, state = ""]) => Number(parent) === process.pid && !state.startsWith("Z")).length;
}
