import { z } from "zod";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { setAvailable } from "~/domain/voice/agents.server";
import { bindCall, wrapCall } from "~/domain/voice/bind.server";
import { tooLong } from "~/domain/kernel/text";
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
    schema: z.object({ call, booking: z.string().trim().max(40) }),
    run: async ({ services: { db } }, deed, _on: null, { call: id, booking: number }) => {
      const booking = number === "" ? null : findBooking(db.orm, { number: number.toUpperCase() });
      if (number !== "" && !booking) return { ok: false, message: "There is no such booking.", field: `bind-${id}` };
      const bound = await db.write((tx) =>
        bindCall(tx, deed, id, booking ? { booking: booking.id } : { nobody: true }),
      );
      return bound.ok ? { ok: true } : { ok: false, message: GONE, status: 404 };
    },
  }),
};
