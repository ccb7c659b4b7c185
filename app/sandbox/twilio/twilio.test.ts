import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTwilioTexts } from "~/adapters/twilio/texts.server";
import { TEXT_WEBHOOKS, type SmsPort } from "~/domain/messages/ports";
import { openInbox, type Inbox } from "../inbox.server";
import { openSandboxStore, type SandboxStore } from "../store.server";
import { startTwilioSandbox, TwilioRefusal, type TwilioFault, type TwilioSandbox } from "./twilio.server";

// Twilio's own library talks to the stand-in, and its own check reads the stand-in's signatures.
const PUBLIC = "https://sunline.example";
let store: SandboxStore;
let inbox: Inbox;
let twilio: TwilioSandbox;
let sms: SmsPort;
let product: Server;
let calls: { path: string; params: Record<string, string>; isSigned: boolean }[];
let answer: { status: number; body: string };
let fault: TwilioFault;
beforeEach(async () => {
  calls = [];
  answer = { status: 200, body: "" };
  fault = () => null;
  product = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk: Buffer) => (body += chunk.toString()));
    req.on("end", () => {
      const params = Object.fromEntries(new URLSearchParams(body));
      const signature = String(req.headers["x-twilio-signature"]);
      void sms.isSigned({ url: PUBLIC + req.url, params, signature }).then((isSigned) => {
        calls.push({ path: req.url ?? "", params, isSigned });
        res.writeHead(answer.status).end(answer.body);
      });
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => product.once("listening", resolve));
  store = openSandboxStore(":memory:");
  inbox = openInbox(store);
  twilio = await startTwilioSandbox({
    store,
    inbox,
    authToken: "secret",
    publicUrl: PUBLIC,
    base: () => `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    settleAfter: 20,
    fault: () => fault(),
  });
  twilio.start();
  sms = createTwilioTexts({ ...twilio, statusCallback: PUBLIC + TEXT_WEBHOOKS.status });
});
afterEach(async () => {
  await twilio.close();
  product.close();
  store.close();
});

const send = (to: string, body = "On our way", port = sms) => port.send({ messageId: "m", to, body });
const PHONE = "+14075550133";
const statuses = () => calls.map(({ params }) => params["MessageStatus"]);

describe("a text by Twilio's library", () => {
  it("reaches its phone, and each step is reported, signed for our public address", async () => {
    const taken = await send(PHONE);
    expect(taken).toMatchObject({ ok: true, providerId: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string });
    expect(inbox.list({ limit: 9 })).toMatchObject([{ channel: "sms", to: PHONE, text: "On our way" }]);
    await expect.poll(statuses).toEqual(["sent", "delivered"]);
    expect(calls.every(({ path, isSigned }) => isSigned && path === TEXT_WEBHOOKS.status)).toBe(true);
    const sid = taken.ok ? taken.providerId : "";
    expect(calls[0]?.params).toMatchObject({ MessageSid: sid, To: PHONE, From: twilio.from });
    expect(twilio.find(sid)?.status).toBe("delivered");
    await twilio.lose(sid);
    await expect.poll(() => calls[2]?.params).toMatchObject({ MessageStatus: "undelivered", ErrorCode: "30003" });
    expect(twilio.find(sid)).toMatchObject({ status: "undelivered", errorCode: 30003 });
  });

  it.each([
    ["+15005550001", "unreachable"],
    ["+15005550009", "unreachable"],
    ["407-555", "unreachable"],
  ])("to %s is refused as there: %s", async (to, code) => {
    expect(await send(to)).toMatchObject({ ok: false, code });
    expect(inbox.list({ limit: 9 })).toEqual([]);
  });

  it("to a phone for which the network blocks us is refused, until it does no more", async () => {
    await twilio.block(PHONE, true);
    expect(await send(PHONE)).toEqual({ ok: false, code: "stopped", why: "Twilio 21610" });
    await twilio.block(PHONE, false);
    expect(await send(PHONE)).toMatchObject({ ok: true });
  });

  it("that is wrong, of another account, or asked too often throws or waits", async () => {
    await expect(send(PHONE, "x".repeat(1_601))).rejects.toThrow("Twilio 21617");
    await expect(send(PHONE, "")).rejects.toThrow("Twilio 21602");
    await expect(send(PHONE, "x", createTwilioTexts({ ...twilio, authToken: "wrong" }))).rejects.toThrow(
      "Twilio 20003",
    );
    await expect(send(PHONE, "x", createTwilioTexts({ ...twilio, from: "+14075550100" }))).rejects.toThrow(
      "Twilio 21606",
    );
    fault = () => new TwilioRefusal(429, 20429, "Too Many Requests", { "retry-after": "3" });
    expect(await send(PHONE)).toEqual({ ok: false, code: "later", ms: 3_000 });
    fault = () => new TwilioRefusal(503, 20503, "Service unavailable");
    await expect(send(PHONE)).rejects.toThrow("Twilio 20503");
    expect(inbox.list({ limit: 9 })).toEqual([]);
  });
});

describe("a reply from a phone", () => {
  it("is told to the product, and what its TwiML says comes back", async () => {
    answer.body = "<Response><Message>A &amp; B &lt;c&gt;</Message></Response>";
    await twilio.reply(PHONE, "Hello & goodbye");
    await expect.poll(() => inbox.list({ limit: 9 }).map(({ text }) => text)).toEqual(["A & B <c>"]);
    expect(calls).toMatchObject([
      {
        path: TEXT_WEBHOOKS.incoming,
        isSigned: true,
        params: { From: PHONE, To: twilio.from, Body: "Hello & goodbye" },
      },
    ]);
    expect(twilio.listOf(PHONE).map(({ direction }) => direction)).toEqual(["outbound-reply", "inbound"]);
  });

  it("is told again when the product could not take it", async () => {
    answer.status = 503;
    await twilio.reply(PHONE, "Hello");
    await expect.poll(() => calls.length).toBe(1);
    answer.status = 200;
    await expect.poll(() => calls.length, { timeout: 3_000 }).toBe(2);
    expect(calls[1]?.params).toEqual(calls[0]?.params);
  });
});
