import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startChromium } from "../../app/adapters/pdf/chromium.server";
import { browserCandidates } from "../../app/adapters/pdf/find-browser.server";
import { descendants, ownMemory } from "../../app/adapters/pdf/memory.server";
import { createPdfAdapter } from "../../app/adapters/pdf/pdf.server";
import { quantile, timed } from "./machine.mjs";
import { withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const COLD = 7;
const WARM = 60;
const AT_ONCE = 30;
const IDLE_MS = 500;
const LINES = 60;
const WORDS = "Sunline Roll-Off";

/** A document of two pages, like an invoice. */
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice</title><style>body{font:14px sans-serif}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #999;padding:4px}</style></head><body><h1>${WORDS}</h1><table>${Array.from({ length: LINES }, (_, i) => `<tr><td>${i + 1}</td><td>20-yard dumpster, 7 days, general debris</td><td>$${(i * 13.37).toFixed(2)}</td></tr>`).join("")}</table></body></html>`;

/**
 * The browser of the documents: from no process to a finished document, the documents after it, and whether it leaves
 * again. The browser is on the disk already, as after the first document of all. Beside it what the same
 * browser needs to start and end without a document, so that a busy machine can be told from a slow program. Memory is
 * read where there is /proc.
 */
export async function run() {
  await withDataDir(async (dataDir) => {
    /** @type {string[]} */
    const log = [];
    const options = {
      dataDir,
      executablePath: process.env.PUPPETEER_EXECUTABLE_PATH || undefined,
      log: (/** @type {string} */ line) => void log.push(line),
    };
    const print = (/** @type {import("~/domain/documents/ports").PdfPort} */ pdf) =>
      pdf.render(HTML, { title: "Invoice", mustContain: WORDS });

    const { ms: found, result: browser } = await timed(
      async () => (await browserCandidates({ ...options, preferShell: true }).next()).value,
    );
    if (!browser) throw new Error("no browser to measure");
    const cold = [];
    const alone = [];
    for (let i = 0; i < COLD; i++) {
      const pdf = createPdfAdapter(options);
      cold.push((await timed(() => print(pdf))).ms);
      await pdf.close();
      alone.push((await timed(async () => (await startChromium(browser)).end())).ms);
    }

    const pdf = createPdfAdapter({ ...options, idleMs: IDLE_MS });
    const bytes = (await print(pdf)).length;
    const warm = [];
    for (let i = 0; i < WARM; i++) warm.push((await timed(() => print(pdf))).ms);
    const { ms: all } = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, () => print(pdf))));
    const pid = Number(/as process (\d+)/.exec(log.at(-1) ?? "")?.[1]);
    const family = [pid, ...descendants(pid)];
    const memory = {
      processes: family.length,
      "own memory MB": sum(family, ownMemory) / 2 ** 20,
      "resident MB": sum(family, resident) / 2 ** 20,
    };
    await pause(IDLE_MS + 2_500);
    const left = descendants(process.pid).filter((child) => family.includes(child)).length;
    await pdf.close();

    show(`PDF of two pages by the ${browser.source} ${browser.isShell ? "headless shell" : "browser"}`, {
      "no process to PDF": {
        "p50 ms": { value: quantile(cold), most: 300 },
        "best ms": Math.min(...cold),
        "slowest ms": Math.max(...cold),
        bytes,
      },
      "its browser alone, start to end": {
        "p50 ms": quantile(alone),
        "best ms": Math.min(...alone),
        "slowest ms": Math.max(...alone),
      },
      "next one": {
        "p50 ms": { value: quantile(warm), most: 50 },
        "best ms": Math.min(...warm),
        "slowest ms": Math.max(...warm),
        "per second": { value: (WARM * 1000) / warm.reduce((sum, ms) => sum + ms, 0), least: 15 },
      },
      [`${AT_ONCE} at once`]: { "per second": (AT_ONCE * 1000) / all },
    });
    show("Its browser", {
      "": { "found or unpacked ms": found, ...memory, "processes left when idle": { value: left, most: 0 } },
    });
  });
}

/** @param {number[]} pids @param {(pid: number) => number} of */
function sum(pids, of) {
  return pids.reduce((total, pid) => total + of(pid), 0);
}

/** Bytes in main memory, what several processes share counted for each. @param {number} pid */
function resident(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) * 1024;
}
