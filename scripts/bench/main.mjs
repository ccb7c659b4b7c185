import { cpus, loadavg } from "node:os";
import { hasTool } from "./machine.mjs";
import { missed } from "./table.mjs";

/** The parts in their order, with about how long each takes. */
const PARTS = {
  start: { takes: "10 s", load: () => import("./start.mjs") },
  visitor: { takes: "1 minute", load: () => import("./visitor.mjs") },
  server: { takes: "5 minutes", load: () => import("./server.mjs") },
  growth: {
    takes: "10 minutes with 640,000 bookings; BENCH_BOOKINGS=100000: 2 minutes",
    load: () => import("./growth.mjs"),
  },
  pdf: { takes: "10 s", load: () => import("./pdf.mjs") },
  attack: { takes: "2 minutes", load: () => import("./attack.mjs") },
  journey: { takes: "1 minute", load: () => import("./journey.mjs") },
  lighthouse: { takes: "20 minutes with 5 runs a page; LH_RUNS=1: 4 minutes", load: () => import("./lighthouse.mjs") },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(
      " ",
    )}, ${hasTool("wrk") ? "wrk" : "own load generator"}, ${hasTool("taskset") ? "pinned to cores" : "not pinned"}.`,
);
console.log(
  "Figures of one run stand beside their yardsticks: ratios count, absolute times are this machine's at this moment.",
);
for (const [name, { takes, load }] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n# ${name} (about ${takes})`);
  const begun = Date.now();
  try {
    await (await load()).run();
  } catch (error) {
    // The other parts are worth their while all the same.
    console.error(error);
    missed.push(`${name} could not be measured to its end: ${error instanceof Error ? error.message : error}`);
  }
  console.log(`(${Math.round((Date.now() - begun) / 1000)} s)`);
}
if (missed.some((line) => line.includes("could not be measured"))) process.exitCode = 1;
console.log(
  missed.length === 0
    ? "\nEvery bar is met."
    : `\n${missed.length} bars are not met:\n${missed.map((line) => `  ✗ ${line}`).join("\n")}`,
);
