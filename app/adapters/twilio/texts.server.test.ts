import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { twilioSignature } from "~/sandbox/twilio/callbacks.server";
import { createTwilioTexts, type TwilioTexts } from "./texts.server";

interface Asked {
  method: string;
  path: string;
  authorization: string;
  form: Record<string, string>;
}

let server: Server;
let asked: Asked[];
let status: number;
let refusal: { code: number; message: string };
let headers: Record<string, string>;
let apiBase: string;
beforeEach(async () => {
  asked = [];
  status = 201;
  refusal = { code: 21211, message: "Invalid 'To' Phone Number: +14075550199" };
  headers = {};
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
          .writeHead(status, { "Content-Type": "application/json", ...headers })
          .end(JSON.stringify(status === 201 ? { sid: "SM1", status: "queued" } : { ...refusal, status }));
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

const options = { accountSid: "AC00000000000000000000000000000001", authToken: "secret", from: "(407) 555-0100" };
const sms = (more: Partial<TwilioTexts> = {}) => createTwilioTexts({ ...options, apiBase, ...more });
const text = { messageId: "m", to: "+14075550123", body: "DMP-2026-000123 is confirmed" };

describe("a text through Twilio", () => {
  it("asks their API as their library does, with our account, number and address for reports", async () => {
    const port = sms();
    expect(await port.send(text)).toEqual({ ok: true, providerId: "SM1" });
    await sms({ statusCallback: "https://x.example/status" }).send({ ...text, to: "+14075550124" });
    const first = {
      method: "POST",
      path: "/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json",
      authorization: `Basic ${btoa("AC00000000000000000000000000000001:secret")}`,
    };
    const form = { To: "+14075550123", From: "+14075550100", Body: text.body };
    expect(asked).toEqual([
      { ...first, form },
      { ...first, form: { ...form, To: "+14075550124", StatusCallback: "https://x.example/status" } },
    ]);
    expect(port.from).toBe("+14075550100");
  });

  it.each([
    [21610, "stopped"],
    [21211, "unreachable"],
    [21614, "unreachable"],
  ])("says of %i that it will never go: %s", async (code, meant) => {
    status = 400;
    refusal.code = code;
    expect(await sms().send(text)).toEqual({ ok: false, code: meant, why: `Twilio ${code}` });
  });

  it("waits as long as they ask when it is too much", async () => {
    status = 429;
    refusal.code = 20429;
    headers = { "Retry-After": "7" };
    expect(await sms().send(text)).toEqual({ ok: false, code: "later", ms: 7_000 });
    headers = {};
    expect(await sms().send(text)).toMatchObject({ code: "later", ms: 5_000 });
    headers = { "Retry-After": "99999" };
    expect(await sms().send(text)).toMatchObject({ code: "later", ms: 900_000 });
  });

  it("throws everything else, so that the outbox tries again, and without the number", async () => {
    status = 400;
    refusal = { code: 21606, message: "The From number +14075550100 cannot text +14075550123" };
    const error = await sms()
      .send(text)
      .catch((thrown: Error) => thrown.message);
    expect(error).toBe("Twilio 21606: The From number [number] cannot text [number]");
    await expect(sms({ apiBase: "http://127.0.0.1:1" }).send(text)).rejects.toThrow();
  });
});

/** As Twilio's page says it: the address, then each name with its value. */
const byHand = (signed: string) => createHmac("sha1", "secret").update(signed, "utf8").digest("base64");

describe("a call by Twilio", () => {
  const url = "https://example.com/webhooks/twilio/sms/status";
  const params = { MessageSid: "SM1", MessageStatus: "delivered" };
  const signature = twilioSignature("secret", url, params);

  it.each([
    ["as it was signed", { url, params, signature }, true],
    ["for another address", { url: url.replace("https", "http"), params, signature }, false],
    ["with another parameter", { url, params: { ...params, ErrorCode: "1" }, signature }, false],
    ["with another value", { url, params: { ...params, MessageStatus: "failed" }, signature }, false],
    ["by another account", { url, params, signature: twilioSignature("other", url, params) }, false],
    ["in another order", { url, params: { MessageStatus: "delivered", MessageSid: "SM1" }, signature }, true],
    // Sorted as bytes, as Twilio does: capitals before small letters.
    ["with capitals and small ones", { url, params: { a: "1", B: "2" }, signature: byHand(`${url}B2a1`) }, true],
    [
      "with capitals and small ones as people sort",
      { url, params: { a: "1", B: "2" }, signature: byHand(`${url}a1B2`) },
      false,
    ],
    ["with one twice", { url, params: { To: ["+2", "+1"] }, signature: byHand(`${url}To+1To+2`) }, true],
    ["with the same twice", { url, params: { To: ["+1", "+1"] }, signature: byHand(`${url}To+1`) }, true],
    [
      "with one twice that was signed once",
      { url, params: { To: ["+2", "+1"] }, signature: byHand(`${url}To+1`) },
      false,
    ],
    ["without a signature", { url, params, signature: "" }, false],
  ])("%s: %#", async (_how, request, isSigned) => {
    expect(await sms().isSigned(request)).toBe(isSigned);
  });
});
