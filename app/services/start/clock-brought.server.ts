import { z } from "zod";
import { eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { meta } from "#db/schema/index";
import type { Instant } from "~/domain/kernel/time.server";
import { hasDueWork } from "~/domain/outbox/outbox.server";
import { listNextStops } from "~/domain/records/next-events.server";
import type { Services } from "~/services.server";

const KEY = "sandbox_clock_brought";
/** What the last move of the clock brought; `since`: wall time of it, by which the page asks. */
const BROUGHT = z.object({
  since: z.number(),
  events: z.array(z.object({ what: z.string(), number: z.string().nullable(), isCharge: z.literal(true).optional() })),
});
type Brought = z.infer<typeof BROUGHT>["events"][number];
/** So much is on a page at once. */
const MOST = 20;

/** Everything that lies between now and `to`, before the clock goes there: afterwards nobody knows what it was. */
export function listOnTheWay({ db, settings, clock }: Pick<Services, "clock" | "db" | "settings">, to: Instant) {
  return listNextStops(db.orm, settings(), clock.now(), MOST)
    .filter(({ at }) => at <= to)
    .flatMap(({ events }) => events.map(({ at: _, ...event }) => event))
    .slice(0, MOST);
}

/** In the database, so that every process shows it. */
export function keepBrought({ db }: Pick<Services, "db">, since: number, events: Brought[]): Promise<void> {
  const value = JSON.stringify({ since, events });
  return db.write((tx) => {
    tx.insert(meta).values({ key: KEY, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
  });
}

/** What that move brought; nothing where another has been made since. */
export function findBrought(orm: Orm, since: number): Brought[] {
  const stored = orm.select().from(meta).where(eq(meta.key, KEY)).get();
  const read = stored ? BROUGHT.safeParse(JSON.parse(stored.value)) : null;
  return read?.success && read.data.since === since ? read.data.events : [];
}

/** Whether something is still to be sent of what a move brought: of a charge nothing is ordered before Stripe has answered. */
export function isMoreToBeSent({ db }: Pick<Services, "db">, brought: readonly Brought[]): boolean {
  return brought.some(({ isCharge }) => isCharge) || hasDueWork(db, "messages");
}
