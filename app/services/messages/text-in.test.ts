import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events, messages, outbox, textStops, webhookInbox } from "#db/schema/index";
import { askForCode } from "~/domain/accounts/codes.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { instant } from "~/domain/kernel/time.server";
import { findTextStop } from "~/domain/messages/stops.server";
import { listTextsToRead } from "~/domain/messages/thread.server";
import { findBookingRecord } from "~/domain/records/office.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import type { Services } from "~/services.server";
import { draftData, openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";
import { answerText } from "./text-in.server";
import { takeReport } from "./text-reports.server";

const PHONE = "+14075550133";
let world: TestWorld;
let services: Services;
let logged: string[];
let booking: Booking;
let sids = 0;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  logged = [];
  const warn = (entry: object) => void logged.push(JSON.stringify(entry));
  services = {
    ...fakeServices(world),
    sms: fakeSms(),
    log: { error: warn, warn, info: warn },
  };
  booking = await paidBooking(world, { smsConsent: true });
  world.db.orm.update(outbox).set({ created_at: 0 }).run();
  await runDueWork(services);
});
afterEach(() => world.close());

const from = { kind: "customer", label: "Text message" } as const;
const text = (body: string, phone = PHONE, providerId = `SMin${++sids}`, answered = false) =>
  answerText(services, world.deed(from), { providerId, from: phone, to: "+14075550142", body }, answered);
const incoming = () => world.db.orm.select().from(messages).where(eq(messages.direction, "in")).all();
const stopped = (phone = PHONE) => findTextStop(world.db.orm, phone) !== null;
const toRead = () => listTextsToRead(world.db.orm, instant(0)).map(({ body }) => body);
const actions = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .map(({ action }) => action);

