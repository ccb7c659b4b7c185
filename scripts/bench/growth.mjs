import { join } from "node:path";
import { openDatabase } from "../../db/client.server";
import { growDatabase } from "../../tests/support/grow";
import { measureGrowth, questions } from "../../tests/support/growth";
import { startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const FEW = 1_000;
const SIZES = [100_000, 640_000];
const MOST = Number(process.env.BENCH_BOOKINGS ?? SIZES.at(-1));
const TURNS = 100;

/** Every question of the product to a small database and to large ones, turn by turn; rows in random order. */
export async function run() {
  await withDataDir(async (few) => {
    const small = await grown(few, FEW);
    for (const count of SIZES.filter((size) => size < MOST).concat(MOST)) {
      await withDataDir(async (many) => {
        const large = await grown(many, count);
        const growth = await measureGrowth(questions(small, Date.now()), questions(large, Date.now()), TURNS);
        const [was, is] = [FEW, count].map((size) => `ms at ${size.toLocaleString("en-US")}`);
        show(
          `From ${FEW.toLocaleString("en-US")} to ${count.toLocaleString("en-US")} bookings (shortest of ${TURNS})`,
          Object.fromEntries(
            Object.entries(growth).map(([name, { small: before, large: after, times, most }]) => [
              name,
              { [was ?? ""]: before, [is ?? ""]: after, "×": { value: times, most } },
            ]),
          ),
        );
        large.close();
      });
    }
    small.close();
  });
}

/** @param {string} dataDir @param {number} count */
async function grown(dataDir, count) {
  // The server makes the file: migrations are part of the build.
  await (await startOurs(dataDir)).stop();
  const db = openDatabase(join(dataDir, "roll-off.sqlite"));
  growDatabase(db.sqlite, count, Date.now());
  return db;
}
