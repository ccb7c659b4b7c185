import { createTwilioVoice } from "~/adapters/twilio/voice.server";
import { startSession } from "~/domain/accounts/sessions.server";
import { DAY } from "~/domain/kernel/time.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { CallAnswer, VoicePort } from "~/domain/voice/ports";
import type { TestWorld } from "./domain";

export interface FakeVoice extends VoicePort {
  /** Callers that were led on: their call and to where. */
  led: [sid: string, next: string][];
  /** What the network knows when it is asked. */
  known: CallAnswer[];
}

/** Keys and TwiML by the real library, a network that only notes what it is told; its signature is "signed". */
export function fakeVoice(): FakeVoice {
  const real = createTwilioVoice({
    accountSid: `AC${"0".repeat(32)}`,
    authToken: "token",
    apiKey: `SK${"0".repeat(32)}`,
    apiSecret: "a secret of the tests, long enough for a signature",
    appSid: `AP${"0".repeat(32)}`,
    from: "+14075550142",
    edge: null,
    publicUrl: "http://localhost:3000",
  });
  const fake: FakeVoice = {
    ...real,
    led: [],
    known: [],
    isSigned: async ({ signature }) => signature === "signed",
    lead: async (sid, next) => {
      fake.led.push([sid, next]);
      return true;
    },
    find: async () => fake.known,
    fetchRecording: async () => ({ type: "audio/x-wav", body: Buffer.from("RIFF") }),
    deleteRecording: async () => undefined,
    check: async () => [],
  };
  return fake;
}

/** They are signed in for days: who is nowhere signed in has no telephone. */
export async function signedIn(world: Pick<TestWorld, "db" | "deed">, ...people: Id<"account">[]): Promise<void> {
  for (const id of people) await startSession(world.db, world.deed(), id, { idleMs: 13 * DAY });
}
