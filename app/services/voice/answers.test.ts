import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calls, leads, liveSignals, messages, outbox } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { instantAt, plus } from "~/domain/kernel/time.server";
import { ackRing, hearFrom } from "~/domain/voice/agents.server";
import { bindCall, hearVoicemail } from "~/domain/voice/bind.server";
import { identityOf } from "~/domain/voice/identity";
import { FRESH_MS, RING_ACK_MS } from "~/domain/voice/rings";
import { listTasks } from "~/domain/records/task-queue.server";
import type { Services } from "~/services.server";
import { TODAY, type TestWorld } from "../../../tests/support/domain";
import { atThePhone, CUSTOMER_PHONE, openPhoneOffice } from "../../../tests/support/phone-office";
import type { FakeVoice } from "../../../tests/support/voice";
import { answerDial, answerOutgoing, answerVoicemail } from "./answers.server";
import { watchCalls } from "./watch.server";

const STRANGER = "+14075550199";
let world: TestWorld;
let services: Services;
let voice: FakeVoice;
let booking: Booking;
let sam: StaffActor;
let pat: StaffActor;
beforeEach(async () => void ({ world, services, voice, booking, sam, pat } = await openPhoneOffice()));
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const { deed, sid, there, incoming, only, status, openTasks } = atThePhone(() => ({ world, services }));
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const heard = (who: StaffActor) => world.db.write((tx) => hearFrom(tx, who.id, true));
const rung = (steps: readonly { do: string }[]) =>
  steps.flatMap((step) => (step.do === "dial" ? (step as never as { to: { clients: string[] } }).to.clients : []));

