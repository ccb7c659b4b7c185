import { z } from "zod";
import { writeNote } from "~/domain/booking/office/notes.server";
import { keepPermit, type PermitResult } from "~/domain/booking/office/permit.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { oneLine, readDate } from "~/domain/kernel/typed";
import { putOnHold } from "~/domain/dispatch/put-on-hold.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { cancelByStaff } from "~/services/booking/cancel.server";
import { renewPrice } from "~/services/booking/renew.server";
import { sendableAgain, sendAgain } from "~/services/booking/send-again.server";
import { wordsToStaff } from "./said-to-staff.server";
import { WAIVE_TICKET } from "./ticket-waiver.server";
import { unsendable } from "./prepared-as-it-is.server";
import { RENEWAL, toldOfRenewal } from "./renewal-answer.server";
import { noteForm, reason } from "./words-typed.server";

const REFUSED = {
  too_late: "A truck is already on its way, so this cannot be cancelled any more.",
  nothing_to_cancel: "There is nothing left to cancel.",
  changed: "The fee or the refund has changed since the page was opened. Look at it again, then confirm.",
  unreachable: "The card company cannot be reached, so an open checkout cannot be ended. Try again in a minute.",
  paid: "The customer has paid this very moment. Look at the booking again.",
  no_reason: "Say why, so that the others know.",
  finished: "A finished booking cannot be put on hold.",
  not_on_street: "This booking is not on the street, so it needs no permit.",
  nothing_to_send: "There is nothing that could be sent to the customer now.",
  price_over: "Nothing was sent: the price of this order is over. Renew it first.",
  reaches_nobody: "Nothing was sent: no message gets to the customer. Read their link out.",
  permit_dates: "The permit cannot end before it begins.",
} as const;

function answer(done: { ok: true } | { ok: false; code: keyof typeof REFUSED }, field = ""): Done {
  return done.ok ? done : { ok: false, message: REFUSED[done.code], field };
}

/** Flag "verbose cancel errors": staff see the code and every detail besides the words. */
function answerCancel(done: Awaited<ReturnType<typeof cancelByStaff>>, verbose: boolean): Done {
  const answered = answer(done, !done.ok && done.code === "no_reason" ? "why" : "");
  if (answered.ok || done.ok || !verbose) return answered;
  const { ok: _ok, ...detail } = done;
  return { ...answered, message: `${answered.message} (${JSON.stringify(detail)})` };
}

/** Beside the day that has to be another one. */
function answerPermit(done: PermitResult, from: Day): Done {
  if (done.ok) return done;
  if (done.code === "not_on_street") return answer(done, "permitNumber");
  if (done.code === "permit_dates") return answer(done, "permitUntil");
  return {
    ok: false,
    message: `The permit does not cover the delivery on ${formatDay(done.delivery)}, so no truck could leave. Check its days, or move the delivery first.`,
    field: done.delivery < from ? "permitFrom" : "permitUntil",
  };
}

const text = z.string().catch("");
const cancelSchema = z.object({
  unitId: text.transform((id) => (id || null) as Id<"unit"> | null),
  expectedFee: z.string().regex(/^\d+$/).transform(Number).catch(-1),
  expectedRefund: z.string().regex(/^\d+$/).transform(Number).catch(-1),
  why: reason(),
});

const permitDay = (message: string) =>
  z.unknown().transform((value, ctx) => {
    const found = readDate(value);
    if (!found) ctx.addIssue({ code: "custom", message });
    return found ?? z.NEVER;
  });
const permitSchema = z.object({
  permitNumber: z.preprocess(
    oneLine,
    z.string().min(1, "Enter the permit’s number.").max(60, tooLong("the permit’s number", 60)),
  ),
  permitFrom: permitDay("Enter the first day of the permit."),
  permitUntil: permitDay("Enter the last day of the permit."),
});

export const BOOKING_INTENTS: Intents<Booking> = {
  note: intent({
    may: "staff",
    schema: noteForm,
    run: async ({ services: { db } }, deed, { id }: Booking, { note }) => {
      await db.write((tx) => writeNote(tx, deed, id, note));
      return { ok: true };
    },
  }),
  resend: intent({
    may: "staff",
    schema: z.object({}),
    run: async (scope, deed, booking: Booking): Promise<Done> => {
      const refused = unsendable(scope, booking);
      if (refused) return refused;
      const done = answer(await scope.services.db.write((tx) => sendAgain(tx, deed, booking)));
      const told = sendableAgain(booking) === "link" ? "again" : "papers";
      return done.ok ? { ok: true, to: `${crmPaths.booking(booking.booking_number)}?told=${told}` } : done;
    },
  }),
  renew: intent({
    may: "staff",
    schema: RENEWAL,
    run: async ({ services }, deed, booking: Booking, { total }): Promise<Done> => {
      const done = await renewPrice(services, deed, booking, total);
      if (!done.ok) return { ...done, message: wordsToStaff(done.message) };
      return { ok: true, to: `${crmPaths.prepared(booking.booking_number)}?told=${toldOfRenewal(done)}` };
    },
  }),
  hold: intent({
    may: "staff",
    schema: z.object({ holdReason: reason() }),
    run: async ({ services: { db } }, deed, { id }: Booking, { holdReason }) =>
      answer(await db.write((tx) => putOnHold(tx, deed, id, holdReason)), "holdReason"),
  }),
  release: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db } }, deed, { id }: Booking) =>
      answer(await db.write((tx) => putOnHold(tx, deed, id, null)), "holdReason"),
  }),
  permit: intent({
    may: "staff",
    schema: permitSchema,
    run: async ({ services: { db } }, deed, { id }: Booking, { permitNumber: number, permitFrom, permitUntil }) =>
      answerPermit(
        await db.write((tx) => keepPermit(tx, deed, id, { number, from: permitFrom, until: permitUntil })),
        permitFrom,
      ),
  }),
  waive_ticket: WAIVE_TICKET,
  cancel: intent({
    may: "staff",
    schema: cancelSchema,
    run: async ({ services }, deed, booking: Booking, { unitId, expectedFee, expectedRefund, why }) =>
      answerCancel(
        await cancelByStaff(services, deed, booking, { unitId, fee: expectedFee, refund: expectedRefund, why }),
        services.flags().verbose_cancel_errors,
      ),
  }),
};
