import { askAboutEndingQuotes } from "~/domain/booking/order/booking-tasks.server";
import { expireUnpaid } from "~/domain/booking/order/expire.server";
import { endQuoteHolds } from "~/domain/inventory/quote-holds.server";
import { checkShortages } from "~/domain/inventory/shortage.server";
import { askAboutAccounts } from "~/domain/payments/account-tasks.server";
import { expireChanges } from "~/domain/changes/changes.server";
import { expireOffers } from "~/domain/dispatch/offers.server";
import { renewKeptDays } from "~/domain/changes/keep-longer.server";
import { forgetOldDrafts } from "~/domain/booking/draft/drafts.server";
import { forgetEndedSessions } from "~/domain/accounts/sessions.server";
import { mendStaleDumpsters } from "~/domain/dispatch/cleanup.server";
import type { Deed } from "~/domain/kernel/deed";
import { forgetOldLog } from "~/domain/log/read.server";
import { forgetOldSignals } from "~/domain/live/happened.server";
import { forgetOldPresence } from "~/domain/live/presence.server";
import { forgetOldTries } from "~/domain/limits/limits.server";
import { askForDigest } from "~/domain/messages/office-digest.server";
import { forgetOldReminders, sendReminders } from "~/domain/messages/reminders.server";
import { endSpentWork, forgetDoneWork } from "~/domain/outbox/outbox.server";
import { forgetClosedTasks } from "~/domain/tasks/tasks.server";
import { askAboutClosedDays } from "~/domain/booking/order/closed-day.server";
import type { Slices } from "#db/slices.server";
import type { Services } from "~/services.server";
import { eachAlone } from "./alone.server";
import { logFailedWork } from "./outcome.server";
import { takeDueCharges } from "../payments/due-charges.server";
import { forgetOldWebhooks } from "../payments/webhook.server";

/**
 * What time itself changes: old drafts are forgotten, unpaid bookings, quotes and changes expire, the office is
 * told of a quote that is about to and of what stands on a closed day, and whose account is past due, later charges fall due whose notice is over, work that nobody comes back from is given up, dumpsters that
 * may be kept longer are promised to nobody, sizes that are short, or are no more, become or end a task, customers and the office are told what the day brings, dumpsters that nobody has are looked for, a job that no driver took waits
 * again, what only served its day is cleared away. Each verb works in short slices by an index and leaves
 * the rest to the next round. Kept for good: bookings with their papers, money, messages and events (the customer's
 * record), ended holds and checkouts (part of it), leads. A verb that throws keeps no other from its round; the first one's
 * error is thrown at the end.
 */
export async function keepHouse(
  services: Pick<Services, "config" | "db" | "log" | "settings" | "flags">,
  deed: Deed,
): Promise<Slices[]> {
  const { db } = services;
  // Asking for them brings into force what was planned for today, also where nobody visits (start/content.server.ts).
  services.settings();
  const done: Slices[] = [];
  const { now } = deed;
  const STEPS: Record<string, () => Promise<Slices | Slices[] | void>> = {
    async endSpentWork() {
      for (const work of await endSpentWork(db, deed)) logFailedWork(services, work, work.last_error ?? "");
    },
    forgetOldDrafts: () => forgetOldDrafts(db, now),
    expireUnpaid: () => expireUnpaid(db, deed, services.settings().draftDays),
    askAboutEndingQuotes: () => askAboutEndingQuotes(db, deed),
    askAboutClosedDays: () => askAboutClosedDays(db, deed),
    askAboutAccounts: () => askAboutAccounts(db, deed),
    endQuoteHolds: () => endQuoteHolds(db, deed),
    expireChanges: () => expireChanges(db, deed),
    takeDueCharges: () => takeDueCharges(services, deed),
    mendStaleDumpsters: () => mendStaleDumpsters(db, deed, { mends: services.flags().status_cleanup }),
    expireOffers: () => expireOffers(db, deed),
    renewKeptDays: () => renewKeptDays(db, services.settings(), now),
    checkShortages: () => checkShortages(db, deed),
    sendReminders: () => sendReminders(db, deed),
    askForDigest: () => askForDigest(db, deed),
    forgetOldReminders: () => forgetOldReminders(db, now),
    forgetDoneWork: () => forgetDoneWork(db),
    forgetClosedTasks: () => forgetClosedTasks(db, now),
    forgetOldTries: () => forgetOldTries(db),
    forgetEndedSessions: () => forgetEndedSessions(db),
    forgetOldWebhooks: () => forgetOldWebhooks(db, now),
    forgetOldLog: () => forgetOldLog(db, now, services.settings().logDays),
    forgetOldSignals: () => forgetOldSignals(db),
    forgetOldPresence: () => forgetOldPresence(db),
  };
  const thrown = await eachAlone(
    services,
    Object.entries(STEPS),
    async ([, step]) => done.push(...[(await step()) ?? []].flat()),
    ([action]) => ({ module: "housekeeping", action }),
  );
  // All else is done; whoever asked hears of it.
  if (thrown.length > 0) throw thrown[0];
  return done;
}
