import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, events, messages, outbox, tasks } from "#db/schema/index";
import { instant } from "~/domain/kernel/time.server";
import { findTextStop } from "~/domain/messages/stops.server";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";
import { answerText } from "./text-in.server";

const PHONE = "+14075550133";
let world: TestWorld;
let services: Services;
let sids = 0;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 20 } });
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
  services = { ...fakeServices(world), sms: fakeSms(), log };
});
afterEach(() => world.close());

const from = { kind: "customer", label: "Text message" } as const;
const text = (body: string, phone = PHONE) => {
  const incoming = { providerId: `SMin${++sids}`, from: phone, to: "+14075550142", body };
  return answerText(services, world.deed(from), incoming, false);
};
const asked = () => world.db.orm.select().from(tasks).where(eq(tasks.kind, "texted_cancel")).all();
async function send() {
  world.db.orm.update(outbox).set({ created_at: 0 }).run();
  await runDueWork(services);
}

describe("CANCEL by text", () => {
  it("asks about the booking whose text it answers, though five are newer", async () => {
    const oldest = await paidBooking(world, { smsConsent: true });
    const all = [oldest];
    for (let n = 1; n < 6; n++) all.push(await paidBooking(world, { smsConsent: true }));
    const made = (n: number) => instant(world.clock.at + n * 1000);
    for (const [n, { id }] of all.entries())
      world.db.orm
        .update(bookings)
        .set({ created_at: made(n) })
        .where(eq(bookings.id, id))
        .run();
    await send();
    world.db.orm
      .update(messages)
      .set({ created_at: made(9) })
      .where(eq(messages.booking_id, oldest.id))
      .run();
    await text("CANCEL");
    expect(asked().map(({ booking_id }) => booking_id)).toEqual([oldest.id]);
    const [told] = world.db.orm.select().from(events).where(eq(events.action, "text_received")).all();
    expect((told?.data as { others: string[] }).others).toEqual([5, 4, 3, 2].map((n) => all[n]?.booking_number));
  });

  it("from a number that a booking alone has, not its customer", async () => {
    const { id } = await paidBooking(world, { smsConsent: true });
    world.db.orm.update(bookings).set({ phone: "+14075550166" }).where(eq(bookings.id, id)).run();
    await text("CANCEL", "+14075550166");
    expect(asked().map(({ booking_id }) => booking_id)).toEqual([id]);
  });

  it("means no booking that is over", async () => {
    const { id } = await paidBooking(world, { smsConsent: true });
    world.db.orm.update(bookings).set({ status: "completed" }).where(eq(bookings.id, id)).run();
    await text("CANCEL");
    expect([asked(), findTextStop(world.db.orm, PHONE) !== null]).toEqual([[], true]);
  });

  it("is asked about over the cap as well, once: a person’s answer ends it", async () => {
    const { id } = await paidBooking(world, { smsConsent: true });
    await send();
    for (let n = 0; n < 10; n++) await text("hello");
    expect([await text("CANCEL"), findTextStop(world.db.orm, PHONE) !== null]).toEqual([null, true]);
    expect(asked()).toMatchObject([{ booking_id: id, subject_kind: "booking", state: "open" }]);
    const [{ due_at } = { due_at: 0 }] = asked();
    world.clock.at = instant(world.clock.at + 20 * 60_000);
    await text("CANCEL");
    // Repeated, it is not put off.
    expect(asked()).toMatchObject([{ state: "open", due_at }]);
    world.db.orm.update(tasks).set({ state: "done" }).where(eq(tasks.kind, "texted_cancel")).run();
    await text("CANCEL");
    expect(asked()).toMatchObject([{ state: "done" }]);
    await text("STOP", "+14075550188");
    expect(asked()).toHaveLength(1);
  });
});
