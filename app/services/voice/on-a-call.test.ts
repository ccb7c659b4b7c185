import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookings, calls, events } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { plus } from "~/domain/kernel/time.server";
import { writeNote } from "~/domain/booking/office/notes.server";
import { bindCall, keepTyped, leaveCall, listMadeIn, wrapCall } from "~/domain/voice/bind.server";
import type { Call } from "~/domain/voice/calls.server";
import { identityOf } from "~/domain/voice/identity";
import { findScreenPop } from "~/domain/records/calls.server";
import type { Services } from "~/services.server";
import { paidBooking, type TestWorld } from "../../../tests/support/domain";
import { atThePhone, openPhoneOffice } from "../../../tests/support/phone-office";
import type { FakeVoice } from "../../../tests/support/voice";
import { watchCalls } from "./watch.server";

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

describe("what is done on a call", () => {
  const talking = async () => {
    await there(sam);
    const own = sid();
    await incoming(own);
    const leg = { CallSid: sid(), ParentCallSid: own, To: `client:${identityOf(sam.id)}` };
    await status({ ...leg, CallStatus: "in-progress" });
    return { own, leg, call: only() };
  };
  const hangUp = (leg: Record<string, string>) => status({ ...leg, CallStatus: "completed", CallDuration: "40" });

  it("belongs to it by the server's knowledge, whichever verb did it, and by nobody else", async () => {
    const { call } = await talking();
    await world.db.write((tx) => writeNote(tx, world.deed(sam), booking.id, "Gate code 12"));
    await world.db.write((tx) => writeNote(tx, world.deed(pat), booking.id, "Not on the phone"));
    expect(listMadeIn(world.db.orm, call.id).map(({ why }) => why)).toEqual(["Gate code 12"]);
  });

  it("goes along when the call is put with somebody else", async () => {
    const { call } = await talking();
    const other = await paidBooking(world, {
      contactInfo: { firstName: "Bo", lastName: "Other", phone: "(407) 555-0155", email: "bo@example.com" },
    });
    await world.db.write((tx) => writeNote(tx, world.deed(sam), booking.id, "Gate code 12"));
    const bound = await world.db.write((tx) => bindCall(tx, world.deed(sam), call.id, { booking: other.id }));
    expect(bound).toEqual({ ok: true });
    expect(only()).toMatchObject({ booking_id: other.id, customer_id: other.customer_id, bound_by: "agent" });
    const notes = world.db.sqlite
      .prepare("select booking_id from events where action = 'note_written' and why = 'Gate code 12' order by id")
      .pluck()
      .all();
    expect(notes).toEqual([booking.id, other.id]);
    const nobody = await world.db.write((tx) => bindCall(tx, world.deed(sam), call.id, { booking: "bkg_none" }));
    expect(nobody).toEqual({ ok: false, code: "unknown_record" });
  });

  it("is gone on with when it was cut short: one callback, until it is wrapped up or somebody has called", async () => {
    const { leg, call } = await talking();
    await world.db.write((tx) => keepTyped(tx, sam.id, { dumpsterSize: "20", zip: "32801" }));
    await hangUp(leg);
    expect(openTasks()).toEqual(["callback"]);
    expect(only().typed).toEqual({ dumpsterSize: "20", zip: "32801" });
    await incoming(sid());
    const again = world.db.orm.select().from(calls).all().at(-1) as Call;
    expect(findScreenPop(world.db.orm, again.id)?.goOn).toMatchObject({ call: call.id });
    await world.db.write((tx) => wrapCall(tx, world.deed(sam), call.id, { note: "Will think", reason: "new_order" }));
    expect(openTasks()).toEqual([]);
    // Nobody is on a call any more: what is typed now belongs to none.
    await world.db.write((tx) => keepTyped(tx, pat.id, { zip: "0" }));
    expect(
      world.db.orm
        .select()
        .from(calls)
        .all()
        .filter(({ typed }) => typed?.["zip"] === "0"),
    ).toEqual([]);
  });

  it.each(["before", "after"])(
    "is no dropped call where we hung up, told %s the network's word of it",
    async (when) => {
      const { leg, call } = await talking();
      await world.db.write((tx) => keepTyped(tx, sam.id, { zip: "32801" }));
      // Who is on no call, or on another, ends nobody's.
      await world.db.write((tx) => leaveCall(tx, world.deed(pat), pat.id));
      if (when === "after") await hangUp(leg);
      expect(openTasks()).toEqual(when === "after" ? ["callback"] : []);
      await world.db.write((tx) => leaveCall(tx, world.deed(sam), sam.id));
      if (when === "before") await hangUp(leg);
      await hangUp(leg);
      expect(openTasks()).toEqual([]);
      // Told by each tab, or again and again: it has happened once.
      await world.db.write((tx) => leaveCall(tx, world.deed(sam), sam.id));
      expect(world.db.orm.select().from(events).where(eq(events.action, "call_left")).all()).toHaveLength(1);
      // What was typed is still there when they call again.
      await incoming(sid());
      const again = world.db.orm.select().from(calls).all().at(-1) as Call;
      expect(findScreenPop(world.db.orm, again.id)?.goOn).toMatchObject({ call: call.id });
    },
  );

  it("is still a dropped call where somebody hung up on another one long ago", async () => {
    const first = await talking();
    await world.db.write((tx) => keepTyped(tx, sam.id, { zip: "32801" }));
    await hangUp(first.leg);
    world.clock.at = plus(world.clock.at, 61_000);
    await world.db.write((tx) => leaveCall(tx, world.deed(sam), sam.id));
    expect(openTasks()).toEqual(["callback"]);
  });

  it("begins with who that may be, what is open and what is owed, before anybody answers", async () => {
    await incoming(sid());
    const pop = findScreenPop(world.db.orm, only().id);
    expect(pop).toMatchObject({
      people: [{ name: "Ada Tester", owed: 0, isBound: false }],
      bookings: [{ number: booking.booking_number, isBound: false }],
      goOn: null,
    });
    expect(world.db.orm.select().from(bookings).all().length).toBe(1);
  });
});

it("a process that starts asks at once about each call that went on without it", async () => {
  await incoming(sid());
  const own = only().provider_sid;
  const ended = { sid: own, parentSid: null, party: "", status: "completed", seconds: 9, endedAt: Date.now() };
  voice.known = [ended];
  await watchCalls(services, deed());
  expect(only().state).toBe("ringing");
  await watchCalls(services, deed(), true);
  expect(only()).toMatchObject({ state: "ended", outcome: "missed" });
});
