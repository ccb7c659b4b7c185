import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTwilioSms } from "./sms.server";

interface Asked {
  method: string;
  path: string;
  authorization: string;
  form: Record<string, string>;
}

let server: Server;
let asked: Asked[];
let status: number;
let apiBase: string;
beforeEach(async () => {
  asked = [];
  status = 201;
  server = createServer(
    (req, res) =>
      void readForm(req).then((form) => {
        asked.push({
          method: req.method ?? "",
          path: req.url ?? "",
          authorization: req.headers.authorization ?? "",
          form,
        });
        res
          .writeHead(status, { "Content-Type": "application/json" })
          .end(
            JSON.stringify(
              status === 201
                ? { sid: "SM1", status: "queued" }
                : { code: 21211, message: "Invalid 'To' Phone Number", status },
            ),
          );
      }),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

async function readForm(req: IncomingMessage): Promise<Record<string, string>> {
  let body = "";
  for await (const chunk of req) body += String(chunk);
  return Object.fromEntries(new URLSearchParams(body));
}

const sms = () =>
  createTwilioSms({
    accountSid: "AC00000000000000000000000000000001",
    authToken: "secret",
    from: "+14075550100",
    apiBase,
  });

describe("a text through Twilio", () => {
  it("asks their API as their library does, with our account and number", async () => {
    const port = sms();
    await port.send({ messageId: "m", to: "+14075550123", body: "DMP-2026-000123 is confirmed" });
    await port.send({ messageId: "m", to: "+14075550124", body: "Another" });
    const first = {
      method: "POST",
      path: "/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json",
      authorization: `Basic ${btoa("AC00000000000000000000000000000001:secret")}`,
    };
    expect(asked).toEqual([
      { ...first, form: { To: "+14075550123", From: "+14075550100", Body: "DMP-2026-000123 is confirmed" } },
      { ...first, form: { To: "+14075550124", From: "+14075550100", Body: "Another" } },
    ]);
  });

  it("throws what Twilio refuses, so that the outbox tries again", async () => {
    status = 400;
    await expect(sms().send({ messageId: "m", to: "+1", body: "x" })).rejects.toThrow("Invalid 'To' Phone Number");
  });
});
