import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookingDrafts, bookings, checkouts, holds, outbox, pricingMatrix, serviceAreas } from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import type { Problem } from "~/http/answers/forms.server";
import { day } from "~/domain/kernel/days";
import { instantAt, plus } from "~/domain/kernel/time.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { expectedCounts, storedCounts } from "../../../tests/support/invariants";
import { fakeServices, fakeStripe, Visitor, type Answer, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { applySession } from "~/services/payments/checkout.server";
import * as agreement from "./agreement";
import * as expired from "./expired";
import * as payment from "./payment";
import * as project from "./project";
import * as resume from "./resume";
import * as schedule from "./schedule";
import { PROJECT, SCHEDULE } from "../../../tests/support/typed";

let world: TestWorld;
let services: Services;
let stripe: FakeStripe;
let me: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
  me = new Visitor(services);
});
afterEach(() => {
  expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
  world.close();
});

const SIGNATURE = { signatureName: "Ada Tester", agree: "on" };
const fieldsOf = (answer: Answer) => (answer.data as Problem).fields;
const draftOf = (answer: Answer) => new URL(answer.location ?? "", "http://localhost").searchParams.get("draft") ?? "";
const stored = (id: string) =>
  world.db.orm
    .select()
    .from(bookingDrafts)
    .where(eq(bookingDrafts.id, id as never))
    .get();
const only = (): Booking => world.db.orm.select().from(bookings).get() as Booking;
const viewOf = <View>({ data }: { data: unknown }) => (data as { view: View }).view;
const seen = async (draft: string) =>
  viewOf<{ contentSha256: string }>(await me.get(agreement.loader, `/book/agreement?draft=${draft}`)).contentSha256;

const start = async (fields: Record<string, string | string[]> = PROJECT) =>
  draftOf(await me.post(project.action, "/book", fields));
async function toAgreement(fields = {}): Promise<string> {
  const draft = await start();
  expect((await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, ...fields })).location).toBe(
    `/book/agreement?draft=${draft}`,
  );
  return draft;
}
async function sign(draft: string): Promise<Answer> {
  return me.post(agreement.action, `/book/agreement?draft=${draft}`, { ...SIGNATURE, seen: await seen(draft) });
}
async function toPayment(fields = {}): Promise<string> {
  const draft = await toAgreement(fields);
  expect((await sign(draft)).location).toBe(`/book/payment?draft=${draft}`);
  return draft;
}
const pay = (draft: string) => me.post(payment.action, `/book/payment?draft=${draft}`, { cardConsent: "on" });
async function takeEffect(sessionId: string) {
  const session = stripe.sessions.get(sessionId);
  if (!session) throw new Error("no session");
  const paid = { ...session, status: "complete" as const, paymentStatus: "paid" as const, paymentIntentId: "pi_1" };
  stripe.sessions.set(sessionId, paid);
  return applySession(services, world.deed(), paid);
}