describe("a call that comes in", () => {
  it("rings all who are there, in the order of their groups, then a message is taken", async () => {
    await there(sam);
    await there(pat, 2);
    const own = sid();
    const first = await incoming(own);
    expect(rung(first)).toEqual([identityOf(sam.id)]);
    expect(only()).toMatchObject({ state: "ringing", customer_id: booking.customer_id, bound_by: "caller_id" });
    const over = { CallSid: own, DialCallStatus: "no-answer" };
    await heard(pat);
    const second = await answerDial(services, deed(), only().id, over);
    expect(rung(second)).toEqual([identityOf(pat.id)]);
    const third = await answerDial(services, deed(), only().id, over);
    expect(third.map((step) => step.do)).toEqual(["say", "record", "hangup"]);
    // Before the tone it is said that it is recorded, in whichever greeting.
    expect((third[0] as { words: string }).words).toContain("Your message will be recorded.");
  });

  it("rings nobody who was not heard of for long, has left the team, or talks already", async () => {
    await there(sam);
    await there(pat);
    later(FRESH_MS + 1);
    expect(rung(await incoming(sid()))).toEqual([]);
    await heard(sam);
    await heard(pat);
    world.db.sqlite.prepare("delete from team_members where user_id = ?").run(sam.id);
    expect(rung(await incoming(sid(), STRANGER))).toEqual([identityOf(pat.id)]);
    await answerOutgoing(services, { CallSid: sid(), From: `client:${identityOf(pat.id)}`, To: STRANGER }, "r");
    expect(rung(await incoming(sid(), STRANGER))).toEqual([]);
  });

  it("leaves a group at once in which no browser says that it rings, and remembers who was silent", async () => {
    await there(sam);
    await there(pat);
    const own = sid();
    await incoming(own);
    later(RING_ACK_MS - 1);
    await watchCalls(services, deed());
    expect(voice.led).toEqual([]);
    later(1);
    await watchCalls(services, deed());
    await watchCalls(services, deed());
    expect(voice.led).toEqual([[own, expect.stringContaining(`call=${only().id}`)]]);
    await answerDial(services, deed(), only().id, { CallSid: own, DialCallStatus: "no-answer" });
    // Both were silent: neither is rung for the next caller before they have been heard again.
    expect(rung(await incoming(sid(), STRANGER))).toEqual([]);
    later(1);
    await heard(sam);
    expect(rung(await incoming(sid(), STRANGER))).toEqual([identityOf(sam.id)]);
  });

  it("goes on ringing where one browser says that it rings", async () => {
    await there(sam);
    await there(pat);
    await incoming(sid());
    expect(await world.db.write((tx) => ackRing(tx, only().id, sam.id))).toBe(true);
    // Somebody who was not rung for it has nothing to say.
    expect(await world.db.write((tx) => ackRing(tx, "cll_none", sam.id))).toBe(false);
    later(RING_ACK_MS);
    await watchCalls(services, deed());
    expect(voice.led).toEqual([]);
  });

  it("is an entry with who took it, in the thread, and tells the customer's booking; twice is once", async () => {
    await there(sam);
    const own = sid();
    await incoming(own);
    await incoming(own);
    const leg = { CallSid: sid(), ParentCallSid: own, To: `client:${identityOf(sam.id)}` };
    const told: Record<string, string>[] = [
      { ...leg, CallStatus: "completed", CallDuration: "61" },
      { ...leg, CallStatus: "in-progress" },
      { ...leg, CallStatus: "ringing" },
      { CallSid: own, CallStatus: "completed", CallDuration: "66" },
    ];
    for (const fields of [...told, ...told]) expect(await status(fields)).toBe(true);
    expect(only()).toMatchObject({ state: "ended", outcome: "answered", agent_id: sam.id, talk_seconds: 61 });
    expect(world.db.orm.select().from(messages).where(eq(messages.channel, "call")).all()).toMatchObject([
      { direction: "in", template: "call.answered", customer_id: booking.customer_id, booking_id: booking.id },
    ]);
    expect(openTasks()).toEqual([]);
    expect(await status({ CallSid: sid(), CallStatus: "completed" })).toBe(false);
  });

  it("that nobody takes is one request to call back, and the office hears of it; it ends when we have talked", async () => {
    for (const own of [sid(), sid()]) {
      await incoming(own, STRANGER);
      await status({ CallSid: own, CallStatus: "completed" });
    }
    expect(world.db.orm.select().from(leads).all()).toMatchObject([{ kind: "missed_call", phone: STRANGER }]);
    expect(openTasks()).toEqual(["missed_call"]);
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.lead")).all()).toHaveLength(1);
    const own = sid();
    await answerOutgoing(services, { CallSid: own, From: `client:${identityOf(sam.id)}`, To: STRANGER }, "r");
    await status({ CallSid: sid(), ParentCallSid: own, To: STRANGER, CallStatus: "completed", CallDuration: "20" });
    expect(openTasks()).toEqual([]);
    expect(world.db.orm.select().from(leads).all()).toMatchObject([{ state: "contacted" }]);
  });

  it("is no request any more when a late report says that it was taken", async () => {
    await there(sam);
    const own = sid();
    await incoming(own, STRANGER);
    await status({ CallSid: own, CallStatus: "completed" });
    expect(openTasks()).toEqual(["missed_call"]);
    const leg = { CallSid: sid(), ParentCallSid: own, To: `client:${identityOf(sam.id)}` };
    await status({ ...leg, CallStatus: "completed", CallDuration: "12" });
    expect(only().outcome).toBe("answered");
    expect(openTasks()).toEqual([]);
  });

  it("outside our hours is told so and rings nobody; the message is a thing to hear", async () => {
    await there(sam);
    world.clock.at = instantAt(TODAY, 19);
    const own = sid();
    const steps = await incoming(own);
    expect(rung(steps)).toEqual([]);
    expect((steps[0] as { words: string }).words).toContain("Our office is closed.");
    const left = { CallSid: own, RecordingSid: `RE${"a".repeat(32)}`, RecordingDuration: "9" };
    await answerVoicemail(services, deed(), only().id, left);
    await status({ CallSid: own, CallStatus: "completed", CallDuration: "30" });
    expect(only()).toMatchObject({ outcome: "voicemail", voicemail_seconds: 9, after_hours: true });
    expect(openTasks()).toEqual(["voicemail"]);
    const [task] = listTasks(world.db.orm, world.clock.at, { queue: "all", me: sam.id }).rows.filter(
      ({ kind }) => kind === "voicemail",
    );
    expect(task).toMatchObject({ who: "Ada Tester", detail: expect.stringContaining("voicemail of 0:09") as string });
  });

  it("is one thing to do where its end is told before its message: heard, and open until somebody has called back", async () => {
    world.clock.at = instantAt(TODAY, 19);
    const own = sid();
    await incoming(own, STRANGER);
    await status({ CallSid: own, CallStatus: "completed", CallDuration: "30" });
    expect(openTasks()).toEqual(["missed_call"]);
    const left = { CallSid: own, RecordingSid: `RE${"a".repeat(32)}`, RecordingDuration: "9" };
    await answerVoicemail(services, deed(), only().id, left);
    expect(openTasks()).toEqual(["voicemail"]);
    await world.db.write((tx) => hearVoicemail(tx, world.deed(sam), only().id));
    await world.db.write((tx) => bindCall(tx, world.deed(sam), only().id, { booking: booking.id }));
    expect(openTasks()).toEqual(["voicemail"]);
    world.clock.at = plus(world.clock.at, 60_000);
    const back = sid();
    const first = only().id;
    await answerOutgoing(services, { CallSid: back, From: `client:${identityOf(sam.id)}`, To: STRANGER }, "r");
    await status({ CallSid: sid(), ParentCallSid: back, To: STRANGER, CallStatus: "completed", CallDuration: "20" });
    expect(openTasks()).toEqual([]);
    // Whatever is told of the first call later, nobody waits any more.
    await world.db.write((tx) => bindCall(tx, world.deed(sam), first, { nobody: true }));
    expect(openTasks()).toEqual([]);
  });

  it("hears the line busy from the fifth call within a minute on, and leaves no trace", async () => {
    for (let i = 0; i < 4; i++) await incoming(sid(), STRANGER);
    expect(await incoming(sid(), STRANGER)).toEqual([{ do: "reject", reason: "busy" }]);
    expect(world.db.orm.select().from(calls).all()).toHaveLength(4);
    expect((await incoming(sid()))[0]?.do).toBe("say");
  });

  it("of a hidden number is nobody's, and no request that nobody could answer", async () => {
    const own = sid();
    await incoming(own, "anonymous");
    await status({ CallSid: own, CallStatus: "completed" });
    expect(only()).toMatchObject({ other_number: "", customer_id: null, outcome: "missed" });
    expect(world.db.orm.select().from(leads).all()).toEqual([]);
  });

  it("answers only for its own call: another's address leads nowhere", async () => {
    await there(sam);
    await incoming(sid());
    const other = { CallSid: sid(), DialCallStatus: "no-answer" };
    expect(await answerDial(services, deed(), only().id, other)).toEqual([{ do: "hangup" }]);
    const left = { CallSid: sid(), RecordingSid: `RE${"a".repeat(32)}`, RecordingDuration: "9" };
    expect(await answerVoicemail(services, deed(), only().id, left)).toEqual([{ do: "hangup" }]);
    expect(only().voicemail_sid).toBeNull();
  });
});