describe("a text that comes in", () => {
  it("joins the thread of what was texted there last, and is for a person", async () => {
    expect(await text("Can you come at nine?")).toBeNull();
    expect(incoming()).toMatchObject([
      {
        state: "received",
        channel: "sms",
        sender: PHONE,
        booking_id: booking.id,
        customer_id: booking.customer_id,
        template: null,
      },
    ]);
    const record = findBookingRecord(world.db.orm, booking.booking_number);
    expect(record?.messages.find(({ direction }) => direction === "in")).toMatchObject({
      body: "Can you come at nine?",
      with: "(407) 555-0133",
    });
    expect(toRead()).toEqual(["Can you come at nine?"]);
    expect(actions()).toContain("text_received");
  });

  it("is one however often it is told", async () => {
    for (let i = 0; i < 3; i++) await text("Hello", PHONE, "SMsame");
    expect(incoming()).toHaveLength(1);
    await text("STOP", PHONE, "SMstop");
    await text("START");
    await text("STOP", PHONE, "SMstop");
    expect(stopped()).toBe(false);
  });

  it("of a number that nobody has belongs to nobody, and of one that two have neither", async () => {
    await text("Who is this?", "+14075550177");
    for (const firstName of ["Bo", "Cy"])
      await paidBooking(world, {
        contactInfo: { ...draftData().contactInfo, firstName, email: `${firstName}@example.com`, phone: "4075550188" },
      });
    await text("It is me", "+14075550188");
    expect(incoming().map((row) => [row.customer_id, row.booking_id])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("of the one customer who has the number belongs to them and their newest booking, though we never wrote", async () => {
    const silent = await paidBooking(world, {
      contactInfo: { ...draftData().contactInfo, firstName: "Di", email: "di@example.com", phone: "4075550189" },
    });
    await text("Call me", "+14075550189");
    expect(incoming()).toMatchObject([{ customer_id: silent.customer_id, booking_id: silent.id }]);
  });

  it("joins the thread also after a code, which anybody can have sent to the number", async () => {
    await paidBooking(world, {
      contactInfo: { ...draftData().contactInfo, firstName: "Ed", email: "ed@example.com", phone: PHONE },
    });
    await askForCode(world.db, PHONE, { purpose: "sign-up", passwordHash: "x" });
    world.clock.at = instant(world.clock.at + 1_000);
    await runDueWork(services);
    expect(world.db.orm.select().from(messages).all().at(-1)?.template).toBe("sms.account-code");
    await text("The gate is open");
    expect(incoming()).toMatchObject([{ customer_id: booking.customer_id, booking_id: booking.id }]);
  });

  it("keeps no link of ours that somebody sends back", async () => {
    await text(`Is this you? ${services.config.publicUrl}/manage-booking/open?key=abc`);
    expect(incoming()[0]?.body).toBe("Is this you? [link]");
  });
});

describe("STOP and START", () => {
  it("end our texts and bring them back, are confirmed, and stand on record and customer", async () => {
    expect(await text("Stop")).toMatch(/no more texts from us/);
    expect(stopped()).toBe(true);
    expect(findBookingRecord(world.db.orm, booking.booking_number)?.textStop).toMatchObject({ source: "customer" });
    const customer = () => findCustomerRecord(world.db.orm, booking.customer_id, TODAY);
    expect(customer()?.textStops).toMatchObject([{ phone: PHONE, text: "(407) 555-0133" }]);
    expect(customer()?.texts[0]).toMatchObject({ body: "Stop", direction: "in" });
    expect(customer()?.history.map(({ action }) => action)).toContain("texts_stopped");
    expect(await text("start")).toMatch(/our texts again/);
    expect([stopped(), customer()?.textStops]).toEqual([false, []]);
    expect(actions()).toContain("texts_allowed");
    expect(toRead()).toEqual([]);
  });

  it("said twice are once, and the list remembers each time", async () => {
    await text("STOP");
    await text("STOP");
    await text("START");
    world.clock.at = instant(world.clock.at + 1_000);
    await text("STOP");
    const rows = world.db.orm.select().from(textStops).all();
    expect(rows.map((row) => row.ended_at === null)).toEqual([false, true]);
    expect(actions().filter((action) => action === "texts_stopped")).toHaveLength(2);
  });

  it("are not answered where the network has done so", async () => {
    expect(await text("STOP", PHONE, "SMadvanced", true)).toBeNull();
    expect(stopped()).toBe(true);
  });

  it("YES brings them back only to who has stopped them; else it is for a person", async () => {
    expect(await text("Yes")).toBeNull();
    expect(toRead()).toEqual(["Yes"]);
    await text("STOP");
    expect(await text("YES")).toMatch(/our texts again/);
    expect([stopped(), toRead()]).toEqual([false, ["Yes"]]);
  });

  it("HELP is answered with our name and number, and changes nothing", async () => {
    const { businessName, phone } = services.settings();
    const answer = await text("help");
    expect(answer).toContain(businessName);
    expect(answer).toContain(phone);
    expect([stopped(), toRead()]).toEqual([false, []]);
  });
});

it("a number that texts without end is not kept after ten a minute, but its STOP is heard", async () => {
  for (let i = 0; i < 15; i++) await text(`again ${i}`);
  expect(incoming()).toHaveLength(10);
  expect(stopped()).toBe(false);
  await text("STOP");
  expect([stopped(), incoming().length]).toEqual([true, 10]);
  expect(logged.join()).toMatch(/texts too often/);
  expect(logged.join()).not.toMatch(/407|again/);
});

describe("what became of a text", () => {
  const report = (status: string, errorCode: string | null = null, providerId = ours()) =>
    takeReport(services, world.deed(), { providerId, status, errorCode });
  const sent = () => world.db.orm.select().from(messages).where(eq(messages.template, "sms.booking-confirmed")).get();
  const ours = () => sent()?.provider_id ?? "";

  it("is kept once per report and moves the message, in whatever order they come", async () => {
    const heard = [];
    for (const status of ["delivered", "queued", "sent", "delivered"]) heard.push(await report(status));
    expect(heard).toEqual(["applied", "applied", "applied", "duplicate"]);
    expect(sent()?.state).toBe("delivered");
    expect(world.db.orm.select().from(webhookInbox).where(eq(webhookInbox.source, "twilio")).all()).toHaveLength(3);
    expect(actions().filter((action) => action === "message_moved")).toHaveLength(1);
  });

  it.each([
    ["undelivered", "30003", "bounced", "the phone is off or out of reach"],
    ["undelivered", "39999", "bounced", "Twilio 39999"],
    ["failed", "30006", "failed", "a landline, which gets no texts"],
    ["undelivered", null, "bounced", null],
    ["toString", null, "sent", null],
  ])("%s with %s is %s: %s", async (status, code, state, error) => {
    await report(status, code);
    expect(sent()).toMatchObject({ state, error });
  });

  it("puts a number that has stopped us on the list", async () => {
    await report("failed", "21610");
    expect(findTextStop(world.db.orm, PHONE)).toMatchObject({ source: "network" });
  });

  it("waits for the message, where the report is quicker than the answer that names it", async () => {
    const early = { ...services.sms, send: async () => ({ ok: true as const, providerId: "SMearly" }) };
    expect(await report("undelivered", "30005", "SMearly")).toBe("applied");
    const other = await paidBooking(world, {
      smsConsent: true,
      contactInfo: { ...draftData().contactInfo, phone: "4075550199", email: "e@example.com" },
    });
    world.db.orm.update(outbox).set({ created_at: 0 }).run();
    await runDueWork({ ...services, sms: early });
    const row = world.db.orm.select().from(messages).where(eq(messages.provider_id, "SMearly")).get();
    expect(row).toMatchObject({ booking_id: other.id, state: "bounced", error: "there is no such number" });
  });

  it("of a text that is not ours changes nothing", async () => {
    await report("failed", null, "SMother");
    expect(sent()?.state).toBe("sent");
  });
});