describe("from the project to the payment", () => {
  it("works, and every step then leads to the confirmation", async () => {
    const draft = await toPayment();
    const page = await pay(draft);
    expect(page).toMatchObject({ status: 303, location: expect.stringContaining("https://pay.example/cs_test_") });
    expect((await pay(draft)).location).toBe(page.location);
    await takeEffect(page.location?.split("/").pop() ?? "");
    const { capability } = only();
    for (const [loader, path] of [
      [project.loader, "/book"],
      [schedule.loader, "/book/schedule"],
      [agreement.loader, "/book/agreement"],
      [payment.loader, "/book/payment"],
    ] as const) {
      expect((await me.get(loader, `${path}?draft=${draft}`)).location).toBe(
        `/booking-confirmation?booking=${capability}`,
      );
    }
    expect((await pay(draft)).location).toBe(`/booking-confirmation?booking=${capability}`);
    // The resume link, mailed before the payment, leads there too.
    const other = new Visitor(services);
    const resumed = await other.get(resume.loader, `/book/resume?key=${stored(draft)?.resume_key}`);
    expect((await other.get(payment.loader, resumed.location ?? "")).location).toBe(
      `/booking-confirmation?booking=${capability}`,
    );
  });

  it("keeps the box of the card on file for who comes back from the payment page, until they sign again", async () => {
    const boxes = async () =>
      viewOf<{ values: object }>(await me.get(payment.loader, `/book/payment?draft=${draft}`)).values;
    const draft = await toPayment();
    expect(await boxes()).toEqual({});
    const page = await pay(draft);
    expect(await boxes()).toEqual({ cardConsent: "on" });
    await services.stripe.expireSession(page.location?.split("/").pop() ?? "");
    expect(await boxes()).toEqual({ cardConsent: "on" });
    world.clock.at = plus(world.clock.at, 60_000);
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, flexibleExtension: "on" });
    await sign(draft);
    expect(await boxes()).toEqual({});
  });

  it("brings what was typed after the signature to the booking", async () => {
    const draft = await toPayment();
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, {
      ...SCHEDULE,
      specialInstructions: "Gate code 4711",
    });
    expect((await pay(draft)).status).toBe(303);
    expect(only()).toMatchObject({ special_instructions: "Gate code 4711" });
    // A choice that can cost money later is part of what is signed.
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, flexibleExtension: "on" });
    expect((await pay(draft)).location).toContain("/book/agreement");
  });

  it("asks for a new signature when the price changed meanwhile", async () => {
    const draft = await toPayment();
    await world.db.write((tx) =>
      tx.update(pricingMatrix).set({ base_price: 39_900 }).where(eq(pricingMatrix.size_yards, 20)).run(),
    );
    expect((await pay(draft)).location).toBe(`/book/agreement?draft=${draft}`);
    expect((await me.get(payment.loader, `/book/payment?draft=${draft}`)).location).toBe(
      `/book/agreement?draft=${draft}`,
    );
    const view = viewOf<{ changes: string[] }>(await me.get(agreement.loader, `/book/agreement?draft=${draft}`));
    expect(view.changes).toContain("Total: $409.32 → $430.92");
  });

  it("does not take money when the ZIP was switched off, the day has passed or the order became too small", async () => {
    const draft = await toPayment();
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 50_000 }).run());
    expect(fieldsOf(await pay(draft))[""]).toMatch(/smallest order.*Go back/);
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 0, is_active: false }).run());
    expect(fieldsOf(await pay(draft))[""]).toMatch(/don't service/);
    await world.db.write((tx) => tx.update(serviceAreas).set({ is_active: true }).run());
    world.clock.at = instantAt(day("2026-12-04"), 9);
    expect(await pay(draft)).toMatchObject({
      status: 409,
      data: { fields: { "": expect.stringContaining("has passed") } },
    });
    expect(world.db.orm.select().from(checkouts).all()).toEqual([]);
  });

  it("keeps the hold while the card company is away, and says so", async () => {
    const draft = await toPayment();
    stripe.down = true;
    expect(await pay(draft)).toMatchObject({
      status: 503,
      data: { fields: { "": expect.stringContaining("held until") }, values: { cardConsent: "on" } },
    });
    expect(world.db.orm.select().from(holds).all()).toMatchObject([{ state: "live" }]);
    expect(
      (await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-04" }))
        .status,
    ).toBe(503);
    stripe.down = false;
    expect((await pay(draft)).status).toBe(303);
  });
});

describe("an order that changes while its payment page is open", () => {
  it("ends the page first, and the new signature holds the new day", async () => {
    const draft = await toPayment();
    const first = (await pay(draft)).location;
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-21" });
    expect(stripe.sessions.get(first?.split("/").pop() ?? "")?.status).toBe("expired");
    await sign(draft);
    const second = (await pay(draft)).location;
    expect(second).not.toBe(first);
    await takeEffect(second?.split("/").pop() ?? "");
    expect(only()).toMatchObject({ scheduled_delivery_date: "2026-12-21", status: "paid_pending_scheduling" });
  });

  it("is signed once by two tabs, and a double click is no error", async () => {
    const draft = await toAgreement();
    const content = await seen(draft);
    const twice = await Promise.all(
      [0, 1].map(() => me.post(agreement.action, `/book/agreement?draft=${draft}`, { ...SIGNATURE, seen: content })),
    );
    expect(twice.map((answer) => answer.location)).toEqual([
      `/book/payment?draft=${draft}`,
      `/book/payment?draft=${draft}`,
    ]);
    expect(world.db.orm.select().from(bookings).all()).toHaveLength(1);
  });

  it("is paid in one tab: the other one's change leads to the confirmation", async () => {
    const draft = await toPayment();
    const id = (await pay(draft)).location?.split("/").pop() ?? "";
    const session = stripe.sessions.get(id);
    if (session)
      stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId: "pi_1" });
    expect(
      (await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-21" }))
        .location,
    ).toContain("/booking-confirmation");
    expect(getBooking(world.db.orm, only().id)).toMatchObject({ scheduled_delivery_date: "2026-12-03" });
    expect(only().paid_at).not.toBeNull();
  });
});

describe("a step that was right once", () => {
  it.each([
    ["a ZIP outside the area", { zip: "90210" }],
    ["a day that has passed", { deliveryDate: "2026-11-03" }],
    ["a missing name", { firstName: "" }],
    ["only a new price", { zip: "90210", intent: "update" }],
  ])("is not done any more after %s", async (_name, wrong) => {
    const draft = await toAgreement();
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, ...wrong });
    expect((await me.get(agreement.loader, `/book/agreement?draft=${draft}`)).location).toBe(
      `/book/schedule?draft=${draft}`,
    );
    expect(
      (await me.post(agreement.action, `/book/agreement?draft=${draft}`, { ...SIGNATURE, seen: "x" })).location,
    ).toBe(`/book/schedule?draft=${draft}`);
  });

  it("keeps what was typed when the step before it went missing", async () => {
    const draft = await toAgreement();
    await me.post(project.action, `/book?draft=${draft}`, { ...PROJECT, dumpsterSize: "", intent: "remove:0" });
    const answer = await me.post(schedule.action, `/book/schedule?draft=${draft}`, {
      ...SCHEDULE,
      specialInstructions: "Beware of the dog",
    });
    expect(answer.location).toBe(`/book?draft=${draft}`);
    expect(stored(draft)?.data).toMatchObject({ specialInstructions: "Beware of the dog" });
  });
});

