import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { broadcast } from "~/domain/live/happened.server";
import { readTopic } from "~/domain/live/topics";
import { stillSignedIn } from "~/http/access/session.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";

const schema = z.object({
  topic: z
    .string()
    .refine((text) => readTopic(text) !== null, "Name one topic: office, driver:…, booking:… or agent:…."),
  kind: z.string().regex(/^[a-z_]{1,40}$/, "Send a kind of small letters and underscores."),
  // An identifier, never a text: what goes over the wire tells nobody a name, a price or a card.
  id: z
    .string()
    .regex(/^[a-zA-Z]{3}[_-][\w-]{1,60}$/, "Send an identifier, or none.")
    .optional(),
});

export const loader = postOnly;

/** `POST /realtime/broadcast` (domain.md 4.10): staff tell whoever listens to a topic that something is so. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "broadcast", schema, cap: "call-broadcast" }, async (signal, scope) => {
    const person = await stillSignedIn(scope, args.request);
    if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
    if (!person.standing.mayUseCrm) return jsonError(403, { code: "forbidden", message: "Only staff may do this." });
    await broadcast(scope.services.db, signal);
    return { success: true };
  });
}
