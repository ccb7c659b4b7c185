import { eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, checkouts, units } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import * as another from "./another";
import * as offer from "./another-offer";
import * as cancel from "./cancel";
import * as card from "./card";
import * as extend from "./extend";
import * as manage from "./manage-booking";
import * as notes from "./notes";
import * as success from "./payment-success";
import * as verify from "../functions/verify-payment";
import * as pickup from "./pickup";
import * as owner from "./owner";
import * as withdraw from "./withdraw";

let world: TestWorld;
let stripe: FakeStripe;
let neighbor: Visitor;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  stripe = fakeStripe();
  neighbor = new Visitor(fakeServices(world, stripe));
  booking = await paidBooking(world);
  // A link in a mail, forwarded.
  await neighbor.get(manage.loader, `/manage-booking?key=${booking.capability}`);
});
afterEach(() => world.close());

const at = (page: string, more = "") => `/manage-booking${page && `/${page}`}?booking=${booking.booking_number}${more}`;
const unit = () => world.db.orm.select().from(units).where(eq(units.booking_id, booking.id)).get()!;
async function setDown(): Promise<void> {
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
}
const problemsOf = (data: unknown) => (data as { fields: Record<string, string> }).fields;

describe("a forwarded link", () => {
  const toProof = (next: string, more = "") => at("owner", `&next=${next}${more}`);

  it("sees the booking and buys, but cancels nothing, changes no card, gives up no paid day, takes no money back", async () => {
    await setDown();
    expect(await neighbor.get(manage.loader, at(""))).toMatchObject({ data: { mode: "booking" } });
    expect(await neighbor.get(cancel.loader, at("cancel"))).toMatchObject({ location: toProof("cancel") });
    expect(await neighbor.post(cancel.action, at("cancel"), { fee: "0", refund: "40932" })).toMatchObject({
      location: toProof("cancel"),
    });
    expect(await neighbor.get(card.loader, at("card"))).toMatchObject({ location: toProof("card") });
    expect(await neighbor.post(card.action, at("card"), {})).toMatchObject({ location: toProof("card") });
    expect(await neighbor.post(pickup.action, at("pickup"), { intent: "request" })).toMatchObject({
      location: toProof("pickup", `&unit=${unit().id}`),
    });
    expect(await neighbor.post(withdraw.action, at("withdraw", "&job=job_1"), {})).toMatchObject({
      location: toProof("withdraw", "&job=job_1"),
    });
    expect(await neighbor.post(manage.action, at(""), { intent: "again" })).toMatchObject({
      location: toProof("again"),
    });
    expect([unit().state, stripe.sessions.size]).toEqual(["on_site", 0]);
    const sent = { pickupDate: "2026-12-12", total: "5400" };
    expect((await neighbor.post(extend.action, at("extend"), sent)).location).toMatch(/^https:\/\/pay/);
    // The day before, one day would still be given up.
    world.clock.at = instantAt(day("2026-12-09"), 9);
    expect(await neighbor.post(pickup.action, at("pickup"), { intent: "request" })).toMatchObject({
      location: toProof("pickup", `&unit=${unit().id}`),
    });
    // On its day nothing is given up.
    world.clock.at = instantAt(day("2026-12-10"), 9);
    expect((await neighbor.post(pickup.action, at("pickup"), { intent: "request" })).location).toBe(
      at("", "&done=pickup"),
    );
  });

  it("does all of it once the address or the number is shown, and no other one", async () => {
    const wrong = await neighbor.post(owner.action, toProof("cancel"), { email: "bob@example.com" });
    expect([wrong.status, Object.keys(problemsOf(wrong.data))]).toEqual([400, ["email"]]);
    expect(await neighbor.get(cancel.loader, at("cancel"))).toMatchObject({ location: toProof("cancel") });
    expect(await neighbor.post(owner.action, toProof("cancel"), { email: "(407) 555-0133" })).toMatchObject({
      status: 303,
      location: at("cancel"),
    });
    expect((await neighbor.get(cancel.loader, at("cancel"))).data).toMatchObject({ plan: { percent: 10 } });
    // Who has shown it before stays who they are, by whatever link they come back.
    await neighbor.get(manage.loader, `/manage-booking?key=${booking.capability}`);
    expect((await neighbor.get(cancel.loader, at("cancel"))).data).toMatchObject({ plan: { percent: 10 } });
  });

  it("orders no other dumpster in the owner's name, and keeps what was chosen for who shows that it is theirs", async () => {
    const more = { size: "20", quantity: "2" };
    const chosen = `&size=20&quantity=2`;
    expect(await neighbor.get(another.loader, at("another", chosen))).toMatchObject({
      location: toProof("another", chosen),
    });
    expect((await neighbor.post(another.action, at("another"), { ...more, intent: "continue" })).location).toBe(
      toProof("another", chosen),
    );
    expect((await neighbor.get(offer.loader, at("another.json"))).status).toBe(404);
    expect((await neighbor.post(owner.action, toProof("another", chosen), { email: booking.email })).location).toBe(
      at("another", chosen),
    );
    expect((await neighbor.get(another.loader, at("another", chosen))).data).toMatchObject({ values: more });
    expect((await neighbor.get(offer.loader, at("another.json"))).status).toBe(200);
  });

  it("pays on a page that names nobody's address and keeps no card, also where the owner's is open", async () => {
    await setDown();
    const pages = (state: "open") => world.db.orm.select().from(checkouts).where(eq(checkouts.state, state)).all();
    const days = { pickupDate: "2026-12-12", total: "5400" };
    await neighbor.post(extend.action, at("extend"), days);
    expect(pages("open")).toMatchObject([{ request: { customerEmail: "", keepsCard: false } }]);
    const owned = new Visitor(fakeServices(world, stripe));
    const known = { intent: "lookup", bookingNumber: booking.booking_number, email: booking.email };
    await owned.post(manage.action, "/manage-booking", known);
    await owned.post(extend.action, at("extend"), { pickupDate: "2026-12-14", total: "8100" });
    expect(pages("open")).toMatchObject([{ request: { customerEmail: booking.email, keepsCard: false } }]);
    const change = pages("open")[0]?.change_id ?? "";
    await neighbor.post(manage.action, at(""), { intent: "pay-change", change });
    expect(pages("open")).toMatchObject([{ change_id: change, request: { customerEmail: "" } }]);
  });

  it("paying for more days tells no address and proves nothing; coming back from the order's own payment does", async () => {
    await setDown();
    const pressed = await neighbor.post(extend.action, at("extend"), { pickupDate: "2026-12-12", total: "5400" });
    const sessionId = pressed.location?.split("/").at(-1) ?? "";
    const paid = { status: "complete", paymentStatus: "paid", paymentIntentId: "pi_1" } as const;
    stripe.sessions.set(sessionId, { ...stripe.sessions.get(sessionId)!, ...paid });
    expect((await neighbor.json(verify.action, { sessionId })).body).toMatchObject({
      success: true,
      booking: { customer: { email: "" } },
    });
    await neighbor.get(success.loader, `/payment-success?session_id=${sessionId}`);
    expect(await neighbor.get(cancel.loader, at("cancel"))).toMatchObject({ location: toProof("cancel") });
    const order = world.db.orm.select().from(checkouts).where(isNull(checkouts.change_id)).get()?.session_id ?? "";
    await neighbor.get(success.loader, `/payment-success?session_id=${order}`);
    expect(await neighbor.get(cancel.loader, at("cancel"))).toMatchObject({ status: 200, location: null });
  });

  it("signs out its own browser alone, and ends nothing of the owner's", async () => {
    const version = () => world.db.orm.select().from(bookings).get()?.access_version;
    const kept = version();
    expect(await neighbor.get(manage.loader, at(""))).toMatchObject({ data: { isProven: false } });
    expect((await neighbor.post(manage.action, at(""), { intent: "sign-out" })).location).toBe(
      "/manage-booking?signed=here",
    );
    expect(version()).toBe(kept);
    expect(await neighbor.get(manage.loader, at(""))).toMatchObject({ data: { mode: "lookup" } });
  });

  it("tells a note and a gate code, but neither shows nor changes one that is kept", async () => {
    const kept = () => world.db.orm.select().from(bookings).get();
    const shown = async () => JSON.stringify((await neighbor.get(notes.loader, at("notes"))).data);
    await neighbor.post(notes.action, at("notes"), { gateCode: "#7391", specialInstructions: "Left side" });
    expect(kept()).toMatchObject({ gate_code: "#7391", special_instructions: "Left side" });
    expect(await shown()).toContain('"isGateHidden":true');
    expect(await shown()).not.toContain("7391");
    await neighbor.post(notes.action, at("notes"), { gateCode: "", specialInstructions: "Right side" });
    await neighbor.post(notes.action, at("notes"), { gateCode: "#0000", specialInstructions: "Right side" });
    expect(kept()).toMatchObject({ gate_code: "#7391", special_instructions: "Right side" });
    expect((await neighbor.post(owner.action, toProof("notes"), { email: booking.email })).location).toBe(at("notes"));
    expect(await shown()).toContain("#7391");
    await neighbor.post(notes.action, at("notes"), { gateCode: "#8402", specialInstructions: "Right side" });
    expect(kept()).toMatchObject({ gate_code: "#8402" });
    // Once no truck comes, it is nobody's any more.
    world.db.orm.update(bookings).set({ status: "completed" }).run();
    expect(await shown()).not.toContain("8402");
  });

  it("is asked ten times at most, whoever types", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await neighbor.post(owner.action, toProof("cancel"), { email: `n${i}@example.com` })).status);
    // One try was the owner's own look-up, from the same connection.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it("leads nowhere but to pages of this booking", async () => {
    const answer = await neighbor.post(owner.action, at("owner", "&next=//evil.example"), { email: booking.email });
    expect(answer.location).toBe(at("cancel"));
  });

  it("opens a page of a message by its key, and goes on without it", async () => {
    const fresh = new Visitor(fakeServices(world, stripe));
    expect((await fresh.get(extend.loader, `/manage-booking/extend?key=${booking.capability}`)).location).toBe(
      at("extend"),
    );
    expect((await fresh.get(pickup.loader, "/manage-booking/pickup?key=wrong")).location).toBe(
      "/manage-booking?link=ended",
    );
  });
});
