import type { Tx } from "#db/client.server";
import { keepReports } from "#db/report-facts.server";
import { openWorld, type TestWorld } from "./domain";
import { FULL } from "./paths";

/** A world in which many histories are lived one after the other, each from the same beginning. */
export interface Relived {
  world: TestWorld;
  /** Lives one history and takes back everything that it wrote; the clock goes back too. One at a time. */
  live<T>(history: (world: TestWorld) => Promise<T>): Promise<T>;
}

/**
 * Migrating, opening and preparing the statements of a world of its own took as long as a short history. Here each history
 * is one transaction that is rolled back; what is a transaction for the product is a savepoint in it: what throws is taken
 * back alone, and the reports are kept right at its end, as in db/client.server.ts.
 */
export async function relivedWorld(options: Parameters<typeof openWorld>[0] = {}): Promise<Relived> {
  const world = await openWorld(options);
  const { sqlite, orm } = world.db;
  const keepReportsRight = keepReports(sqlite);
  const begin = world.clock.at;
  const write = async <T>(decide: (tx: Tx) => T): Promise<T> => {
    sqlite.exec("SAVEPOINT step");
    try {
      const decided = decide(orm as unknown as Tx);
      keepReportsRight();
      sqlite.exec("RELEASE step");
      return decided;
    } catch (error) {
      sqlite.exec("ROLLBACK TO step; RELEASE step");
      throw error;
    }
  };
  const ofItsOwn = world.db.write;
  return {
    world,
    async live(history) {
      sqlite.exec("BEGIN");
      Object.assign(world.db, { write });
      try {
        return await history(world);
      } finally {
        Object.assign(world.db, { write: ofItsOwn });
        sqlite.exec("ROLLBACK");
        world.clock.at = begin;
      }
    },
  };
}

/**
 * Lives a history and looks at its end, where it is not the long run on the way as well: what is wrong mostly stays wrong,
 * and looking takes five times as long as a step.
 */
export async function stepByStep<Step>(
  steps: readonly Step[],
  live: (step: Step) => Promise<void>,
  look: () => void,
): Promise<void> {
  for (const [i, step] of steps.entries()) {
    await live(step);
    if (!FULL && i % 4 === 0) look();
  }
  look();
}
