import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

// A load generator in a process of its own: node generator.mjs PLAN.json → one JSON line. The plan names a base
// address, connections and requests; with `seconds` they are sent round and round for so long, else each is sent once.
/** @type {import("./load.mjs").Plan} */
const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
/** @type {number[]} */
const times = [];
/** @type {Record<string, number>} */
const statuses = {};
let next = 0;

// Connections are made before the clock runs: a server takes one new connection per turn, so newcomers wait for the
// others' answers.
await Promise.all(Array.from({ length: plan.connections }, () => once({ path: plan.warm ?? "/healthz" })));
const begun = performance.now();
const until = plan.seconds ? begun + plan.seconds * 1000 : Infinity;
await Promise.all(
  Array.from({ length: plan.connections }, async () => {
    while (performance.now() < until && (plan.seconds || next < plan.requests.length)) {
      const wanted = plan.requests[next++ % plan.requests.length];
      if (!wanted) return;
      const sent = performance.now();
      const status = await once(wanted);
      times.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }),
);
const ms = performance.now() - begun;
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
console.log(
  JSON.stringify({ perSecond: (times.length / ms) * 1000, count: times.length, p50: at(0.5), p99: at(0.99), statuses }),
);
agent.destroy();

/**
 * @param {import("./load.mjs").Wanted} wanted
 * @returns {Promise<number>} until the last byte; 0 for a broken connection
 */
function once({ path, method = "GET", headers = {}, body }) {
  return new Promise((resolve) => {
    const call = request(
      new URL(path, plan.base),
      {
        agent,
        method,
        headers: {
          "Accept-Encoding": "br",
          ...headers,
          ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    call.once("error", () => resolve(0));
    call.end(body);
  });
}
