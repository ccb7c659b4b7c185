import type { ActionFunctionArgs } from "@remix-run/node";
import { onlyPost, readSignedCall } from "~/http/access/signed-call.server";
import { takeReport } from "~/services/messages/text-reports.server";

/** What became of a text: /webhooks/twilio/sms/status. Everything that is signed is answered once its effect is stored. */
export async function action(args: ActionFunctionArgs) {
  const { scope, params } = await readSignedCall(args);
  const { MessageSid: providerId, MessageStatus: status, ErrorCode: errorCode } = params;
  if (providerId && status)
    await takeReport(scope.services, scope.deed({ kind: "system", label: "Twilio" }), {
      providerId,
      status,
      errorCode: errorCode || null,
    });
  return new Response(null, { status: 204 });
}

export const loader = onlyPost;
