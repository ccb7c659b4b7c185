// `npm run month [-- SEED [DAYS]]`: made-up customers, drivers and an office live through some days in the sandbox of the
// server that runs (PORT, 3000 without it). The same seed on the same data is the same month.
const [seed = "7", days = "30"] = process.argv.slice(2);
const base = `http://localhost:${process.env.PORT || 3000}`;
const LOOK_EVERY_MS = 1_000;
/** Longer than the longest month takes on a slow machine. */
const MOST_MS = 20 * 60_000;

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  return fetch(`${base}${path}`, init).catch(() =>
    stop(`Nobody answers at ${base}. Start the server first (npm start), or name its PORT.`),
  );
}

/**
 * @typedef {{ days: number, done: number, day: string, state: string, why: string | null, counts: Record<string, number>, startedAt: number }} Run
 * @returns {Promise<Run | null>}
 */
async function look() {
  const answer = await ask("/sandbox/month.json");
  if (!answer.ok) stop(`${base} has no sandbox.`);
  return /** @type {{ run: Run | null }} */ (await answer.json()).run;
}

const before = await look();
const begun = await ask("/sandbox/month", {
  method: "POST",
  redirect: "manual",
  body: new URLSearchParams({ intent: "start", seed, days }),
});
if (begun.status >= 400) stop(`It was not begun: a whole number as the seed, and up to 62 days. (${begun.status})`);
const until = Date.now() + MOST_MS;
let told = "";
for (;;) {
  const run = await look();
  if (!run || (before && run.startedAt === before.startedAt && run.state !== "running")) stop("It was not begun.");
  const line = `day ${Math.min(run.done + 1, run.days)} of ${run.days}  ${run.day}`;
  if (line !== told && run.day) console.log(line);
  told = line;
  if (run.state === "failed" || run.state === "stopped") stop(`It ${run.state}. ${run.why ?? ""}`);
  if (run.state === "done") {
    for (const [what, count] of Object.entries(run.counts).sort()) console.log(`${String(count).padStart(6)}  ${what}`);
    console.log(`\nThe office: ${base}/crm/overview   the inbox: ${base}/sandbox/inbox`);
    break;
  }
  if (Date.now() > until) stop("It takes too long. See how far it is on /sandbox/month.");
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
