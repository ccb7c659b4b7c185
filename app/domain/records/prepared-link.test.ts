import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messages } from "#db/schema/index";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import type { DraftData } from "../booking/draft/data";
import { findDraft } from "../booking/draft/drafts.server";
import { findBooking, getBooking } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { correctPrepared } from "../booking/order/prepared.server";
import { listTimeline } from "../events/events.server";
import type { StaffActor } from "../kernel/deed";
import { HOUR, plus } from "../kernel/time.server";
import { findPrepared } from "./prepared-record.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
const ADA = draftData().contactInfo;
const byText = { smsConsent: true, contactInfo: { ...ADA, email: "" } };

/** A prepared order whose link was sent, and what the office does with it an hour later. */
async function prepare(changes: Partial<DraftData>) {
  const ends = plus(world.clock.at, 48 * HOUR);
  const { draft, booking } = await world.db.write((tx) =>
    prepareQuote(tx, staff(), world.settings(), draftData(changes), ends),
  );
  const send = (id: string) =>
    world.db.orm
      .insert(messages)
      .values({
        id: `msg_${id}${booking.id}` as (typeof messages.$inferInsert)["id"],
        cause: id + booking.id,
        direction: "out",
        channel: "sms",
        template: "sms.sign-request",
        sender: "",
        subject: "",
        body: "",
        created_at: world.clock.at,
        updated_at: world.clock.at,
        state: "sent",
        recipient: booking.phone,
        booking_id: booking.id,
      })
      .run();
  send("first");
  world.clock.at = plus(world.clock.at, HOUR);
  return {
    send,
    key: booking.signing_key,
    record: () => findPrepared(world.db.orm, booking.booking_number) ?? expect.fail("no record"),
    correct: (data: Partial<DraftData>) =>
      world.db.write((tx) => {
        const now = findDraft(tx, draft.id) ?? expect.fail("no draft");
        const mine = { ...now.data, ...data };
        const options = { mine, seen: now.version, endOf: () => ends, rights: new Set<never>() };
        return correctPrepared(tx, staff(), world.settings(), draft.id, options);
      }),
    endings: () =>
      listTimeline(world.db.orm, booking.id).flatMap(({ action, data }) =>
        action === "links_ended" ? [(data as { reason: string }).reason] : [],
      ),
    keyNow: () => getBooking(world.db.orm, booking.id).signing_key,
  };
}

describe("the link of a prepared order", () => {
  it("ends when the office puts the number right that it was texted to, and is to be sent anew", async () => {
    const { key, correct, endings, record, send } = await prepare(byText);
    expect(record()).toMatchObject({ isToSendAnew: false, steps: { sent: plus(world.clock.at, -HOUR) } });
    expect(await correct({ contactInfo: { ...byText.contactInfo, phone: "(407) 555-0199" } })).toMatchObject({
      ok: true,
    });
    expect(findBooking(world.db.orm, { signingKey: key })).toBeNull();
    expect(endings()).toEqual(["other_contact_office"]);
    expect(record()).toMatchObject({ isToSendAnew: true, steps: { sent: null } });
    world.clock.at = plus(world.clock.at, HOUR);
    send("again");
    expect(record()).toMatchObject({ isToSendAnew: false, steps: { sent: world.clock.at } });
  });

  it("ends with another address, once, also where the number is another one too", async () => {
    const { correct, endings, record } = await prepare({ smsConsent: true });
    await correct({ contactInfo: { ...ADA, email: "eve@example.com", phone: "(407) 555-0199" } });
    expect([endings(), record().isToSendAnew]).toEqual([["other_email_typed"], true]);
  });

  it("stays where no text went to the former number, the number is written otherwise, or something else is put right", async () => {
    const mailed = await prepare({});
    await mailed.correct({ contactInfo: { ...ADA, phone: "(407) 555-0199" } });
    expect([mailed.endings(), mailed.keyNow()]).toEqual([[], mailed.key]);
    const texted = await prepare({ ...byText, address: "7 Second Street" });
    await texted.correct({
      contactInfo: { ...byText.contactInfo, phone: "+1 407-555-0133" },
      address: "9 Third Street",
    });
    expect([texted.endings(), texted.keyNow()]).toEqual([[], texted.key]);
  });
});
