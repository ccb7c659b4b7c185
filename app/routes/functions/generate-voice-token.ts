import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { ensureAgent } from "~/domain/voice/agents.server";
import { identityOf } from "~/domain/voice/identity";
import { findSignedIn } from "~/http/access/session.server";
import { jsonAction, jsonError, postOnly, tooManyCalls } from "~/http/answers/json.server";
import { mayCause } from "~/http/limits/limits.server";

const schema = z.object({ identity: z.string("Send your identity.").max(100, "That is no identity.") });

/** How long a key lasts; the browser gets a new one two minutes before (specification, section 9). */
const TOKEN_SECONDS = 3600;

export const loader = postOnly;

/** The browser's key to the telephone network: for who is signed in and of the team, under their own name only. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(
    args,
    { name: "generate-voice-token", schema, cap: "call-voice-token" },
    async ({ identity }, scope) => {
      const person = await findSignedIn(scope, args.request);
      if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
      if (!person.standing.mayUseCrm)
        return jsonError(403, { code: "forbidden", message: "Only the team may place calls." });
      const own = identityOf(person.account.id);
      // What stands in the body is nobody's right (domain.md, 4.9).
      if (identity !== own) return jsonError(403, { code: "other_identity", message: "That is not your identity." });
      const counted = await mayCause(scope, "voice-token", { target: person.account.id });
      if (!counted.ok) return tooManyCalls(counted.retryAfter);
      const { db, voice } = scope.services;
      await db.write((tx) => ensureAgent(tx, scope.deed(person.actor), person.account.id));
      return { accessToken: await voice.makeToken(own, TOKEN_SECONDS) };
    },
  );
}
