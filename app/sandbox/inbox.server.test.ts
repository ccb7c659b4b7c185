import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MailRefused, type Email } from "~/domain/messages/ports";
import { openInbox, type Inbox } from "./inbox.server";
import { openSandboxStore, type SandboxStore } from "./store.server";

let folder = "";
let stores: SandboxStore[] = [];

function open(): Inbox {
  const store = openSandboxStore(join(folder, "sandbox.sqlite"));
  stores.push(store);
  return openInbox(store);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "inbox-test-"));
});
afterEach(() => {
  stores.forEach((store) => store.close());
  stores = [];
  rmSync(folder, { recursive: true, force: true });
});

const email = (messageId: string, to = "maria@example.com"): Email => ({
  messageId,
  to,
  subject: `Subject of ${messageId}`,
  text: "text",
  html: "<p>html</p>",
  attachments: [
    { filename: "invoice.pdf", contentType: "application/pdf", content: Buffer.from([37, 0, 255]) },
    { filename: "booking.ics", contentType: "text/calendar", content: Buffer.from("BEGIN") },
  ],
});

describe("the inbox", () => {
  it("keeps one message per Message-ID, across handles and at once", async () => {
    const one = open();
    const two = open();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).mail.send({ ...email("a"), text: `copy ${i}` })),
    );
    expect(one.list({ limit: 10 })).toHaveLength(1);
    expect(two.find("a")?.attachments).toHaveLength(2);
  });

  it("gives attachments back byte for byte", async () => {
    const inbox = open();
    await inbox.mail.send(email("a"));
    expect(inbox.find("a")?.attachments).toEqual([
      { filename: "invoice.pdf", contentType: "application/pdf", bytes: 3, content: Buffer.from([37, 0, 255]) },
      { filename: "booking.ics", contentType: "text/calendar", bytes: 5, content: Buffer.from("BEGIN") },
    ]);
    expect(inbox.find("b")).toBeNull();
  });

  it("lists newest first, by pages and by recipient", async () => {
    const inbox = open();
    for (const id of ["1", "2", "3"]) await inbox.mail.send(email(id));
    inbox.putText({ sid: "4", to: "+14075550199", body: "On our way" });
    const first = inbox.list({ limit: 2 });
    expect(first.map((entry) => entry.messageId)).toEqual(["4", "3"]);
    expect(first[0]).toMatchObject({ channel: "sms", text: "On our way", subject: "", attachments: [] });
    expect(inbox.list({ limit: 2, before: first[1]!.id }).map((entry) => entry.messageId)).toEqual(["2", "1"]);
    expect(inbox.list({ limit: 9, to: "MARIA@example.com" })).toHaveLength(3);
    expect(inbox.list({ limit: 9, to: "+14075550199" })).toHaveLength(1);
  });

  it("refuses what a real server would refuse", async () => {
    const inbox = open();
    await expect(inbox.mail.send(email("a", "nobody"))).rejects.toThrow(/550/);
    await expect(inbox.mail.send(email("a", "a@example.com,b@example.com"))).rejects.toThrow(/550/);
    await expect(inbox.mail.send({ ...email("a"), subject: "x\r\nBcc: y" })).rejects.toThrow(/550/);
    expect(inbox.list({ limit: 9 })).toEqual([]);
  });
});

it("a mailbox that was closed refuses for good, whatever its spelling, until it is opened again", async () => {
  const inbox = open();
  await inbox.close("Maria@example.com", true);
  await inbox.close("maria@example.com", true);
  const error: unknown = await inbox.mail.send(email("a")).catch((thrown: unknown) => thrown);
  expect([error instanceof MailRefused, (error as Error).message]).toEqual([
    true,
    expect.stringMatching(/^550 5\.1\.1/),
  ]);
  await inbox.mail.send(email("b", "other@example.com"));
  expect([open().isClosed("MARIA@example.com"), inbox.list({ limit: 9 }).length]).toEqual([true, 1]);
  await inbox.close("maria@example.com", false);
  await inbox.mail.send(email("a"));
  expect(inbox.list({ limit: 9 })).toHaveLength(2);
});
