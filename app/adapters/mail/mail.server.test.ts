import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { MailRefused, type Email } from "~/domain/messages/ports";
import { createSmtpMail } from "./mail.server";

const email: Email = {
  messageId: "payment-received/bkg_1",
  to: "maria@example.com",
  subject: "Booking DMP-2026-000123 is confirmed",
  text: "Thank you",
  html: "<p>Thank you</p>",
  attachments: [{ filename: "invoice.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-1.7") }],
};

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that speaks just enough SMTP, and remembers envelope and data. */
async function smtp(
  options: { refuse?: { at: string; says: string }; answerAfterMs?: number; acceptAfterMs?: number } = {},
): Promise<{ url: string; commands: string[]; data: () => string; isLeft: () => boolean }> {
  const commands: string[] = [];
  let data = "";
  let isLeft = false;
  server = createServer((socket) => {
    let inData = false;
    let buffer = "";
    const answer = (line: string, ms = options.answerAfterMs ?? 0) =>
      void setTimeout(() => socket.write(`${line}\r\n`), ms);
    answer("220 test");
    socket.on("close", () => (isLeft = true));
    socket.on("data", (chunk) => {
      buffer += chunk.toString("latin1");
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (inData) {
          if (line === ".") {
            inData = false;
            answer(options.refuse?.at === "text" ? options.refuse.says : "250 ok", options.acceptAfterMs);
          } else data += `${line}\n`;
          continue;
        }
        commands.push(line);
        if (options.refuse && line.startsWith(options.refuse.at)) answer(options.refuse.says);
        else if (line === "DATA") {
          inData = true;
          answer("354 go");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else answer("250 ok");
      }
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    data: () => data,
    isLeft: () => isLeft,
  };
}

describe("mail by SMTP", () => {
  it("carries the stable Message-ID, both bodies and the attachment", async () => {
    const { url, data, commands } = await smtp();
    await createSmtpMail({ smtpUrl: url, from: "Example <office@example.com>" }).send(email);
    expect(data()).toMatch(/^Message-ID: <payment-received\/bkg_1@example\.com>$/m);
    expect(data()).toMatch(/^From: Example <office@example\.com>$/m);
    for (const text of ["Thank you", "<p>Thank you</p>", "invoice.pdf", Buffer.from("%PDF-1.7").toString("base64")])
      expect(data()).toContain(text);
    expect(commands).toContain("RCPT TO:<maria@example.com>");
  });

  it("cannot be given another header or recipient by its values", async () => {
    const { url, data, commands } = await smtp();
    const mail = createSmtpMail({ smtpUrl: url, from: "office@example.com" });
    await mail.send({ ...email, subject: "Hello\r\nBcc: victim@example.com\r\n\r\nbody" });
    expect(data()).not.toMatch(/^Bcc:/m);
    expect(commands.filter((line) => line.startsWith("RCPT"))).toHaveLength(1);
    for (const to of [
      "a@example.com, b@example.com",
      "a@example.com\r\nBcc: b@example.com",
      "A <a@example.com>",
      "nobody",
      '"x"@example.com',
      "",
    ]) {
      await expect(mail.send({ ...email, to }), to).rejects.toThrow(/not one email address/);
    }
    await expect(mail.send({ ...email, messageId: "a>\r\nX: y" })).rejects.toThrow(/Message-ID/);
  });

  it("has one time for all answers together, and hands no text over when most of it is gone", async () => {
    const { url, commands, data, isLeft } = await smtp({ answerAfterMs: 250 });
    await expect(
      createSmtpMail({ smtpUrl: url, from: "office@example.com", timeoutMs: 1_200 }).send(email),
    ).rejects.toThrow(/given up/);
    await expect.poll(isLeft).toBe(true);
    expect([commands.includes("DATA"), data()]).toEqual([false, ""]);
  });

  it("leaves a server that has the text the rest of the time to accept it, and no longer", async () => {
    const patient = await smtp({ acceptAfterMs: 1_000 });
    await createSmtpMail({ smtpUrl: patient.url, from: "office@example.com", timeoutMs: 1_400 }).send(email);
    server?.close();
    const never = await smtp({ acceptAfterMs: 30_000 });
    const begun = Date.now();
    await expect(
      createSmtpMail({ smtpUrl: never.url, from: "office@example.com", timeoutMs: 600 }).send(email),
    ).rejects.toThrow(/given up/);
    expect(Date.now() - begun).toBeGreaterThan(500);
    await expect.poll(never.isLeft).toBe(true);
  });

  it.each([
    { at: "RCPT", says: "550 5.1.1 no such user", forGood: true },
    { at: "text", says: "554 5.7.1 refused as spam", forGood: true },
    { at: "RCPT", says: "450 4.2.1 mailbox busy", forGood: false },
    { at: "text", says: "451 4.3.0 try later", forGood: false },
    // Ours to put right; then the mail goes out.
    { at: "MAIL", says: "550 5.7.1 sender not allowed", forGood: false },
  ])("says whether a refusal is for good: $says to $at, $forGood", async ({ at, says, forGood }) => {
    const { url } = await smtp({ refuse: { at, says } });
    const error: unknown = await createSmtpMail({ smtpUrl: url, from: "office@example.com" })
      .send(email)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect([error instanceof MailRefused, (error as Error).message.includes(says)]).toEqual([forGood, true]);
  });

  it("throws when there is no server, to be tried again", async () => {
    const mail = createSmtpMail({ smtpUrl: "smtp://127.0.0.1:1", from: "office@example.com" });
    const error: unknown = await mail.send(email).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, error instanceof MailRefused]).toEqual([true, false]);
  });
});
