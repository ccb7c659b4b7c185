import { and, asc, eq, inArray, like, or } from "drizzle-orm";
import { markTestBooking } from "~/domain/changes/test-booking.server";
import type { Clock, Instant } from "~/domain/kernel/time.server";
import type { Settings } from "~/domain/settings/schema";
import type { Config } from "~/config.server";
import type { Db, Tx } from "../client.server";
import { drivers, outbox } from "../schema/index";
import { SEED_BOOKINGS, TEST_BOOKING } from "./booking-plans";
import { Life } from "./life.server";

export interface SeedServices {
  config: Config;
  db: Db;
  clock: Clock;
  settings(): Settings;
}

/**
 * A month of plausible bookings in every state, lived through by the domain's own verbs with the clock of each moment,
 * so that events, jobs, ledger and inventory agree, and after them the one test booking. Their mails were "sent" long
 * ago; documents are made when asked for.
 */
export function seedBookings(tx: Tx, services: SeedServices, now: Instant): void {
  const settings = services.settings();
  const website = new URL(services.config.publicUrl).host;
  const driverIds = tx
    .select({ id: drivers.id })
    .from(drivers)
    // Whoever made their ids: who drives what is the same in every sandbox, and nobody is in two places at once.
    .orderBy(asc(drivers.name))
    .all()
    .map((row) => row.id);
  const lives = [...SEED_BOOKINGS, TEST_BOOKING].map((plan, index) => {
    const driver = driverIds[index % Math.max(1, driverIds.length)];
    const { id, happenings } = new Life(tx, settings, website, plan, index, now, driver).begin();
    if (plan === TEST_BOOKING) markTestBooking(tx, id);
    return happenings;
  });
  // The sort is stable: what one life does at one moment keeps its order.
  for (const { live } of lives.flat().toSorted((a, b) => a.at - b.at)) live();
  tx.delete(outbox)
    .where(
      and(
        eq(outbox.state, "waiting"),
        inArray(outbox.kind, [
          "document.invoice",
          "document.charge-invoice",
          "document.agreement",
          "stripe.card",
          "stripe.refund",
          "charges.look",
        ]),
      ),
    )
    .run();
  tx.update(outbox)
    .set({ state: "done", done_at: Date.now() })
    .where(and(eq(outbox.state, "waiting"), or(like(outbox.kind, "mail.%"), like(outbox.kind, "sms.%"))))
    .run();
}
