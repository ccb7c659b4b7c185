import nodemailer from "nodemailer";
import type { MailPort } from "~/domain/messages/ports";

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://… */
  smtpUrl: string;
  /** "Name <address>" */
  from: string;
}

/** Longest waits in milliseconds; the outbox tries again after a failure, so none of them needs to be long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Mail by SMTP. Throws when the server does not accept the message, or when the recipient or the Message-ID is none;
 * SMTP cannot promise "once", so a repeated cause carries the same Message-ID.
 */
export function createSmtpMail({ smtpUrl, from }: SmtpOptions): MailPort {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  const sender = addressOf(from);

  return {
    async send(email) {
      const to = oneAddress(email.to);
      await transport.sendMail({
        from,
        // As an object it is one address and never parsed as a list.
        to: { name: "", address: to },
        envelope: { from: sender, to: [to] },
        messageId: messageIdOf(email.messageId, sender),
        subject: email.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(),
        text: email.text,
        html: email.html,
        attachments: email.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
      });
    },
  };
}

/** Exactly one plain address; anything that could name a second recipient or a header is refused. */
function oneAddress(text: string): string {
  const address = text.trim();
  if (address.length > 254 || !/^[^\s@<>(),;:"[\]\\\p{Cc}]+@[^\s@<>(),;:"[\]\\\p{Cc}]+$/u.test(address)) throw new Error("the recipient is not one email address");
  return address;
}

function addressOf(from: string): string {
  return oneAddress(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from);
}

/** "<cause@host>"; the sender's host where the id has none. */
function messageIdOf(id: string, sender: string): string {
  const bare = id.replace(/^<|>$/g, "");
  if (!/^[\x21-\x7E]{1,200}$/.test(bare) || /[<>]/.test(bare)) throw new Error("not a Message-ID");
  return `<${bare.includes("@") ? bare : `${bare}@${sender.split("@")[1] ?? "localhost"}`}>`;
}
