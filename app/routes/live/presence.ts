import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { lookAt } from "~/domain/live/presence.server";
import { stillSignedIn } from "~/http/access/session.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";

const schema = z.object({ booking: z.string().max(64), leaving: z.boolean().optional() });

export const loader = postOnly;

/** A record's page says that it is open, or closes; the answer names the others of the team who have it open. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(
    args,
    { name: "presence", schema, cap: "call-presence" },
    async ({ booking: id, leaving }, scope) => {
      const person = await stillSignedIn(scope, args.request);
      if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
      if (!person.standing.mayUseCrm) return jsonError(403, { code: "forbidden", message: "Only staff may do this." });
      const { db } = scope.services;
      const booking = findBooking(db.orm, { id });
      if (!booking) return jsonError(404, { code: "not_found", message: "There is no such booking." });
      const userId = person.account.id;
      return { others: await lookAt(db, { bookingId: booking.id, userId, leaving: leaving ?? false }) };
    },
  );
}
