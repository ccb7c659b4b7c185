import type { ActionFunctionArgs } from "@remix-run/node";
import type { VoiceStep } from "~/domain/voice/ports";
import { onlyPost, readSignedCall } from "~/http/access/signed-call.server";
import { voiceTwiml } from "~/http/answers/voice-twiml.server";
import type { Scope } from "~/http/context.server";
import {
  answerDial,
  answerIncoming,
  answerKeys,
  answerOutgoing,
  answerVoicemail,
  NETWORK,
  takeStatus,
} from "~/services/voice/answers.server";

type Asked = (scope: Scope, params: Record<string, string>, call: string) => Promise<readonly VoiceStep[]>;

/** What the network asks about a call, by the last part of its address. */
const ASKED: Readonly<Record<string, Asked>> = {
  outgoing: ({ services, requestId }, params) => answerOutgoing(services, params, requestId),
  incoming: (scope, params) => answerIncoming(scope.services, scope.deed(NETWORK), params),
  dial: (scope, params, call) => answerDial(scope.services, scope.deed(NETWORK), call, params),
  keys: (scope, params, call) => answerKeys(scope.services, scope.deed(NETWORK), call, params),
  voicemail: (scope, params, call) => answerVoicemail(scope.services, scope.deed(NETWORK), call, params),
};

/** A call goes on: /webhooks/twilio/voice/{outgoing,incoming,dial,voicemail,keys,status}. */
export async function action(args: ActionFunctionArgs) {
  const { scope, params } = await readSignedCall(args, "voice");
  const url = new URL(args.request.url);
  const asked = url.pathname.split("/").at(-1) ?? "";
  if (asked === "status") {
    await takeStatus(scope.services, scope.deed(NETWORK), params);
    return new Response(null, { status: 204 });
  }
  const answer = ASKED[asked];
  if (!answer) throw new Response(null, { status: 404 });
  return voiceTwiml(scope.services, await answer(scope, params, url.searchParams.get("call") ?? ""));
}

export const loader = onlyPost;
