import type { LoaderFunctionArgs } from "@remix-run/node";
import { hearVoicemail } from "~/domain/voice/bind.server";
import { findCall } from "~/domain/voice/calls.server";
import { requireCrm } from "~/http/access/guards.server";
import { soundAnswer } from "~/http/answers/sound.server";
import { enter } from "~/http/context.server";

/** The sound of a message that a caller left, from the network; whoever listens has heard it. 404 when it is gone. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { db, voice } = scope.services;
  const call = findCall(db.orm, args.params["id"] ?? "");
  if (!call?.voicemail_sid) throw new Response(null, { status: 404 });
  const sound = await voice.fetchRecording(call.voicemail_sid);
  if (!sound) throw new Response(null, { status: 404 });
  await db.write((tx) => hearVoicemail(tx, scope.deed(actor), call.id));
  return soundAnswer(args.request, sound);
}
