import type * as NodemailerModule from "nodemailer";
import { createRequire } from "node:module";
import { MailRefused, type MailPort } from "~/domain/messages/ports";

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://… */
  smtpUrl: string;
  /** "Name <address>" */
  from: string;
  /** For one mail in all, in milliseconds. */
  timeoutMs?: number;
}

/** Longest waits in milliseconds; the outbox tries again after a failure, so none of them needs to be long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };
/**
 * For one mail in all: the waits above are for each answer, of which there are six or more. Less than a worker's
 * deadline.
 */
const TIMEOUT_MS = 30_000;
/**
 * The part of it after which no mail's text is handed over any more: what is cut off after that may arrive all the
 * same.
 */
const BEFORE_THE_TEXT = 2 / 3;

/**
 * Mail by SMTP. Throws when the server does not accept the message in time, or when the recipient or the Message-ID is
 * none; nothing is sent after that. MailRefused when it never will. SMTP cannot promise "once", so a repeated cause carries the same Message-ID.
 */
export function createSmtpMail({ smtpUrl, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): MailPort {
  // Only where there is a mail server: it brings forty files along, which every start would read.
  const nodemailer = createRequire(import.meta.url)("nodemailer") as typeof NodemailerModule;
  // A connection that is given up is destroyed: closed politely it would still send what it holds.
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...TIMEOUTS,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = addressOf(from);
  // The text is read when the server asks for it, so that this is the moment before it leaves.
  const beforeText = new WeakMap<AbortSignal, () => void>();
  transport.use("stream", ({ message, data: { signal } }, next) => {
    message.processFunc((text) => text.once("resume", () => signal && beforeText.get(signal)?.()));
    next();
  });

  /** Runs what sends under the time for one mail; at its end the connection is destroyed. */
  async function inTime(sending: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const given = new AbortController();
    const giveUp = () => given.abort();
    const begun = Date.now();
    let timer = setTimeout(giveUp, timeoutMs * BEFORE_THE_TEXT);
    beforeText.set(given.signal, () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeoutMs - (Date.now() - begun));
    });
    try {
      await sending(given.signal);
    } catch (error) {
      if (given.signal.aborted)
        throw new Error(`the mail server was given up after ${Math.round((Date.now() - begun) / 1000)} s`, {
          cause: error,
        });
      throw isForGood(error) ? new MailRefused(error.response.slice(0, 300), { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(email) {
      const to = oneAddress(email.to);
      await inTime((signal) =>
        transport.sendMail({
          signal,
          from,
          // As an object it is one address and never parsed as a list.
          to: { name: "", address: to },
          envelope: { from: sender, to: [to] },
          messageId: messageIdOf(email.messageId, sender),
          subject: email.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(),
          text: email.text,
          html: email.html,
          attachments: email.attachments.map(({ filename, contentType, content }) => ({
            filename,
            contentType,
            content,
          })),
        }),
      );
    },
  };
}

/**
 * Whether the server refused this recipient, or this text, for good. What it says to our name, our password or our sender
 * is ours to put right, and the mail then goes out.
 */
function isForGood(error: unknown): error is Error & { response: string } {
  const { responseCode, command, response } = error as { responseCode?: number; command?: string; response?: unknown };
  return (
    responseCode !== undefined &&
    responseCode >= 500 &&
    (command === "RCPT TO" || command === "DATA") &&
    typeof response === "string"
  );
}

/** Exactly one plain address; anything that could name a second recipient or a header is refused. */
function oneAddress(text: string): string {
  const address = text.trim();
  if (address.length > 254 || !/^[^\s@<>(),;:"[\]\\\p{Cc}]+@[^\s@<>(),;:"[\]\\\p{Cc}]+$/u.test(address))
    throw new Error("the recipient is not one email address");
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
