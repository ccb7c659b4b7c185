import { expect, it, onTestFinished } from "vitest";
import { events, messages } from "#db/schema/index";
import { openWorld, paidBooking } from "../../../tests/support/domain";
import { newId } from "../kernel/ids.server";
import { plus } from "../kernel/time.server";
import { cutRecord } from "./cut-record";
import { findBookingRecord } from "./office.server";

it("a booking with hundreds of messages, steps and movements shows the newest, and all when it is asked", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const booking = await paidBooking(world);
  const { orm } = world.db;
  const short = cutRecord(findBookingRecord(orm, booking.booking_number)!, null);
  expect(short.cut).toEqual({ money: 0, papers: 0, messages: 0, timeline: 0 });
  await world.db.write((tx) => {
    for (let i = 1; i <= 300; i++) {
      const at = plus(world.clock.at, i);
      const [id, cause] = [newId("message"), `test:${i}`];
      const row = {
        id,
        cause,
        channel: "sms",
        direction: "out",
        template: "sms.moved",
        sender: "",
        recipient: "",
      } as const;
      const sent = { subject: "", body: `text ${i}`, state: "sent", booking_id: booking.id } as const;
      tx.insert(messages)
        .values({ ...row, ...sent, created_at: at, updated_at: at })
        .run();
      const who = { actor_kind: "staff", actor_label: "Sam", request_id: "test" } as const;
      const what = {
        subject_kind: "booking",
        subject_id: booking.id,
        action: "note_written",
        why: `note ${i}`,
      } as const;
      tx.insert(events)
        .values({ ...who, ...what, at, booking_id: booking.id })
        .run();
    }
  });
  const record = findBookingRecord(orm, booking.booking_number)!;
  const shown = cutRecord(record, null);
  expect([shown.messages.length, shown.messages.at(0)?.body, shown.messages.at(-1)?.body]).toEqual([
    40,
    "text 261",
    "text 300",
  ]);
  expect([shown.cut.messages, shown.timeline.length, shown.timeline.at(-1)?.why]).toEqual([300, 150, "note 300"]);
  expect(shown.cut.timeline).toBeGreaterThan(300);
  const all = cutRecord(record, "messages");
  expect([all.messages.length, all.cut.messages, all.timeline.length]).toEqual([300, 0, 150]);
});

it("what is left after refunds counts all of them, also those that are not shown", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const booking = await paidBooking(world);
  const record = findBookingRecord(world.db.orm, booking.booking_number)!;
  const [payment] = record.payments;
  const payments = Array.from({ length: 100 }, () => ({ ...payment!, amount: 100 }));
  const shown = cutRecord({ ...record, payments }, null);
  expect([shown.payments.length, shown.moneySums.paid]).toEqual([30, 10_000]);
  expect(shown.cut.money).toBe(100 + record.charges.length + record.checkouts.length);
});
