import { eq, isNotNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, chargeQuestions, checkouts, tasks } from "#db/schema/index";
import { renewAccess } from "~/domain/access/access.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findCharge, type LaterRow } from "~/domain/charges/charges.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import { moveCharge } from "~/domain/charges/charges.server";
import { chargesOf, fallDue, hauled, look, rented, tell } from "../../../tests/support/charges";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import * as manage from "./manage-booking";
import * as pay from "./pay";
import * as success from "./payment-success";
import * as verify from "../functions/verify-payment";
import * as proof from "./proof";
import * as question from "./question";
import * as statement from "./statement";

let world: TestWorld;
let stripe: FakeStripe;
let me: Visitor;
let booking: Booking;
let charge: LaterRow;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  stripe = fakeStripe();
  me = new Visitor(fakeServices(world, stripe));
  booking = await hauled(world, 4740, { reports: [{ cleaning: true }] });
  await look(world, booking);
  charge = await tell(world, chargesOf(world, booking)[0]!);
});
afterEach(() => world.close());

const byKey = (key = charge.capability ?? "") => `/manage-booking/question?key=${key}`;
const ask = (address: string, fields: Record<string, string> = {}) =>
  me.post(question.action, address, { message: "It was not full", ...fields });
const now = () => findCharge(world.db.orm, { id: charge.id });

