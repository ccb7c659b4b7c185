import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callLegs, calls, leads, messages, sessions } from "#db/schema/index";
import { findAccount } from "~/domain/accounts/sign-in.server";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { ensureAgent, hearFrom, setAvailable } from "~/domain/voice/agents.server";
import type { Call } from "~/domain/voice/calls.server";
import { identityOf } from "~/domain/voice/identity";
import type { VoiceStep } from "~/domain/voice/ports";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { fakeVoice, signedIn } from "../../../tests/support/voice";
import { answerDial, answerIncoming, answerOutgoing, answerVoicemail, NETWORK, takeStatus } from "./answers.server";

let world: TestWorld;
let services: Services;
let sam: StaffActor;
let sids = 0;
const sid = () => `CA${String(++sids).padStart(32, "0")}`;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 9 } });
  services = { ...fakeServices(world), voice: fakeVoice() };
  await seedAccounts(world.db, world.clock.at);
  const id = findAccount(world.db.orm, { kind: "email", value: "staff@example.com" } as never)?.id;
  sam = { kind: "staff", id, label: "Sam" } as unknown as StaffActor;
  await world.db.write((tx) => ensureAgent(tx, world.deed(sam), sam.id));
  await signedIn(world, sam.id);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const deed = () => world.deed(NETWORK);
const there = () =>
  world.db.write((tx) => {
    setAvailable(tx, world.deed(sam), sam.id, true);
    hearFrom(tx, sam.id, true);
  });
const incoming = (CallSid: string, From: string) =>
  answerIncoming(services, deed(), { CallSid, From, To: "+14075550142", CallStatus: "ringing" });
const status = (fields: Record<string, string>) => takeStatus(services, deed(), fields);
const all = () => world.db.orm.select().from(calls).all();
const verbs = (steps: readonly VoiceStep[]) => steps.map((step) => step.do);
const place = (fields: Record<string, string> = {}) =>
  answerOutgoing(
    services,
    { CallSid: sid(), From: `client:${identityOf(sam.id)}`, To: "+14075550133", ...fields },
    "r",
  );

describe("messages", () => {
  it("may be left four times an hour by one number, then nothing is recorded", async () => {
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(Date.now() + 61_000);
      expect(verbs(await incoming(sid(), "+14075550199"))).toContain("record");
    }
    vi.setSystemTime(Date.now() + 61_000);
    const full = await incoming(sid(), "+14075550199");
    expect(verbs(full)).toEqual(["say", "hangup"]);
    expect(full[0]).toMatchObject({ words: expect.not.stringContaining("recorded") as string });
    expect(verbs(await incoming(sid(), "+14075550198"))).toContain("record");
  });
});

describe("a request of the network that is told again", () => {
  it("of a call that is over rings nobody and writes nothing", async () => {
    await there();
    const own = sid();
    await incoming(own, "+14075550199");
    await status({ CallSid: own, CallStatus: "completed" });
    const before = [all(), world.db.orm.select().from(leads).all()];
    await world.db.write((tx) => hearFrom(tx, sam.id, true));
    expect(verbs(await incoming(own, "+14075550199"))).toEqual(["hangup"]);
    expect(verbs(await answerDial(services, deed(), all()[0]?.id ?? "", { CallSid: own }))).toEqual(["hangup"]);
    expect([all(), world.db.orm.select().from(leads).all()]).toEqual(before);
  });

  it("uses up nothing of what its number may call", async () => {
    const own = sid();
    for (let i = 0; i < 9; i++) await incoming(own, "+14075550199");
    expect(verbs(await incoming(sid(), "+14075550199"))).not.toContain("reject");
  });

  it("under another call's name leaves both calls as they are", async () => {
    await there();
    const [one, other, leg] = [sid(), sid(), sid()];
    await incoming(one, "+14075550199");
    await status({ CallSid: leg, ParentCallSid: one, To: `client:${identityOf(sam.id)}`, CallStatus: "in-progress" });
    await incoming(other, "+14075550198");
    await status({ CallSid: leg, ParentCallSid: other, CallStatus: "completed", CallDuration: "600" });
    const [first, second] = [one, other].map((name) => all().find((call) => call.provider_sid === name)) as Call[];
    expect(second).toMatchObject({ state: "ringing", agent_id: null });
    expect(first).toMatchObject({ state: "ended", outcome: "answered", agent_id: sam.id, talk_seconds: 600 });
    expect(world.db.orm.select().from(callLegs).where(eq(callLegs.sid, leg)).get()?.call_id).toBe(first?.id);
  });

  it("with a recording's name that is none keeps no message", async () => {
    const own = sid();
    await incoming(own, "+14075550199");
    const id = all()[0]?.id ?? "";
    for (const RecordingSid of ["../Accounts.json", "RE1", `RE${"g".repeat(32)}`])
      await answerVoicemail(services, deed(), id, { CallSid: own, RecordingSid, RecordingDuration: "9" });
    expect(all()[0]?.voicemail_sid).toBeNull();
  });
});

