import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Email } from "~/domain/messages/ports";
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
async function smtp(options: { refuse?: boolean } = {}): Promise<{ url: string; commands: string[]; data: () => string }> {
  const commands: string[] = [];
  let data = "";
  server = createServer((socket) => {
    let inData = false;
    let buffer = "";
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      buffer += chunk.toString("latin1");
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (inData) {
          if (line === ".") {
            inData = false;
            socket.write("250 ok\r\n");
          } else data += `${line}\n`;
          continue;
        }
        commands.push(line);
        if (/^RCPT/.test(line) && options.refuse) socket.write("550 no such user\r\n");
        else if (line === "DATA") {
          inData = true;
          socket.write("354 go\r\n");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, commands, data: () => data };
}

describe("mail by SMTP", () => {
  it("carries the stable Message-ID, both bodies and the attachment", async () => {
    const { url, data, commands } = await smtp();
    await createSmtpMail({ smtpUrl: url, from: "Example <office@example.com>" }).send(email);
    expect(data()).toMatch(/^Message-ID: <payment-received\/bkg_1@example\.com>$/m);
    expect(data()).toMatch(/^From: Example <office@example\.com>$/m);
    for (const text of ["Thank you", "<p>Thank you</p>", "invoice.pdf", Buffer.from("%PDF-1.7").toString("base64")]) expect(data()).toContain(text);
    expect(commands).toContain("RCPT TO:<maria@example.com>");
  });

  it("cannot be given another header or recipient by its values", async () => {
    const { url, data, commands } = await smtp();
    const mail = createSmtpMail({ smtpUrl: url, from: "office@example.com" });
    await mail.send({ ...email, subject: "Hello\r\nBcc: victim@example.com\r\n\r\nbody" });
    expect(data()).not.toMatch(/^Bcc:/m);
    expect(commands.filter((line) => line.startsWith("RCPT"))).toHaveLength(1);
    for (const to of ["a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com", "A <a@example.com>", "nobody", '"x"@example.com', ""]) {
      await expect(mail.send({ ...email, to }), to).rejects.toThrow(/not one email address/);
    }
    await expect(mail.send({ ...email, messageId: "a>\r\nX: y" })).rejects.toThrow(/Message-ID/);
  });

  it("throws when the server refuses, and when there is none", async () => {
    const { url } = await smtp({ refuse: true });
    await expect(createSmtpMail({ smtpUrl: url, from: "office@example.com" }).send(email)).rejects.toThrow();
    await expect(createSmtpMail({ smtpUrl: "smtp://127.0.0.1:1", from: "office@example.com" }).send(email)).rejects.toThrow();
  });
});