describe("the link of a notice", () => {
  it("opens its charge with everything it stands on, and nothing else of the booking", async () => {
    expect((await me.get(question.loader, byKey())).data).toMatchObject({
      isOpened: false,
      charge: {
        title: "Extra weight: 1.37 tons",
        total: 14_385,
        lines: ["2.37 tons − 1 ton included = 1.37 tons", "1.37 tons × ($70 + $35 landfill fee) = $143.85"],
        clause: { heading: "Weight", text: expect.stringContaining("$70 per ton") as string },
        mayQuestion: true,
      },
    });
    expect(me.cookies.size).toBe(0);
    for (const [loader, page] of [
      [manage.loader, ""],
      [pay.loader, "/pay"],
      [statement.loader, "/statement"],
    ] as const) {
      const opened = await me.get(loader, `/manage-booking${page}?booking=${booking.booking_number}`);
      expect(opened.location ?? (opened.data as { mode?: string }).mode).toMatch(/^\/manage-booking|lookup/);
    }
  });

  it("shows the pictures of its own charge, and none by another key", async () => {
    const cleaning = chargesOf(world, booking)[1]!;
    // The file itself is not on this disk: asked for is all that counts here.
    await expect(me.get(proof.loader, `/manage-booking/proof?key=${cleaning.capability}&photo=0`)).rejects.toThrow();
    for (const key of ["", "none", charge.capability])
      expect((await me.get(proof.loader, `/manage-booking/proof?key=${key}&photo=0`)).status).toBe(404);
  });

  it("shows no picture of a charge that nobody was told of, and those of one that was told", async () => {
    const read = async () => Buffer.from("a jpeg");
    me = new Visitor({ ...fakeServices(world, stripe), files: { read } } as unknown as Services);
    const picture = async (id: string) => {
      const { capability, evidence } = findCharge(world.db.orm, { id })!;
      expect(evidence?.proofs.map(({ is }) => is)).toContain("photo");
      return (await me.get(proof.loader, `/manage-booking/proof?key=${capability}&photo=0`)).status;
    };
    expect(await picture(chargesOf(world, booking)[1]!.id)).toBe(200);
    const other = await hauled(world, 1800, { reports: [{ cleaning: true }], deliveryDate: "2026-12-05" });
    // On hold nobody is told of anything.
    world.db.orm.update(bookings).set({ on_hold_reason: "A call" }).where(eq(bookings.id, other.id)).run();
    await look(world, other);
    const [untold] = chargesOf(world, other);
    expect(untold).toMatchObject({ state: "evidence_ready", notices: 0 });
    expect(await picture(untold!.id)).toBe(404);
    expect((await me.get(question.loader, byKey(untold!.capability ?? ""))).location).toBe(
      "/manage-booking?link=ended",
    );
  });

  it("freezes the charge and asks the office, once however often it is sent", async () => {
    for (let i = 0; i < 3; i++) expect((await ask(byKey())).location).toBe(byKey());
    expect(now()).toMatchObject({ state: "questioned", due_at: null });
    expect(world.db.orm.select().from(chargeQuestions).all()).toMatchObject([{ message: "It was not full" }]);
    expect(world.db.orm.select().from(tasks).where(eq(tasks.kind, "charge_question")).all()).toHaveLength(1);
  });

  it("pressed again and again uses up no question of its customer's", async () => {
    for (let i = 0; i < 30; i++) expect((await ask(byKey())).status).toBe(302);
    const cleaning = chargesOf(world, booking)[1]!;
    expect((await ask(byKey(cleaning.capability ?? ""))).location).toBe(byKey(cleaning.capability ?? ""));
    expect(world.db.orm.select().from(chargeQuestions).all()).toHaveLength(2);
  });

  it("keeps what was typed where it is too long, and asks for something", async () => {
    expect(await ask(byKey(), { message: " " })).toMatchObject({ status: 400 });
    const refused = await ask(byKey(), { message: "x".repeat(2001) });
    expect(refused.status).toBe(400);
    expect((refused.data as { values: { message: string } }).values.message.length).toBeGreaterThanOrEqual(2000);
    expect(now()?.state).toBe("noticed");
  });

  it("ends with all other links, and questions nothing that was charged", async () => {
    world.clock.at = charge.due_at ?? world.clock.at;
    expect(await fallDue(world, charge)).toEqual({ ok: true });
    await world.db.write((tx) => renewAccess(tx, world.deed(), { bookingId: booking.id, draftId: null }, "signed_out"));
    expect((await ask(byKey())).location).toBe("/manage-booking?link=ended");
    expect((await ask(byKey("")).catch(() => null))?.location).toBe("/manage-booking?link=ended");
    expect((await ask(byKey(now()?.capability ?? ""))).status).toBe(409);
  });

  it("asks about no other charge, by whatever field, and about none that nobody was told of", async () => {
    const other = chargesOf(world, booking)[1]!;
    expect((await ask(byKey(), { charge: other.id })).location).toBe("/manage-booking?link=ended");
    await me.get(manage.loader, `/manage-booking?key=${booking.capability}`);
    const stranger = await hauled(world, 4740, { deliveryDate: "2026-12-05" });
    await look(world, stranger);
    const theirs = chargesOf(world, stranger)[0]!;
    const mine = `/manage-booking/question?booking=${booking.booking_number}`;
    expect((await ask(mine, { charge: theirs.id })).location).toBe("/manage-booking?link=ended");
    expect(findCharge(world.db.orm, { id: theirs.id })?.state).toBe("noticed");
    expect((await ask(mine, { charge: charge.id })).location).toBe(mine);
    expect(now()?.state).toBe("questioned");
  });

  it("is asked ten times an hour for a booking", async () => {
    const answers: number[] = [];
    for (let i = 0; i < 12; i++) {
      answers.push((await ask(byKey())).status);
      await world.db.write((tx) => {
        if (findCharge(tx, { id: charge.id })?.state === "questioned")
          moveCharge(tx, world.deed(), charge.id, "noticed");
        tx.delete(chargeQuestions).run();
      });
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe("a payment link", () => {
  const refused = async () => {
    world.clock.at = charge.due_at ?? world.clock.at;
    expect(await fallDue(world, charge)).toEqual({ ok: true });
    await world.db.write((tx) => moveCharge(tx, world.deed(), charge.id, "failed"));
  };
  const link = async () => `/manage-booking/pay?key=${await world.db.write((tx) => payCapability(tx, booking.id))}`;

  it("does not say that all is paid while the card is asked once more", async () => {
    await refused();
    const state = async () => (await me.get(pay.loader, await link())).data as { state: string };
    expect(await state()).toMatchObject({ state: "open" });
    await world.db.write((tx) => moveCharge(tx, world.deed(), charge.id, "processing"));
    expect(await state()).toMatchObject({ state: "charging" });
    await world.db.write((tx) => moveCharge(tx, world.deed(), charge.id, "succeeded"));
    expect(await state()).toMatchObject({ state: "nothing" });
  });

  it("stands on the page of a charge that its card did not pay, for who came by that charge's key alone", async () => {
    const payOf = async () => (await me.get(question.loader, byKey())).data as { isOpened: boolean; pay: unknown };
    expect(await payOf()).toMatchObject({ isOpened: false, pay: null });
    await refused();
    expect(await payOf()).toMatchObject({ isOpened: false, pay: { url: await link(), label: "Pay $143.85" } });
    expect(me.cookies.size).toBe(0);
    await world.db.write((tx) => moveCharge(tx, world.deed(), charge.id, "processing"));
    expect(await payOf()).toMatchObject({ pay: null });
  });

  it("opens the page to pay, and nothing else, before and after it was paid on", async () => {
    await refused();
    const address = await link();
    expect((await me.get(pay.loader, address)).data).toMatchObject({
      state: "open",
      isOpened: false,
      balance: { total: 14_385, said: "$143.85" },
    });
    const sent = await me.post(pay.action, address, { intent: "pay", total: "14385" });
    expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^https:\/\/pay\.example/) as string });
    const [session] = [...stripe.sessions.values()];
    // Coming back by the other page, or by the function, tells that it is paid and opens nothing.
    stripe.sessions.set(session!.sessionId, {
      ...session!,
      status: "complete",
      paymentStatus: "paid",
      paymentIntentId: "pi_page",
    });
    const back = await me.get(success.loader, `/payment-success?session_id=${session!.sessionId}`);
    expect(back.location).toMatch(/^\/manage-booking\/pay\?key=/);
    expect((await me.get(pay.loader, back.location ?? "")).data).toMatchObject({ state: "paid", isOpened: false });
    expect((await me.json(verify.action, { sessionId: session!.sessionId })).headers.get("Set-Cookie")).toBeNull();
    expect(me.cookies.size).toBe(0);
  });

  it("is pressed 30 times an hour for a booking: the card company is asked no oftener", async () => {
    await refused();
    const address = await link();
    let asked = 0;
    const { createCheckout } = stripe;
    stripe.createCheckout = (request) => {
      asked++;
      return createCheckout(request);
    };
    const statuses: number[] = [];
    for (let i = 0; i < 33; i++) {
      // As if its page had ended: a new one is made.
      world.db.orm.update(checkouts).set({ state: "expired" }).where(isNotNull(checkouts.change_id)).run();
      statuses.push((await me.post(pay.action, address, { total: "14385" })).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(303), 429, 429, 429]);
    expect(asked).toBe(30);
  });

  it("asks again where the sum is another one, and says so", async () => {
    await refused();
    const address = await link();
    expect(await me.post(pay.action, address, { total: "1" })).toMatchObject({ status: 409 });
    expect(await me.post(pay.action, address, {})).toMatchObject({ status: 409 });
    stripe.down = true;
    expect(await me.post(pay.action, address, { total: "14385" })).toMatchObject({ status: 503 });
  });

  it("ends with all other links, and is none of another booking's", async () => {
    const address = await link();
    await world.db.write((tx) => renewAccess(tx, world.deed(), { bookingId: booking.id, draftId: null }, "signed_out"));
    expect((await me.get(pay.loader, address)).location).toBe("/manage-booking?link=ended");
    expect((await me.get(pay.loader, "/manage-booking/pay?key=")).location).toBe("/manage-booking?link=ended");
    const other = await rented(world, { deliveryDate: "2026-12-05" });
    expect((await me.get(pay.loader, `/manage-booking/pay?booking=${other.booking_number}`)).location).toMatch(
      /^\/manage-booking\?booking=/,
    );
  });
});
