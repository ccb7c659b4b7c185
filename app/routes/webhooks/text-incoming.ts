import type { ActionFunctionArgs } from "@remix-run/node";
import { onlyPost, readSignedCall } from "~/http/access/signed-call.server";
import { twiml } from "~/http/answers/twiml.server";
import { answerText } from "~/services/messages/text-in.server";

/** A text from a customer: /webhooks/twilio/sms/incoming. The answer says what to text back, if anything. */
export async function action(args: ActionFunctionArgs) {
  const { scope, params } = await readSignedCall(args);
  const { MessageSid: providerId, From: from, To: to = "", Body: body = "", OptOutType } = params;
  if (!providerId || !from) return twiml(null);
  const deed = scope.deed({ kind: "customer", label: "Text message" });
  // Where Twilio manages words itself it says so, and has answered (README).
  return twiml(await answerText(scope.services, deed, { providerId, from, to, body }, Boolean(OptOutType)));
}

export const loader = onlyPost;
