import { and, eq, isNull } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { textStops } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { readPhone } from "../kernel/phone";

/**
 * The stop list (domain.md, 4.29): by number, because whoever has the phone decides. It ends every text but codes, which
 * somebody has just asked for.
 */
export type TextStop = typeof textStops.$inferSelect;

/** Since when a number gets no texts, and who said so; null when it gets them. In any spelling. */
export function findTextStop(orm: Orm, phone: string): TextStop | null {
  const e164 = readPhone(phone)?.e164 ?? phone;
  return orm.select().from(textStops).where(isOpen(e164)).get() ?? null;
}

/** Puts a number (E.164) on the list, with an event for each customer who has it. False for one that is on it. */
export function stopTexts(tx: Tx, deed: Deed, phone: string, source: TextStop["source"]): boolean {
  const isNew = tx.insert(textStops).values({ phone, stopped_at: deed.now, source }).onConflictDoNothing().run();
  if (isNew.changes === 0) return false;
  for (const { id } of findByReach(tx, [phone]))
    recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "texts_stopped", data: { phone, source } });
  return true;
}

/** Takes it off. False for one that is not on it. */
export function allowTexts(tx: Tx, deed: Deed, phone: string): boolean {
  if (tx.update(textStops).set({ ended_at: deed.now }).where(isOpen(phone)).run().changes === 0) return false;
  for (const { id } of findByReach(tx, [phone]))
    recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "texts_allowed", data: { phone } });
  return true;
}

const isOpen = (phone: string) => and(eq(textStops.phone, phone), isNull(textStops.ended_at));
