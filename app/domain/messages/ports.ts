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

export interface MailPort {
  /** Throws when the message was not accepted; the outbox tries again. */
  send(email: Email): Promise<void>;
}

export interface TextMessage {
  messageId: string;
  /** E.164: "+14075550133". */
  to: string;
  body: string;
}

export interface SmsPort {
  /** The phone network's own name for it, by which its reports come. Throws when it was not accepted. */
  send(message: TextMessage): Promise<{ providerId: string }>;
}