describe("whatever the buttons of the project send", () => {
  it.each([
    ["heavy debris in a large one", { materialCategory: "heavy", dumpsterSize: "25" }],
    ["less than none", { quantity: "-3" }],
    ["a part of one", { quantity: "0.5" }],
    ["a size that is none", { dumpsterSize: "1e9" }],
    ["a line that is not there", { intent: "remove:99" }],
    ["markup", { projectType: "<script>", materialCategory: "<b>", quantity: "<i>" }],
    ["far too much", { projectType: "x".repeat(250_000) }],
  ])("%s: the draft's pages still open", async (_name, fields) => {
    const draft = await start();
    await me.post(project.action, `/book?draft=${draft}`, { ...PROJECT, intent: "remove:0", ...fields });
    expect((await me.get(project.loader, `/book?draft=${draft}`)).status).toBe(200);
    expect(JSON.stringify(stored(draft)?.data).length).toBeLessThan(2_000);
  });

  it("keeps the typed line when a link is mailed", async () => {
    const draft = await toAgreement();
    expect(
      (await me.post(project.action, `/book?draft=${draft}`, { ...PROJECT, dumpsterSize: "15", intent: "email-link" }))
        .location,
    ).toContain("sent=1");
    expect(stored(draft)?.data).toMatchObject({ dumpsterSize: 15 });
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.resume")).all()).toHaveLength(1);
  });
});

describe("whose draft it is", () => {
  it("is told by the cookie alone", async () => {
    const draft = await toAgreement();
    const thief = new Visitor(services);
    expect((await thief.get(agreement.loader, `/book/agreement?draft=${draft}`)).location).toBe(
      `/book/expired?draft=${draft}`,
    );
    expect((await thief.post(agreement.action, `/book/agreement?draft=${draft}`, SIGNATURE)).location).toBe(
      "/book/expired",
    );
    expect((await thief.post(payment.action, `/book/payment?draft=${draft}`, { cardConsent: "on" })).location).toBe(
      "/book/expired",
    );
    expect((await thief.post(expired.action, `/book/expired?draft=${draft}`, {})).location).toBe("/book");
    const mine = me.cookies.get(`d_${draft}`) ?? "";
    const own = draftOf(await thief.post(project.action, "/book", PROJECT));
    for (const forged of [mine.replace(/.$/, "x"), thief.cookies.get(`d_${own}`) ?? "", "1", "1.", ""]) {
      thief.cookies.set(`d_${draft}`, forged);
      expect((await thief.get(agreement.loader, `/book/agreement?draft=${draft}`)).location).toBe(
        `/book/expired?draft=${draft}`,
      );
    }
  });

  it("saves what somebody without their cookie typed, in a draft of their own", async () => {
    const draft = await start();
    me.cookies.clear();
    const rescued = await me.post(schedule.action, `/book/schedule?draft=${draft}`, {
      ...SCHEDULE,
      rentalDays: "-5",
      specialInstructions: "Gate code 4711",
    });
    expect(rescued.location).toContain("notice=rescued");
    expect(draftOf(rescued)).not.toBe(draft);
    expect(stored(draftOf(rescued))?.data).toMatchObject({
      zip: "32801",
      address: "123 Main Street",
      deliveryDate: "2026-12-03",
      rentalDays: 7,
      specialInstructions: "Gate code 4711",
      contactInfo: { firstName: "Ada", email: "ada@example.com" },
    });
    expect((await me.get(project.loader, rescued.location ?? "")).status).toBe(200);
  });

  it("saves what somebody without their cookie typed on the first step, also where it is not right yet", async () => {
    const draft = await start();
    me.cookies.clear();
    for (const asked of [PROJECT, { ...PROJECT, projectType: "" }, { ...PROJECT, intent: "update", line: "1" }]) {
      const rescued = await me.post(project.action, `/book?draft=${draft}`, { ...asked, cartSeen: "of-another-order" });
      expect(rescued.location).toContain("notice=rescued");
      expect(stored(draftOf(rescued))?.data).toMatchObject({ dumpsterSize: 20, projectType: asked.projectType });
    }
  });

  it("wakes an expired one by its page or by a form, and forgets nothing", async () => {
    const draft = await start();
    world.clock.at = plus(world.clock.at, 15 * 86_400_000);
    expect((await me.get(schedule.loader, `/book/schedule?draft=${draft}`)).location).toBe(
      `/book/expired?draft=${draft}`,
    );
    expect(
      (await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-21" }))
        .location,
    ).toBe(`/book/agreement?draft=${draft}`);
    world.clock.at = plus(world.clock.at, 15 * 86_400_000);
    expect((await me.post(expired.action, `/book/expired?draft=${draft}`, {})).location).toBe(
      `/book/agreement?draft=${draft}`,
    );
    expect((await me.get(agreement.loader, `/book/agreement?draft=${draft}`)).status).toBe(200);
  });
});