describe("a number that is made up", () => {
  it("of a customer suggests them, and opens, confirms and tells nothing", async () => {
    const booking = await paidBooking(world);
    const before = world.db.orm.select().from(messages).where(eq(messages.channel, "sms")).all();
    await incoming(sid(), "+14075550133");
    expect(all()).toMatchObject([{ customer_id: booking.customer_id, bound_by: "caller_id" }]);
    expect(world.db.orm.select().from(messages).where(eq(messages.channel, "sms")).all()).toEqual(before);
  });

  it.each([
    ["nothing", ""],
    ["a plus", "+"],
    ["a tag", "<Dial>"],
    ["a browser", "client:agent_x"],
    ["an address", "sip:a@b"],
    ["six thousand letters", "+1".repeat(3_000)],
    ["a statement", "'; drop table calls; --"],
  ])("as %s is nobody's", async (_, From) => {
    await incoming(sid(), From);
    expect(all()).toMatchObject([{ other_number: "", customer_id: null }]);
  });
});

describe("a call that costs money", () => {
  it.each([
    "+19005550100",
    "+19765550100",
    "+14079765550",
    "+18095550100",
    "+18765550100",
    "+12425550100",
    "+16495550100",
    "+881612345678",
    "+442079460018",
    "+3726001234",
    "911",
    "*67",
    "sip:rich@example.com",
    "client:agent_other",
    "+14075550133&callerId=1",
  ])("to %s is refused, and stands nowhere", async (To) => {
    expect(verbs(await place({ To }))).toEqual(["say", "hangup"]);
    expect(all()).toEqual([]);
  });

  it("is refused to who has signed out everywhere, though their key still lives; nor are they rung", async () => {
    await there();
    expect(verbs(await place())).toEqual(["dial"]);
    await world.db.write((tx) => tx.delete(callLegs).run());
    await world.db.write((tx) => tx.update(calls).set({ state: "ended" }).run());
    await endAllSessions(world.db, world.deed(sam), sam.id);
    expect(
      world.db.orm
        .select()
        .from(sessions)
        .all()
        .every(({ revoked_at }) => revoked_at !== null),
    ).toBe(true);
    expect(verbs(await place())).toEqual(["say", "hangup"]);
    expect(verbs(await incoming(sid(), "+14075550199"))).not.toContain("dial");
  });
});

it("what people typed stays text in what the network reads", async () => {
  const words = `</Say><Dial>+19005550100</Dial><Say a="b"> & 'x'`;
  const xml = await services.voice.write([
    { do: "say", words },
    { do: "ask", words, seconds: 2, next: "/webhooks/twilio/voice/keys?call=1&x=<y>" },
    { do: "dial", to: { clients: ["agent_<x>"], parameters: { 'a"b': "<c>" } }, seconds: 9, next: "/x" },
  ]);
  expect(xml.match(/<Dial/g)).toHaveLength(1);
  expect(xml).not.toContain("<Dial>");
  expect(xml).toContain("&lt;Dial&gt;");
  expect(xml).toContain('value="&lt;c>"');
  expect(xml).toContain("agent_&lt;x&gt;");
});
