import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { askForAnotherDay, mayChooseDay } from "~/domain/changes/choose-day.server";
import { getJob } from "~/domain/dispatch/jobs.server";
import { answerVisit, findVisit, type AnswerResult } from "~/domain/dispatch/visits.server";
import type { Id } from "~/domain/kernel/ids.server";
import { customerOf } from "~/http/access/booking.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse, type Problem } from "~/http/answers/forms.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { managePaths } from "~/manage-paths";
import { CLEARING_MINUTES } from "~/ui/manage/AccessAnswer";
import { ownBooking } from "./own-booking.server";

const visit = z.string().trim().max(64).catch("") as unknown as z.ZodType<Id<"visit">>;

/** What a customer answers to a driver who waits. */
export const ACCESS_INTENTS = {
  clearing: customerIntent({
    may: (asked) => ownBooking(asked),
    schema: z.object({
      visit,
      minutes: z
        .string()
        .refine((typed) => CLEARING_MINUTES.some((one) => String(one) === typed), "Choose how long it takes.")
        .transform(Number),
    }),
    run: (asked, booking, { visit, minutes }, typed) =>
      answer(asked, booking, visit, typed, (tx, deed) => answerVisit(tx, deed, visit, { answer: "clearing", minutes })),
  }),
  reschedule: customerIntent({
    may: (asked) => ownBooking(asked),
    schema: z.object({ visit }),
    run: (asked, booking, { visit }, typed) =>
      answer(asked, booking, visit, typed, (tx, deed) => askForAnotherDay(tx, deed, visit)),
  }),
} as const satisfies CustomerIntents;

type Verb = (...args: [...Parameters<typeof askForAnotherDay>]) => AnswerResult;

async function answer(
  { scope }: Visit,
  booking: Booking,
  visitId: Id<"visit">,
  typed: Problem["values"],
  say: (tx: Parameters<Verb>[0], deed: Parameters<Verb>[1]) => AnswerResult,
) {
  const { db } = scope.services;
  const counted = await mayCause(scope, "day-choice", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  // The form names the visit that it answers; another booking's is none of this customer's.
  const isTheirs = findVisit(db.orm, visitId)?.booking_id === booking.id;
  const done = isTheirs ? await db.write((tx) => say(tx, scope.deed(customerOf(booking)))) : REFUSED_VISIT;
  if (!done.ok) return problem(refuse(typed, { "": REFUSED[done.code] }), 409);
  const way = { booking: booking.booking_number };
  // Of a swap, an emptying or a move no day is theirs to choose: the page says that we call.
  const chooses = done.visit.answer === "another_day" && mayChooseDay(db.orm, getJob(db.orm, done.visit.job_id));
  return redirect(chooses ? managePaths.reschedule(way) : managePaths.access(way));
}

const REFUSED_VISIT = { ok: false, code: "over" } as const;
const REFUSED: Record<"over" | "answered" | "late", string> = {
  over: "The driver is not waiting any more, so your answer did not reach them. Here is how it stands now.",
  answered: "You, or somebody with you, have asked for another day already. The driver has gone on.",
  late: "The driver does not wait that long any more, so your answer did not reach them. Is the way clear? Call us at once.",
};
