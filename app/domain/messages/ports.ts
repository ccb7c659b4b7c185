export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/**
 * One email. The Message-ID is stable per cause: a second delivery of the same one changes nothing in the sandbox
 * inbox.
 */
export interface Email {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
}

/** The recipient's mail server refused the message for good (an SMTP answer of 500 and above): trying again is in vain. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

export interface MailPort {
  /** Throws when the message was not accepted: MailRefused when it never will be, else the outbox tries again. */
  send(email: Email): Promise<void>;
}

export interface TextMessage {
  messageId: string;
  /** E.164: "+14075550133". */
  to: string;
  body: string;
}

/**
 * What the phone network said of a text: taken under its own name, by which its reports come; or that it never will be.
 * `stopped`: this number has stopped our texts. `unreachable`: no phone that gets texts. `later`: asked too often, and
 * when again, in milliseconds.
 */
export type TextAnswer =
  | { ok: true; providerId: string }
  | { ok: false; code: "stopped" | "unreachable"; why: string }
  | { ok: false; code: "later"; ms: number };

/** A request of the network to us, with our exact public address; a parameter that came several times has all its values. */
export interface SignedRequest {
  url: string;
  params: Readonly<Record<string, string | readonly string[]>>;
  signature: string;
}

export interface SmsPort {
  /** The number that our texts come from, as E.164. */
  readonly from: string;
  /** Throws when it was not accepted for another reason; the outbox tries again. */
  send(message: TextMessage): Promise<TextAnswer>;
  /** Whether the network signed this request to us: our exact public address, and all of its parameters. */
  isSigned(request: SignedRequest): Promise<boolean>;
}

/** Where the phone network calls us: what becomes of a text, and a text from a customer (contract.md). */
export const TEXT_WEBHOOKS = { status: "/webhooks/twilio/sms/status", incoming: "/webhooks/twilio/sms/incoming" };
