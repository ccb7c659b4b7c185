import { Agent, get } from "node:http";
import { CONNECTIONS, loadPage } from "./load.mjs";
import { quantile, timed } from "./machine.mjs";
import { during, startRemixServe } from "./processes.mjs";
import { show } from "./table.mjs";

const PAGE = { path: "/book?dumpsterSize=20&projectType=renovation&zip=32801", headers: {} };
const SECONDS = 10;
const P99_MS = 400;

/** How long one waits who comes on a new connection while others keep the server busy. @param {import("./processes.mjs").Running} ours */
export async function newcomers(ours) {
  const waits = await during(startRemixServe(ours), async (serve) => ({
    ours: await whileBusy(ours),
    serve: await whileBusy(serve),
  }));
  show(`New connections beside ${CONNECTIONS} kept ones`, {
    ours: { ...waits.ours, "p99 ms": { value: waits.ours["p99 ms"], most: P99_MS } },
    "remix-serve": waits.serve,
  });
}

/** One after the other, each on a connection of its own. @param {import("./processes.mjs").Running} server */
export async function whileBusy(server) {
  const load = loadPage(server, PAGE, { seconds: SECONDS });
  let busy = true;
  void load.finally(() => (busy = false)).catch(() => {});
  /** @type {number[]} */
  const times = [];
  while (busy) times.push((await timed(() => comeNew(server.url))).ms);
  await load;
  return { "p50 ms": quantile(times), "p99 ms": quantile(times, 0.99), newcomers: times.length };
}

/** @param {string} base @returns {Promise<void>} rejected when the page does not come */
function comeNew(base) {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const call = get(new URL(PAGE.path, base), { agent, headers: { "Accept-Encoding": "br" } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`A newcomer was answered ${answer.statusCode}`));
      answer.resume();
      answer.once("end", resolve);
    });
    call.once("error", reject);
  });
}
