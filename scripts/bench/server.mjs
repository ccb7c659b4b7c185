import { CONNECTIONS } from "./load.mjs";
import { during, startOurs, withDataDir } from "./processes.mjs";
import { newcomers } from "./server-newcomers.mjs";
import { office } from "./server-office.mjs";
import { personalPages, publicPages } from "./server-pages.mjs";
import { memory } from "./server-memory.mjs";
import { bookings, drafts, webhooks } from "./server-writes.mjs";

/** Rates of one process pinned to one core, each beside its yardsticks on the same core in the same minute. */
export async function run() {
  console.log(`${CONNECTIONS} connections; "core" is the server's own time per request.`);
  await withDataDir(async (dataDir) => {
    await during(startOurs(dataDir), async (ours) => {
      await publicPages(ours);
      await personalPages();
      await newcomers(ours);
      await drafts(ours);
      await memory(ours);
    });
    await bookings(dataDir);
  });
  await withDataDir(webhooks);
  await withDataDir(office);
}
