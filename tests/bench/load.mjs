import { Agent, request } from "node:http";

// A load generator in a process of its own: node load.mjs URL CONNECTIONS SECONDS → one JSON line.
const [url = "", connections = "32", seconds = "5"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const until = Date.now() + Number(seconds) * 1000;
/** @type {number[]} */
const times = [];
let failed = 0;

await Promise.all(Array.from({ length: Number(connections) }, async () => {
  while (Date.now() < until) {
    const begun = performance.now();
    const status = await once();
    if (status >= 200 && status < 400) times.push(performance.now() - begun);
    else failed += 1;
  }
}));
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
console.log(JSON.stringify({ perSecond: Math.round(times.length / Number(seconds)), p50: at(0.5), p99: at(0.99), failed }));
agent.destroy();

/** @returns {Promise<number>} */
function once() {
  return new Promise((resolve) => {
    request(url, { agent, headers: { "Accept-Encoding": "br, gzip" } }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", () => resolve(0)).end();
  });
}
