import { MailRefused, type Email, type MailPort } from "~/domain/messages/ports";
import type { SandboxStore } from "./store.server";

/**
 * A message as the list shows it. `id` rises; it is the cursor of `list`. Times are milliseconds since 1970, wall time.
 */
export interface InboxEntry {
  id: number;
  messageId: string;
  channel: "email" | "sms";
  to: string;
  /** Empty for an SMS. */
  subject: string;
  /** The body of an SMS. */
  text: string;
  receivedAt: number;
  attachments: { filename: string; contentType: string; bytes: number }[];
}

export interface InboxMessage extends Omit<InboxEntry, "attachments"> {
  html: string;
  attachments: { filename: string; contentType: string; bytes: number; content: Buffer }[];
}

export interface Inbox {
  mail: MailPort;
  /** A text that came to a phone; belongs into `store.write`. Its sid is its id in the inbox. */
  putText(text: { sid: string; to: string; body: string }): void;
  /** Newest first, at most `limit` (1 to 200), older than the entry `before`, to one recipient when asked for. */
  list(query: { limit: number; before?: number; to?: string }): InboxEntry[];
  /** One message with its attachments; null when there is none. */
  find(messageId: string): InboxMessage | null;
  /** Closes a mailbox, or opens it again: a closed one refuses every mail for good, as real servers do. */
  close(address: string, isClosed: boolean): Promise<void>;
  isClosed(address: string): boolean;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS inbox_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
    recipient TEXT NOT NULL COLLATE NOCASE,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    received_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS inbox_recipient ON inbox_messages (recipient, id);
  CREATE TABLE IF NOT EXISTS inbox_attachments (
    message_id TEXT NOT NULL REFERENCES inbox_messages (message_id),
    position INTEGER NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (message_id, position)
  );
  CREATE TABLE IF NOT EXISTS inbox_closed (address TEXT PRIMARY KEY COLLATE NOCASE) WITHOUT ROWID;`;

/** What a mail server says of a mailbox that is not there. */
export const NO_SUCH_MAILBOX = "550 5.1.1 The email account that you tried to reach does not exist";

const COLUMNS = 'id, message_id AS messageId, channel, recipient AS "to", subject, text, received_at AS receivedAt';

type MessageRow = Omit<InboxEntry, "attachments">;

/**
 * The sandbox's mail server, which refuses what is no address, by throwing, and what its phones got: every email, one per
 * Message-ID (architecture.md), and every text.
 */
export function openInbox(store: SandboxStore): Inbox {
  store.define(TABLES);
  const { sqlite } = store;
  const insertMessage = sqlite.prepare(
    "INSERT INTO inbox_messages (message_id, channel, recipient, subject, text, html, received_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING",
  );
  const insertAttachment = sqlite.prepare(
    "INSERT INTO inbox_attachments (message_id, position, filename, content_type, content) VALUES (?, ?, ?, ?, ?)",
  );
  const page = sqlite.prepare<[number, number], MessageRow>(
    `SELECT ${COLUMNS} FROM inbox_messages WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const pageTo = sqlite.prepare<[string, number, number], MessageRow>(
    `SELECT ${COLUMNS} FROM inbox_messages WHERE recipient = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const one = sqlite.prepare<[string], MessageRow & { html: string }>(
    `SELECT ${COLUMNS}, html FROM inbox_messages WHERE message_id = ?`,
  );
  const sizes = sqlite.prepare<[string], InboxEntry["attachments"][number]>(
    "SELECT filename, content_type AS contentType, length(content) AS bytes FROM inbox_attachments WHERE message_id = ? ORDER BY position",
  );
  const contents = sqlite.prepare<[string], InboxMessage["attachments"][number]>(
    "SELECT filename, content_type AS contentType, length(content) AS bytes, content FROM inbox_attachments WHERE message_id = ? ORDER BY position",
  );

  const closed = sqlite.prepare<[string]>("SELECT 1 FROM inbox_closed WHERE address = ?");
  const isClosed = (address: string) => closed.get(address) !== undefined;

  async function receive(message: Email): Promise<void> {
    await store.write(() => {
      const { messageId, to, subject, text, html } = message;
      const isNew = insertMessage.run(messageId, "email", to, subject, text, html, Date.now()).changes === 1;
      if (!isNew) return;
      message.attachments.forEach((file, i) =>
        insertAttachment.run(messageId, i, file.filename, file.contentType, file.content),
      );
    });
  }

  return {
    mail: {
      async send(email) {
        if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email.to)) throw new Error("550 not one email address");
        if (/[\r\n]/.test(email.subject)) throw new Error("550 line end in the subject");
        if (isClosed(email.to)) throw new MailRefused(NO_SUCH_MAILBOX);
        await receive(email);
      },
    },
    putText({ sid, to, body }) {
      insertMessage.run(sid, "sms", to, "", body, "", Date.now());
    },
    list({ limit, before = Number.MAX_SAFE_INTEGER, to }) {
      const count = Math.min(Math.max(Math.trunc(limit), 1), 200);
      const rows = to === undefined ? page.all(before, count) : pageTo.all(to, before, count);
      return rows.map((row) => ({ ...row, attachments: sizes.all(row.messageId) }));
    },
    isClosed,
    close: (address, toClose) =>
      store.write(() => {
        const change = toClose
          ? "INSERT INTO inbox_closed (address) VALUES (?) ON CONFLICT (address) DO NOTHING"
          : "DELETE FROM inbox_closed WHERE address = ?";
        sqlite.prepare(change).run(address);
      }),
    find(messageId) {
      const row = one.get(messageId);
      return row ? { ...row, attachments: contents.all(messageId) } : null;
    },
  };
}
