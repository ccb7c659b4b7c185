import type { SignedRequest } from "../messages/ports";

/** What the network does with a call next, in its order. */
export type VoiceStep =
  | { do: "say"; words: string }
  | {
      do: "dial";
      /** Browsers by their names, all at once; the first that answers has it. `parameters` go along with the call. */
      to: { clients: string[]; parameters: Record<string, string> } | { number: string };
      /** E.164: who the other side sees. */
      callerId?: string | undefined;
      seconds: number;
      /** Path of ours that is asked when the dialling is over. */
      next: string;
    }
  /** Says something and waits for one key: then `next` is asked, else the next step is taken. */
  | { do: "ask"; words: string; seconds: number; next: string }
  | { do: "record"; seconds: number; next: string }
  | { do: "redirect"; next: string }
  | { do: "hangup" }
  /** Before anything was answered: costs nobody anything. */
  | { do: "reject"; reason: "busy" | "rejected" };

/** What the network knows of one telephone in a call: for reports that were lost. */
export interface CallAnswer {
  sid: string;
  /** Of the caller's own telephone, where this one was rung for it. */
  parentSid: string | null;
  /** Whom it is: "client:agent_…" or a number. */
  party: string;
  status: string;
  seconds: number | null;
  /** Wall milliseconds; null while it lasts. */
  endedAt: number | null;
}

/** What the network says of our account there, and what is missing for calls (the check page in Settings). */
export interface VoiceCheck {
  what: string;
  state: "good" | "missing" | "unknown";
  /** What was found, or what is to be done. */
  words: string;
}

export interface VoicePort {
  /** The number that we call from and are called at, as E.164. */
  readonly from: string;
  /** Where browsers find the network; null for the provider's own choice. */
  readonly edge: string | null;
  /** A browser's key to the network for so many seconds, under this name only. */
  makeToken(identity: string, seconds: number): Promise<string>;
  /** Whether the network signed this request to us: our exact public address, and all of its parameters. */
  isSigned(request: SignedRequest): Promise<boolean>;
  /** Steps as the network reads them (XML); paths of ours become its callbacks. */
  write(steps: readonly VoiceStep[]): Promise<string>;
  /** Leads a caller who still waits on to another path of ours. False when the call is over. */
  lead(sid: string, next: string): Promise<boolean>;
  /** A call and everything that was rung for it; empty when the network knows none. Throws when it cannot be reached. */
  find(sid: string): Promise<CallAnswer[]>;
  /** The sound of a message that was left (WAV or MP3); null when it is gone. Throws when it cannot be reached. */
  fetchRecording(sid: string): Promise<{ type: string; body: Buffer } | null>;
  /** Deletes it there for good. */
  deleteRecording(sid: string): Promise<void>;
  /** What is there for calls, and what is missing; never throws. */
  check(): Promise<VoiceCheck[]>;
}

/** Where the network calls us about calls (contract.md). */
export const VOICE_WEBHOOKS = {
  outgoing: "/webhooks/twilio/voice/outgoing",
  incoming: "/webhooks/twilio/voice/incoming",
  dial: "/webhooks/twilio/voice/dial",
  voicemail: "/webhooks/twilio/voice/voicemail",
  keys: "/webhooks/twilio/voice/keys",
  status: "/webhooks/twilio/voice/status",
} as const;
