import { and, asc, eq, isNull, notExists } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { units, weightTickets } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { readSettings } from "../settings/settings.server";
import { lookAtCharges } from "./look.server";
import type { OfficeResult } from "./office.server";

/** The dumpsters of a booking that are back and whose load nobody has weighed: they do not settle. */
export function listUnweighed(orm: Orm, bookingId: Id<"booking">): { id: Id<"unit">; number: number }[] {
  const ticket = orm.select({ id: weightTickets.id }).from(weightTickets).where(eq(weightTickets.unit_id, units.id));
  return orm
    .select({ id: units.id, number: units.unit_number })
    .from(units)
    .where(
      and(
        eq(units.booking_id, bookingId),
        eq(units.state, "off_site"),
        isNull(units.ticket_waived_at),
        notExists(ticket),
      ),
    )
    .orderBy(asc(units.unit_number))
    .all();
}

/** An admin lets a dumpster settle whose load no scale weighed, for a reason (domain.md, section 2). */
export function waiveTicket(tx: Tx, deed: Deed<StaffActor>, unitId: Id<"unit">, why: string): OfficeResult {
  if (deed.by.kind !== "admin") return { ok: false, code: "admin_only" };
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit || !listUnweighed(tx, unit.booking_id).some(({ id }) => id === unitId))
    return { ok: false, code: "not_now" };
  tx.update(units).set({ ticket_waived_at: deed.now }).where(eq(units.id, unitId)).run();
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unitId },
    bookingId: unit.booking_id,
    action: "ticket_waived",
    why,
    data: { unit_number: unit.unit_number },
  });
  lookAtCharges(tx, deed, readSettings(tx), unit.booking_id);
  return { ok: true };
}
