import type { VoiceStep } from "~/domain/voice/ports";
import type { Services } from "~/services.server";

/** What a call does next, as the network reads it. */
export async function voiceTwiml(services: Pick<Services, "voice">, steps: readonly VoiceStep[]): Promise<Response> {
  return new Response(await services.voice.write(steps), {
    headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" },
  });
}
