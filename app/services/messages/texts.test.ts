import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, customers, messages, outbox, textStops } from "#db/schema/index";
import { moveClock } from "~/adapters/clock/move.server";
import { askForCode } from "~/domain/accounts/codes.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { day } from "~/domain/kernel/days";
import type { Language } from "~/domain/kernel/language";
import { instantAt } from "~/domain/kernel/time.server";
import { countSegments } from "~/domain/messages/segments";
import { stopTexts } from "~/domain/messages/stops.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import { draftData, openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { fakeSms, type FakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

const PHONE = "+14075550133";
let world: TestWorld;
let services: Services;
let sms: FakeSms;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  sms = fakeSms();
  services = { ...fakeServices(world), sms };
  booking = await paidBooking(world, { smsConsent: true });
  world.db.orm.delete(outbox).run();
});
afterEach(() => world.close());

const put = (
  cause: string,
  of = booking,
  kind: "sms.booking-confirmed" | "sms.sign-request" = "sms.booking-confirmed",
) => world.db.write((tx) => enqueue(tx, { kind, cause, bookingId: of.id, payload: { bookingId: of.id } }));
const work = (cause: string) => world.db.orm.select().from(outbox).where(eq(outbox.cause, cause)).get();
const texts = () => world.db.orm.select().from(messages).where(eq(messages.channel, "sms")).all();
const stops = () => world.db.orm.select().from(textStops).all();
const run = () => runDueWork(services);
const again = () => world.db.orm.update(outbox).set({ run_at: 0 }).run();

it("a text that has no words in its customer's language goes in English, and is kept as English", async () => {
  world.db.orm
    .update(customers)
    .set({ language: "es" as Language })
    .run();
  await put("a");
  await run();
  expect(texts()).toMatchObject([{ language: "en", body: expect.stringContaining("is paid") as string }]);
});

it("the first text to a number says how texts end, and none after it", async () => {
  await put("a");
  await run();
  await put("b");
  await run();
  const says = texts().map(({ body }) => body.endsWith(" Reply STOP to opt out, HELP for help."));
  expect(says).toEqual([true, false]);
  expect(texts().map(({ body }) => countSegments(body).segments <= 3)).toEqual([true, true]);
});

describe("a number that has stopped our texts", () => {
  it("is not texted: the provider is not asked, and the message says why", async () => {
    await world.db.write((tx) => stopTexts(tx, world.deed(), PHONE, "customer"));
    await put("a");
    await run();
    expect(sms.sent).toEqual([]);
    expect(texts()).toMatchObject([
      {
        state: "failed",
        error: "this number has stopped our texts",
        recipient: PHONE,
        body: expect.stringContaining("is paid") as string,
        booking_id: booking.id,
        sent_at: null,
      },
    ]);
    expect(work("a")).toMatchObject({ state: "done", last_error: "not sent: this number has stopped our texts" });
  });

  it("gets codes all the same", async () => {
    await world.db.write((tx) => stopTexts(tx, world.deed(), PHONE, "customer"));
    await askForCode(world.db, PHONE, { purpose: "sign-up", passwordHash: "x" });
    await run();
    expect(sms.sent.map(({ to }) => to)).toEqual([PHONE]);
  });

  it("is put on the list by the network's refusal, once", async () => {
    sms.refuse = { ok: false, code: "stopped", why: "Twilio 21610" };
    for (const cause of ["a", "b"]) await put(cause);
    await run();
    expect(texts().map(({ state, error }) => [state, error])).toEqual([
      ["failed", "this number has stopped our texts (Twilio 21610)"],
      ["failed", "this number has stopped our texts"],
    ]);
    expect(stops()).toMatchObject([{ phone: PHONE, source: "network", ended_at: null }]);
  });
});

describe("what the network says", () => {
  it("of a number that gets no texts is kept with the message, which is not tried again", async () => {
    sms.refuse = { ok: false, code: "unreachable", why: "Twilio 21614" };
    await put("a");
    await run();
    expect(texts()).toMatchObject([
      { state: "failed", error: "no phone that gets texts has this number (Twilio 21614)", provider_id: null },
    ]);
    expect([work("a")?.state, stops()]).toEqual(["done", []]);
  });

  it("when it is too much is heard: the text waits as long, and that is no failure", async () => {
    sms.refuse = { ok: false, code: "later", ms: 60_000 };
    await put("a");
    await run();
    expect(work("a")).toMatchObject({ state: "waiting", attempts: 0, last_error: null });
    expect((work("a")?.run_at ?? 0) - Date.now()).toBeGreaterThan(55_000);
    sms.refuse = undefined;
    again();
    await run();
    expect(texts()).toMatchObject([{ state: "sent", provider_id: "SM1", sender: sms.from }]);
  });
});

