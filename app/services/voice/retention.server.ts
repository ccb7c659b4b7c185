import type { Deed } from "~/domain/kernel/deed";
import { forgetVoicemail, listOldVoicemails } from "~/domain/voice/retention.server";
import type { Services } from "~/services.server";

/**
 * The sound of messages is deleted at the network once its time is over (`VOICEMAIL_DAYS`), a few at each round; the log's line
 * stays. One that cannot be deleted now is tried again in the next round. Returns how many went.
 */
export async function forgetOldVoicemails(
  services: Pick<Services, "db" | "log" | "voice">,
  deed: Deed,
): Promise<number> {
  let gone = 0;
  for (const { id, voicemail_sid } of listOldVoicemails(services.db.orm, deed.now)) {
    try {
      if (voicemail_sid) await services.voice.deleteRecording(voicemail_sid);
    } catch (error) {
      const error_message = error instanceof Error ? error.message : String(error);
      services.log.warn({ module: "voice", action: "delete_recording", error_message });
      break;
    }
    await services.db.write((tx) => forgetVoicemail(tx, id));
    gone += 1;
  }
  return gone;
}
