import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { broadcast } from "~/domain/live/happened.server";
import { lookAt } from "~/domain/live/presence.server";
import { readTopic, TOPICS_SAID } from "~/domain/live/topics";
import { stillSignedIn, type SignedIn } from "~/http/access/session.server";
import { jsonActionFor, jsonError, postOnly } from "~/http/answers/json.server";
import type { Scope } from "~/http/context.server";

const signalSchema = z.object({
  topic: z.string().refine((text) => readTopic(text) !== null, `Name one topic: ${TOPICS_SAID}.`),
  kind: z.string().regex(/^[a-z_]{1,40}$/, "Send a kind of small letters and underscores."),
  // An identifier, never a text: what goes over the wire tells nobody a name, a price or a card.
  id: z
    .string()
    .regex(/^[a-zA-Z]{3}[_-][\w-]{1,60}$/, "Send an identifier, or none.")
    .optional(),
});
const lookSchema = z.object({ booking: z.string().max(64), leaving: z.boolean().optional() });

export const loader = postOnly;

/** What pages of the office say, beside the stream that they hear; one route, because every page carries its address. */
export function action(args: ActionFunctionArgs) {
  const call = args.params["call"];
  if (call === "broadcast") return sayToAll(args);
  if (call === "presence") return sayWhoLooks(args);
  return jsonError(404, { code: "not_found", message: "There is no such call." });
}

/** `POST /realtime/broadcast` (domain.md 4.10): staff tell whoever listens to a topic that something is so. */
function sayToAll(args: ActionFunctionArgs) {
  return jsonActionFor(
    args,
    { name: "broadcast", schema: signalSchema, cap: "call-broadcast", who: staffOf(args) },
    async (signal, _person, scope) => {
      await broadcast(scope.services.db, signal);
      return { success: true };
    },
  );
}

/** A record's page says that it is open, or closes; the answer names the others of the team who have it open. */
function sayWhoLooks(args: ActionFunctionArgs) {
  return jsonActionFor(
    args,
    { name: "presence", schema: lookSchema, cap: "call-presence", who: staffOf(args) },
    async ({ booking: id, leaving }, { account }, scope) => {
      const { db } = scope.services;
      const booking = findBooking(db.orm, { id });
      if (!booking) return jsonError(404, { code: "not_found", message: "There is no such booking." });
      return { others: await lookAt(db, { bookingId: booking.id, userId: account.id, leaving: leaving ?? false }) };
    },
  );
}

/** Who of the team asks. An open page is nobody at work: what it says does not keep a session from ending. */
const staffOf =
  ({ request }: ActionFunctionArgs) =>
  async (scope: Scope): Promise<SignedIn | Response> => {
    const person = await stillSignedIn(scope, request);
    if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
    if (!person.standing.mayUseCrm) return jsonError(403, { code: "forbidden", message: "Only staff may do this." });
    return person;
  };
