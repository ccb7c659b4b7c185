import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { calls } from "#db/schema/index";
import { checkAddress } from "~/adapters/twilio/check-voice.server";
import { createTwilioVoice } from "~/adapters/twilio/voice.server";
import { dayAt, DAY, plus } from "~/domain/kernel/time.server";
import { sumCalls } from "~/domain/records/call-sums.server";
import { findCallOrder } from "~/domain/records/calls.server";
import { takeIncoming, type Call } from "~/domain/voice/calls.server";
import { VOICEMAIL_DAYS } from "~/domain/voice/words";
import { listenVoiceApi } from "~/sandbox/voice/api.server";
import { callOf } from "~/ui/voice/wish";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { fakeVoice } from "../../../tests/support/voice";
import { NETWORK } from "./answers.server";
import { forgetOldVoicemails } from "./retention.server";

let world: TestWorld;
beforeEach(async () => void (world = await openWorld({ fleet: { 20: 1 } })));
afterEach(() => world.close());

let nth = 0;
function came(set: Partial<Call>): Promise<Call> {
  const sid = `CA${String(++nth).padStart(32, "0")}`;
  return world.db.write((tx) => {
    const deed = world.deed(NETWORK);
    const { id } = takeIncoming(tx, deed, { sid, from: "+14075550133", to: "+14075550142", afterHours: false });
    return tx.update(calls).set(set).where(eq(calls.id, id)).returning().get();
  });
}

it("a message's sound goes after its time, at the network first; its line in the log stays", async () => {
  const old = await came({ voicemail_sid: `RE${"1".repeat(32)}`, voicemail_seconds: 9 });
  world.clock.at = plus(world.clock.at, VOICEMAIL_DAYS * DAY - 1);
  const services = { ...fakeServices(world), voice: fakeVoice() };
  const deleted: string[] = [];
  services.voice.deleteRecording = async (sid) => void deleted.push(sid);
  expect(await forgetOldVoicemails(services, world.deed(NETWORK))).toBe(0);
  world.clock.at = plus(world.clock.at, 1);
  const young = await came({ voicemail_sid: `RE${"2".repeat(32)}`, voicemail_seconds: 9 });
  services.voice.deleteRecording = () => Promise.reject(new Error("away"));
  expect(await forgetOldVoicemails(services, world.deed(NETWORK))).toBe(0);
  services.voice.deleteRecording = async (sid) => void deleted.push(sid);
  expect(await forgetOldVoicemails(services, world.deed(NETWORK))).toBe(1);
  expect(deleted).toEqual([old.voicemail_sid]);
  const left = world.db.orm.select().from(calls).all();
  expect(left.map(({ id, voicemail_sid, voicemail_seconds }) => [id, voicemail_sid, voicemail_seconds]).sort()).toEqual(
    [
      [old.id, null, 9],
      [young.id, young.voicemail_sid, 9],
    ].sort(),
  );
});

it("Reports have the calls of their days, and no others", async () => {
  await came({ state: "ended", outcome: "answered", talk_seconds: 61 });
  await came({ state: "ended", outcome: "missed" });
  await came({ state: "ended", outcome: "voicemail" });
  await came({ state: "ended", outcome: "answered", direction: "out", talk_seconds: 9 });
  await came({ state: "ended", outcome: "busy", direction: "out" });
  await came({ state: "open" });
  const today = dayAt(world.clock.at);
  expect(sumCalls(world.db.orm, { from: today, to: today })).toEqual({
    came: 3,
    answered: 1,
    missed: 2,
    placed: 2,
    reached: 1,
    seconds: 70,
  });
  const before = dayAt(plus(world.clock.at, -DAY));
  expect(sumCalls(world.db.orm, { from: before, to: before }).came).toBe(0);
});

it("an order goes on as it was typed until the call is wrapped up", async () => {
  const { id } = await came({ typed: { address: "1 Dropped Line Road" } });
  expect(findCallOrder(world.db.orm, id)).toMatchObject({
    number: "(407) 555-0133",
    typed: { address: "1 Dropped Line Road" },
  });
  world.db.orm.update(calls).set({ wrapped_at: world.clock.at }).where(eq(calls.id, id)).run();
  expect(findCallOrder(world.db.orm, id)?.typed).toBeNull();
  expect(findCallOrder(world.db.orm, "cll_nobody")).toBeNull();
});

it("the check names what is missing at the network, and what it refuses", async () => {
  const at = "https://office.example/webhooks/twilio/voice/incoming";
  expect(checkAddress("A call comes in", { url: at, method: "POST" }, at).state).toBe("good");
  expect(checkAddress("A call comes in", { url: "", method: null }, at)).toMatchObject({
    state: "missing",
    words: expect.stringContaining(at) as string,
  });
  expect(checkAddress("A call comes in", { url: `${at}x`, method: "POST" }, at).state).toBe("missing");
  expect(checkAddress("A call comes in", { url: at, method: "GET" }, at).words).toContain("HTTP POST");

  const account = {
    accountSid: `AC${"0".repeat(32)}`,
    authToken: "token",
    apiKey: `SK${"0".repeat(32)}`,
    appSid: `AP${"0".repeat(32)}`,
    from: "+14075550142",
  };
  const publicUrl = "https://office.example";
  const urls = Object.fromEntries(
    ["outgoing", "incoming", "status"].map((name) => [name, `${publicUrl}/webhooks/twilio/voice/${name}`]),
  ) as Record<"outgoing" | "incoming" | "status", string>;
  const api = await listenVoiceApi({ ...account, urls }, {} as never);
  const voice = (change: object) =>
    createTwilioVoice({ ...account, apiSecret: "x", edge: null, publicUrl, apiBase: api.url, ...change });
  expect((await voice({}).check()).map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => "good"));
  const moved = await voice({ publicUrl: "https://elsewhere.example" }).check();
  expect(moved.filter(({ state }) => state === "missing")).toHaveLength(4);
  const refused = await voice({ authToken: "wrong" }).check();
  expect(refused.every(({ words }) => words.includes("refuses our credentials"))).toBe(true);
  await api.close();
  expect((await voice({}).check()).every(({ state }) => state === "unknown")).toBe(true);
});

it("a pressed number says whom the page is about, and empty texts where it says nothing", () => {
  const link = (around: Record<string, string>) =>
    ({
      href: "tel:+14075550133",
      closest: (selector: string) => {
        const name = /^\[data-(\w+)\]$/.exec(selector)?.[1] ?? "";
        return name in around ? { getAttribute: () => around[name] } : null;
      },
    }) as unknown as HTMLAnchorElement;
  expect(callOf(link({}))).toEqual({ kind: "call", to: "+14075550133", customerId: "", bookingId: "" });
  expect(callOf(link({ customer: "cst_1", booking: "DMP-2026-000001" }))).toMatchObject({
    customerId: "cst_1",
    bookingId: "DMP-2026-000001",
  });
});
