import { z } from "zod";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { findByReach } from "~/domain/customers/contacts.server";
import { readPhone } from "~/domain/kernel/phone";
import { setAvailable } from "~/domain/voice/agents.server";
import { bindCall, wrapCall, type BindTo } from "~/domain/voice/bind.server";
import { tooLong } from "~/domain/kernel/too-long";
import { CALL_REASONS } from "~/domain/voice/labels";
import { intent, type Intents } from "~/http/answers/intents.server";

const call = z.string("Name the call.").max(64, "That is no call.");
const GONE = "There is no such call.";

/** What can be done in the log of calls, by plain forms; the telephone's panel does the same by its script. */
export const CALLS_INTENTS: Intents<null> = {
  take: intent({
    may: "staff",
    schema: z.object({ takes: z.enum(["on", "off"]), ringGroup: z.enum(["1", "2"]).optional() }),
    run: async ({ services: { db } }, deed, _on: null, { takes, ringGroup }) => {
      const group = ringGroup === "2" ? 2 : ringGroup === "1" ? 1 : undefined;
      await db.write((tx) => setAvailable(tx, deed, deed.by.id, takes === "on", group));
      return { ok: true };
    },
  }),
  wrap: intent({
    may: "staff",
    schema: z.object({
      call,
      note: z
        .string()
        .trim()
        .catch("")
        .pipe(z.string().max(300, tooLong("the note", 300))),
      reason: z.enum(CALL_REASONS, "Choose why they called."),
    }),
    run: async ({ services: { db } }, deed, _on: null, { call: id, note, reason }) =>
      (await db.write((tx) => wrapCall(tx, deed, id, { note, reason })))
        ? { ok: true }
        : { ok: false, message: GONE, status: 404 },
  }),
  bind: intent({
    may: "staff",
    schema: z.object({ call, booking: z.string().trim().max(254) }),
    run: async ({ services: { db } }, deed, _on: null, { call: id, booking: typed }) => {
      const to = meant(db.orm, typed);
      if (typeof to === "string") return { ok: false, message: to, field: `bind-${id}` };
      const bound = await db.write((tx) => bindCall(tx, deed, id, to));
      return bound.ok ? { ok: true } : { ok: false, message: GONE, status: 404 };
    },
  }),
};

/** Whom somebody means who types a booking's number, or a customer's phone or email; words where that is nobody. */
function meant(orm: Parameters<typeof findByReach>[0], typed: string): BindTo | string {
  if (typed === "") return { nobody: true };
  const booking = findBooking(orm, { number: typed.toUpperCase() });
  if (booking) return { booking: booking.id };
  const [customer, another] = findByReach(orm, [readPhone(typed)?.e164 ?? typed.toLowerCase()]);
  if (another) return "Several customers have that. Type the booking’s number instead.";
  return customer ? { customer: customer.id } : "There is no such booking or customer.";
}