describe("a call that somebody places", () => {
  const place = (fields: Record<string, string> = {}, who = sam) =>
    answerOutgoing(
      services,
      { CallSid: sid(), From: `client:${identityOf(who.id)}`, To: "(407) 555-0133", ...fields },
      "r",
    );

  it("shows our number, and belongs to the booking that the page said", async () => {
    const steps = await place({ bookingId: booking.id, customerId: "" });
    expect(steps).toMatchObject([{ do: "dial", to: { number: CUSTOMER_PHONE }, callerId: voice.from }]);
    expect(only()).toMatchObject({ direction: "out", agent_id: sam.id, booking_id: booking.id, bound_by: "agent" });
  });

  it.each([
    ["a page that was given no key", { From: "client:somebody" }],
    ["a premium line", { To: "+19005550100" }],
    ["abroad", { To: "+442079460018" }],
    ["nothing", { To: "" }],
  ])("to or by %s is refused, and no call", async (_, fields) => {
    expect((await place(fields)).map((step) => step.do)).toEqual(["say", "hangup"]);
    expect(world.db.orm.select().from(calls).all()).toEqual([]);
  });

  it("is refused to who has left the team since they got their key", async () => {
    world.db.sqlite.prepare("delete from team_members where user_id = ?").run(sam.id);
    expect((await place()).map((step) => step.do)).toEqual(["say", "hangup"]);
  });

  it("is placed 15 times a minute by one person", async () => {
    for (let i = 0; i < 15; i++) expect((await place())[0]?.do).toBe("dial");
    expect(await place()).toEqual([{ do: "reject", reason: "busy" }]);
    expect((await place({}, pat))[0]?.do).toBe("dial");
  });

  it("of which every report was lost is asked about, and ends as the network knows it", async () => {
    const own = sid();
    await place({ CallSid: own });
    const leg = {
      parentSid: own,
      party: CUSTOMER_PHONE,
      status: "completed",
      seconds: 30,
      endedAt: Date.now() + 60_000,
    };
    voice.known = [
      { ...leg, sid: own, parentSid: null, party: "" },
      { ...leg, sid: sid() },
    ];
    await watchCalls(services, deed());
    expect(only().state).toBe("ringing");
    later(60_000);
    world.clock.at = (world.clock.at + 60_000) as never;
    await watchCalls(services, deed());
    expect(only()).toMatchObject({ state: "ended", outcome: "answered", talk_seconds: 30 });
  });
});

it("pages of an agent hear that they take calls, and of nothing else: heartbeats are no row events", async () => {
  await there(sam);
  const count = () =>
    world.db.orm
      .select()
      .from(liveSignals)
      .where(eq(liveSignals.topic, `agent:${sam.id}`))
      .all().length;
  const before = count();
  expect(before).toBeGreaterThan(0);
  await heard(sam);
  expect(count()).toBe(before);
});
