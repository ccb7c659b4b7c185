import { megabytes, timed } from "./machine.mjs";
import { startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const START_MS = 2_000;

/** From the command to the first answer: on an empty folder (migrations, seed) and as every later start. */
export async function run() {
  await withDataDir(async (dataDir) => {
    show("Start", {
      "first start, empty folder": await start(dataDir),
      "second start": await start(dataDir, START_MS),
    });
  });
}

/** @param {string} dataDir @param {number} [most] @returns {Promise<import("./table.mjs").Row>} */
async function start(dataDir, most) {
  const { ms, result: server } = await timed(() => startOurs(dataDir));
  const { ms: page } = await timed(async () => (await fetch(server.url)).text());
  const memory = megabytes(server.pid);
  await server.stop();
  return {
    "to the first answer": { value: Math.round(ms), unit: "ms", most },
    "first page": `${Math.round(page)} ms`,
    memory: `${memory} MB`,
  };
}