describe("the notice to an account without an email address", () => {
  const tell = () => {
    const payload = { to: PHONE, changed: "password" as const };
    return world.db.write((tx) => enqueue(tx, { kind: "sms.account-changed", cause: "n", payload }));
  };

  it("waits for the morning", async () => {
    world.clock.at = instantAt(TODAY, 22);
    await tell();
    await run();
    expect([sms.sent.length, work("n")?.state]).toEqual([0, "waiting"]);
    world.clock.at = instantAt(day("2026-12-02"), 8);
    again();
    await run();
    expect(sms.sent).toMatchObject([
      { to: PHONE, body: expect.stringContaining("Your password was changed.") as string },
    ]);
  });

  it("does not go to a number that has stopped our texts", async () => {
    await world.db.write((tx) => stopTexts(tx, world.deed(), PHONE, "customer"));
    await tell();
    await run();
    expect([sms.sent, texts().map(({ state }) => state)]).toEqual([[], ["failed"]]);
  });
});

describe("in the quiet hours", () => {
  it("a text waits for eight in the morning, and leaves then", async () => {
    world.clock.at = instantAt(TODAY, 22, 30);
    await put("a");
    await run();
    expect(sms.sent).toEqual([]);
    expect(work("a")).toMatchObject({ state: "waiting", attempts: 0 });
    // Nine and a half hours by the wall clock, by which the outbox goes.
    expect(Math.abs((work("a")?.run_at ?? 0) - Date.now() - 9.5 * 3_600_000)).toBeLessThan(5_000);
    world.clock.at = instantAt(day("2026-12-02"), 8);
    again();
    await run();
    expect(sms.sent).toHaveLength(1);
  });

  it("what is not true any more in the morning is not sent", async () => {
    world.clock.at = instantAt(TODAY, 22);
    await put("a");
    await run();
    world.db.orm.update(bookings).set({ status: "cancelled" }).run();
    world.clock.at = instantAt(day("2026-12-02"), 8);
    again();
    await run();
    expect([sms.sent, work("a")?.last_error]).toEqual([[], "not sent: it is not true any more"]);
  });

  it("a code is sent", async () => {
    world.clock.at = instantAt(TODAY, 3);
    await askForCode(world.db, PHONE, { purpose: "sign-up", passwordHash: "x" });
    await run();
    expect(sms.sent).toHaveLength(1);
  });

  it("end for what waits when the sandbox's clock is moved", async () => {
    world.clock.at = instantAt(TODAY, 22);
    await put("a");
    await run();
    await moveClock(world.db, { by: 0 });
    world.clock.at = instantAt(day("2026-12-02"), 8);
    await run();
    expect(sms.sent).toHaveLength(1);
  });
});

describe("so many texts", () => {
  it("an hour get to a booking, and to a number from all its bookings", async () => {
    for (let i = 0; i < 23; i++) await put(`a${i}`);
    await run();
    expect(sms.sent).toHaveLength(20);
    const other = await paidBooking(world, { smsConsent: true });
    world.db.orm.delete(outbox).run();
    for (let i = 0; i < 10; i++) await put(`b${i}`, other);
    await run();
    expect(sms.sent).toHaveLength(24);
    expect(work("b9")?.last_error).toMatch(/^not sent: the number or the booking had enough/);
  });

  it("with a code get to a number, whoever asks, and to all numbers together", async () => {
    for (let i = 0; i < 6; i++) await askForCode(world.db, PHONE, { purpose: "sign-up", passwordHash: "x" });
    await askForCode(world.db, "(407) 555-0134", { purpose: "sign-up", passwordHash: "x" });
    await run();
    expect([sms.sent.filter(({ to }) => to === PHONE).length, sms.sent.length]).toEqual([4, 5]);
    for (let i = 0; i < 205; i++)
      await askForCode(world.db, `+1407556${1000 + i}`, { purpose: "sign-up", passwordHash: "x" });
    await run();
    expect(sms.sent).toHaveLength(200);
  });
});

it("a code stands in the text and nowhere else once it is sent, nor when it never will be", async () => {
  const contact = { ...draftData().contactInfo };
  await askForCode(world.db, contact.phone, { purpose: "sign-up", passwordHash: "x" });
  // Without an account of this number nothing goes out.
  await askForCode(world.db, "(407) 555-0134");
  const codes = world.db.orm
    .select()
    .from(outbox)
    .all()
    .map(({ payload }) => String(payload["key"]));
  await run();
  expect(sms.sent).toHaveLength(1);
  expect(sms.sent[0]?.body).toContain(codes[0]);
  expect(texts()).toMatchObject([{ template: "sms.account-code", body: "[code]", booking_id: null }]);
  const kept = JSON.stringify([world.db.orm.select().from(outbox).all(), texts()]);
  expect(codes.filter((code) => kept.includes(code))).toEqual([]);
});
