import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, events, messages, outbox } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { DAY, plus } from "~/domain/kernel/time.server";
import { stopTexts } from "~/domain/messages/stops.server";
import { findPrepared } from "~/domain/records/prepared-record.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { signRequest } from "../messages/sign-request.server";
import { correctLink, sendableAgain, sendAgain } from "./send-again.server";
import { recordEvent } from "~/domain/events/events.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
async function prepare(email: string) {
  const data = draftData({ smsConsent: true, contactInfo: { ...draftData().contactInfo, email } });
  const { booking } = await world.db.write((tx) =>
    prepareQuote(tx, staff(), world.settings(), data, plus(world.clock.at, DAY)),
  );
  return {
    booking,
    again: () => world.db.write((tx) => sendAgain(tx, staff(), getBooking(tx, booking.id))),
  };
}
const queued = () =>
  world.db.orm
    .select()
    .from(outbox)
    .all()
    .flatMap(({ kind }) => (kind.endsWith(".sign-request") ? [kind] : []));
const told = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .filter(({ action }) => action === "sent_again").length;
const NOTHING = { ok: false, code: "nothing_to_send" };

it("nothing is sent, and nobody is told that it was, where no message gets there or the link leads nowhere", async () => {
  const byText = await prepare("");
  await world.db.write((tx) => stopTexts(tx, staff(), byText.booking.phone, "customer"));
  expect(await byText.again()).toEqual({ ok: false, code: "reaches_nobody" });
  const { again } = await prepare("ada@example.com");
  world.clock.at = plus(world.clock.at, DAY + 1);
  expect([await again(), queued(), told()]).toEqual([{ ok: false, code: "price_over" }, [], 0]);
});

it("a link that came back, or never left, is not ticked as sent", async () => {
  const { booking } = await prepare("ada@example.com");
  const sent = () => findPrepared(world.db.orm, booking.booking_number)?.steps.sent;
  const keep = (state: "sent" | "failed" | "bounced") => {
    const id = `msg_${state}` as (typeof messages.$inferInsert)["id"];
    const text = {
      direction: "out",
      channel: "sms",
      template: "sms.sign-request",
      sender: "",
      subject: "",
      body: "",
    } as const;
    const at = { created_at: world.clock.at, updated_at: world.clock.at };
    world.db.orm
      .insert(messages)
      .values({ id, cause: state, ...text, ...at, state, recipient: booking.phone, booking_id: booking.id })
      .run();
  };
  keep("failed");
  keep("bounced");
  expect(sent()).toBeNull();
  keep("sent");
  expect(sent()).toBe(world.clock.at);
});

it("the papers of who has no address go as the text of the confirmation, while that is true", async () => {
  const { booking, again } = await prepare("");
  const becomes = (status: "paid_pending_scheduling" | "on_site") =>
    world.db.orm.update(bookings).set({ status }).where(eq(bookings.id, booking.id)).run();
  const texts = () =>
    world.db.orm
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === "sms.booking-confirmed").length;
  becomes("paid_pending_scheduling");
  expect([await again(), await again(), texts()]).toEqual([{ ok: true }, { ok: true }, 1]);
  world.clock.at = plus(world.clock.at, DAY);
  becomes("on_site");
  expect([await again(), texts(), told()]).toEqual([NOTHING, 1, 1]);
});

it("who has signed is asked to go on by what the office sends after that alone, not by what still waited", async () => {
  const { booking, again } = await prepare("ada@example.com");
  const { id } = booking;
  const sent: string[] = [];
  const services = fakeServices(world);
  services.mail = { send: async ({ subject }) => void sent.push(subject) };
  const leave = async () => {
    const one = { id: 1, kind: "mail.sign-request", payload: { bookingId: id }, booking_id: id, attempts: 1 } as never;
    await signRequest(services, world.deed(), one);
    return sent.at(-1);
  };
  await world.db.write((tx) => {
    tx.update(bookings).set({ status: "pending_payment" }).where(eq(bookings.id, id)).run();
    recordEvent(tx, staff(), {
      subject: { kind: "agreement", id: "agr_1" },
      bookingId: id,
      action: "agreement_signed",
      data: { version: 1, content_sha256: "", terms_version: "" },
    });
  });
  expect(await leave()).toBeUndefined();
  expect(await again()).toEqual({ ok: true });
  expect(await leave()).toContain("please sign again and pay");
});

it("what was put right within a minute of a message is another one to send; the same once more is not", async () => {
  const { booking, again } = await prepare("ada@example.com");
  const { id } = booking;
  expect([await again(), await again(), told()]).toEqual([{ ok: true }, { ok: true }, 1]);
  await world.db.write((tx) =>
    recordEvent(tx, staff(), {
      subject: { kind: "booking", id },
      bookingId: id,
      action: "order_corrected",
      data: { fields: [] },
    }),
  );
  expect([await again(), await again(), told()]).toEqual([{ ok: true }, { ok: true }, 2]);
});

it("only what the office prepared has a link to send again once it is signed", async () => {
  const { booking } = await prepare("ada@example.com");
  const signed = { ...booking, status: "pending_payment" } as const;
  expect([sendableAgain(signed), sendableAgain({ ...signed, source: "web" })]).toEqual(["link", null]);
});

it("after a signature what still waits from before it is another message's place: the order as it is now goes out", async () => {
  const { booking, again } = await prepare("signed@example.com");
  await again();
  const rows = () =>
    world.db.orm
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind.endsWith(".sign-request"));
  await world.db.write((tx) =>
    recordEvent(tx, world.deed(), {
      subject: { kind: "agreement", id: "agr_test" },
      bookingId: booking.id,
      action: "agreement_signed",
      data: { version: 1 },
    } as never),
  );
  const before = rows().length;
  expect(before).toBe(2);
  await world.db.write((tx) => correctLink(tx, staff(), getBooking(tx, booking.id)));
  expect(rows().filter(({ state }) => state === "waiting")).toHaveLength(before);
  expect(rows().filter(({ last_error }) => last_error?.includes("signed meanwhile"))).toHaveLength(before);
  // What was sent after it says what is true when it leaves.
  await world.db.write((tx) => correctLink(tx, staff(), getBooking(tx, booking.id)));
  expect(rows()).toHaveLength(2 * before);
});
