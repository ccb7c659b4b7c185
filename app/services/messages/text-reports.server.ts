import { and, eq, inArray } from "drizzle-orm";
import { webhookInbox, messages } from "#db/schema/index";
import type { Tx } from "#db/client.server";
import type { Deed } from "~/domain/kernel/deed";
import { moveMessage } from "~/domain/messages/messages.server";
import { stopTexts } from "~/domain/messages/stops.server";
import type { MessageState } from "~/domain/states/transitions";
import type { Services } from "~/services.server";

/** What the phone network says became of a text. */
export interface TextReport {
  providerId: string;
  /** Twilio's word: queued, sending, sent, delivered, undelivered, failed, … */
  status: string;
  errorCode: string | null;
}

/** The states that a report leads to; every other word says no more than that it is under way, which `sent` says. */
const MOVES: Readonly<Record<string, MessageState>> = {
  delivered: "delivered",
  undelivered: "bounced",
  failed: "failed",
};

/** Twilio's codes in the office's words. */
const BECAUSE: Readonly<Record<string, string>> = {
  "21610": "this number has stopped our texts",
  "30003": "the phone is off or out of reach",
  "30004": "the phone has blocked us",
  "30005": "there is no such number",
  "30006": "a landline, which gets no texts",
  "30007": "held back by the phone company",
};
const STOPPED = "21610";

/**
 * Takes a report, once each, in whatever order they come. One that is here before our own row of the text (the answer
 * that named it was a moment later) waits in the inbox: `applyEarlyReports`.
 */
export function takeReport(
  services: Pick<Services, "db">,
  deed: Deed,
  report: TextReport,
): Promise<"applied" | "duplicate"> {
  return services.db.write((tx) => {
    const { providerId, status, errorCode } = report;
    const fresh = tx
      .insert(webhookInbox)
      .values({
        id: inboxId(providerId, status),
        source: "twilio",
        type: `sms.${status}`,
        object_id: providerId,
        outcome: errorCode ?? "seen",
        received_at: deed.now,
      })
      .onConflictDoNothing()
      .run();
    if (fresh.changes === 0) return "duplicate";
    apply(tx, deed, report);
    return "applied";
  });
}

/** Applies what was reported of a text before its row was there. Belongs into the transaction that writes the row. */
export function applyEarlyReports(tx: Tx, deed: Deed, providerId: string): void {
  const ids = Object.keys(MOVES).map((status) => inboxId(providerId, status));
  const early = tx.select().from(webhookInbox).where(inArray(webhookInbox.id, ids)).all();
  for (const { type, outcome } of early)
    apply(tx, deed, { providerId, status: type.slice("sms.".length), errorCode: outcome === "seen" ? null : outcome });
}

const inboxId = (providerId: string, status: string) => `${providerId}:${status}`;

function apply(tx: Tx, deed: Deed, { providerId, status, errorCode }: TextReport): void {
  const to = Object.hasOwn(MOVES, status) ? MOVES[status] : undefined;
  const message = tx
    .select({ id: messages.id, recipient: messages.recipient })
    .from(messages)
    .where(and(eq(messages.channel, "sms"), eq(messages.provider_id, providerId)))
    .get();
  if (!to || !message) return;
  moveMessage(tx, deed, message.id, to, errorCode ? (BECAUSE[errorCode] ?? `Twilio ${errorCode}`) : undefined);
  if (errorCode === STOPPED) stopTexts(tx, deed, message.recipient, "network");
}
