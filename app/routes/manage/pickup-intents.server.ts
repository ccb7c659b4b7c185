import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { readDate } from "~/domain/kernel/typed";
import {
  keepDumpster,
  offerPickup,
  requestPickup,
  type KeepResult,
  type PickupResult,
} from "~/domain/changes/pickup-request.server";
import { ASK_FROM_ITS_DAY, ON_ITS_DAY } from "~/domain/charges/extra-days";
import { isProven } from "~/http/access/links.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse } from "~/http/answers/forms.server";
import { managePaths } from "~/manage-paths";
import { manageAddress } from "~/ui/manage/addresses";
import { ownBooking } from "./own-booking.server";
import { countChange, unitsOf } from "./self-service.server";

const unit = z.string().max(64).catch("");

/** What a customer can do about the pickup. */
export const PICKUP_INTENTS = {
  request: customerIntent({
    may: (visit) => ownBooking(visit),
    schema: z.object({
      unit,
      /** The day that was shown; a press without a page is taken at its word. */
      seen: z
        .unknown()
        .optional()
        .transform((typed) => readDate(typed)),
      /** What was shown to fall away: nothing where nothing is sent, since money may go with it. */
      falls: z.string().catch(""),
    }),
    run: async (visit, booking, { unit: wanted, seen, falls }, typed) => {
      const { scope } = visit;
      const { db } = scope.services;
      const settings = scope.services.settings();
      const one = findUnit(visit, booking, wanted, ["on_site", "pickup_requested"]);
      if (!one) return problem(refuse(typed, { "": REFUSED.not_there }), 409);
      const early = scope.services.flags().early_pickup;
      const offer = offerPickup(db.orm, settings, one.id, scope.services.clock.now(), { early });
      // What was paid for is given up: more than whoever holds a forwarded link may do (decision 0071).
      if (offer.ok && (offer.unused > 0 || offer.falls.length > 0) && !isProven(scope, visit.request, booking))
        return redirect(managePaths.owner(booking.booking_number, "pickup", { unit: one.id }), 303);
      const deed = await countChange(scope, booking);
      const done = await db.write((tx) => requestPickup(tx, deed, settings, one.id, { early, seen, falls }));
      if (!done.ok) return problem(refuse(typed, { "": refusedWords(booking, done.code) }), 409);
      return redirect(manageAddress(booking.booking_number, "pickup"), 303);
    },
  }),
  keep: customerIntent({
    may: (visit) => ownBooking(visit),
    schema: z.object({ unit }),
    run: async (visit, booking, { unit: wanted }, typed) => {
      const { scope } = visit;
      const one = findUnit(visit, booking, wanted, ["pickup_requested", "pickup_failed"]);
      if (!one) return problem(refuse(typed, { "": KEEP_REFUSED.not_asked }), 409);
      const deed = await countChange(scope, booking);
      const done = await scope.services.db.write((tx) => keepDumpster(tx, deed, scope.services.settings(), one.id));
      if (!done.ok) return problem(refuse(typed, { "": KEEP_REFUSED[done.code] }), 409);
      return redirect(manageAddress(booking.booking_number, "kept"), 303);
    },
  }),
} as const satisfies CustomerIntents;

function findUnit({ scope }: Visit, booking: Booking, wanted: string, states: readonly string[]) {
  const able = unitsOf(scope, booking).filter(({ state }) => states.includes(state));
  return able.find(({ id }) => id === wanted) ?? (wanted ? null : (able[0] ?? null));
}

const REFUSED: Record<Extract<PickupResult, { ok: false }>["code"], string> = {
  not_there: "This dumpster does not stand at your place, or its truck is on the way already. See your booking.",
  swap: "A swap takes this dumpster away. Take the swap back first, or wait for it.",
  too_early: ON_ITS_DAY,
  changed: "The day of the pickup has changed since you opened this page. Please look at it once more.",
  falls_changed: "What falls away with the pickup has changed since you opened this page. Please look at it once more.",
};

/** Who keeps it until they ask may ask from its day on: no truck comes for it before that. */
export const refusedWords = ({ flexible_extension: mayKeep }: Booking, code: keyof typeof REFUSED): string =>
  code === "too_early" && mayKeep ? ASK_FROM_ITS_DAY : REFUSED[code];

const KEEP_REFUSED: Record<Extract<KeepResult, { ok: false }>["code"], string> = {
  not_asked: "No pickup is asked for, so nothing has to be taken back. See your booking.",
  under_way: "The truck is on its way already, so the pickup cannot be taken back here. Call us at once.",
  promised:
    "Your remaining days have gone to somebody else since you gave them up, so the pickup stands. Please call us, and we look for a way.",
};
