import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, outbox, tasks, units } from "#db/schema/index";
import {
  confirm,
  draftData,
  openedCheckout,
  openWorld,
  paidBooking,
  sessionFacts,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { getCustomer } from "../customers/family.server";
import { mergeCustomer, undoMerge } from "../customers/merge.server";
import { sharersOf } from "../customers/serve.server";
import { findBoardJob } from "../dispatch/board-jobs.server";
import type { StaffActor } from "../kernel/deed";
import { findBookingRecord } from "../records/office.server";
import { findCheckout, findOpenCheckout } from "./checkouts.server";
import { followService, refuseService, resumeService } from "./service.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const REASON = "Threw a shovel at Bob";
const { contactInfo } = draftData();
/** Another person, who shares what is given. */
const other = (changes: Partial<typeof contactInfo> = {}) => ({
  contactInfo: { firstName: "Bo", lastName: "Lee", email: "bo@example.com", phone: "(407) 555-0199", ...changes },
});
const customerOf = (booking: Booking) => getCustomer(world.db.orm, booking.customer_id);
const stop = (booking: Booking) =>
  world.db.write((tx) => refuseService(tx, world.deed<StaffActor>(STAFF), customerOf(booking), REASON));
const again = (booking: Booking) =>
  world.db.write((tx) => resumeService(tx, world.deed<StaffActor>(STAFF), customerOf(booking), "paid for it"));
const undecided = () =>
  world.db.orm
    .select()
    .from(tasks)
    .where(eq(tasks.kind, "not_served"))
    .all()
    .map(({ booking_id, state }) => [booking_id, state]);
const statusOf = ({ id }: Booking) => getBooking(world.db.orm, id).status;
const isOpen = ({ id }: Booking) => findOpenCheckout(world.db.orm, id) !== null;
const says = ({ booking_number }: Booking) => findBookingRecord(world.db.orm, booking_number)?.notServed;
const warned = ({ id }: Booking) =>
  world.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.booking_id, id))
    .all()
    .map((job) => [job.kind, findBoardJob(world.db.orm, job.id)?.warnings]);

describe("who is not served any more", () => {
  it("cannot pay on the card page that is open, by whatever record and contact; others can", async () => {
    const mine = await signedBooking(world);
    const sameNumber = await signedBooking(world, other({ phone: contactInfo.phone }));
    const somebody = await signedBooking(world, other({ email: "cy@example.com" }));
    for (const booking of [mine, sameNumber, somebody]) await openedCheckout(world, booking);
    expect(await stop(mine)).toBe(true);
    expect([mine, sameNumber, somebody].map(isOpen)).toEqual([false, false, true]);
    const closed = world.db.orm.select().from(outbox).where(eq(outbox.kind, "stripe.expire")).all();
    expect(closed.map(({ booking_id }) => booking_id).sort()).toEqual([mine.id, sameNumber.id].sort());
    expect(undecided()).toEqual([]);
  });

  it("nothing is ended without a reason", async () => {
    const booking = await signedBooking(world);
    await openedCheckout(world, booking);
    expect(
      await world.db.write((tx) => refuseService(tx, world.deed<StaffActor>(STAFF), customerOf(booking), " ")),
    ).toBe(false);
    expect(isOpen(booking)).toBe(true);
  });

  it("has paid in the same moment: booked, and a person decides", async () => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    await stop(booking);
    expect(findCheckout(world.db.orm, { id: checkout.id })?.state).toBe("abandoned");
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ ok: true, outcome: "confirmed" });
    expect(statusOf(booking)).toBe("paid_pending_scheduling");
    expect(undecided()).toEqual([[booking.id, "open"]]);
    expect(says(booking)).toBe(REASON);
  });

  it("has paid before: one task for each booking that is to come, until it is delivered or they are served again", async () => {
    const [first, second] = [await paidBooking(world), await paidBooking(world)];
    const somebody = await paidBooking(world, other());
    await stop(first);
    await stop(first);
    expect(undecided().sort()).toEqual(
      [
        [first.id, "open"],
        [second.id, "open"],
      ].sort(),
    );
    expect([first, second, somebody].map(says)).toEqual([REASON, REASON, null]);
    expect(warned(first)).toEqual([
      ["delivery", ["Do not serve: see the booking before anybody drives."]],
      ["pickup", expect.not.arrayContaining([expect.stringContaining("serve")])],
    ]);
    await world.db.write((tx) => {
      tx.update(units).set({ state: "on_site" }).where(eq(units.booking_id, first.id)).run();
      recomputeBooking(tx, world.deed(STAFF), first.id);
    });
    expect(undecided()).toContainEqual([first.id, "closed"]);
    await again(first);
    expect(undecided().map(([, state]) => state)).toEqual(["closed", "closed"]);
    expect(says(second)).toBeNull();
    expect(warned(second).flatMap(([, warnings]) => warnings)).not.toContainEqual(expect.stringContaining("serve"));
  });
  it("takes those along who share a number or a mailbox, or are merged with them, and nobody else", async () => {
    const mine = await paidBooking(world);
    const sameNumber = await paidBooking(world, other({ phone: contactInfo.phone }));
    const [name, host] = contactInfo.email.split("@");
    const tagged = await paidBooking(
      world,
      other({ email: `${name}+2@${host}`, firstName: "Di", phone: "(407) 555-0188" }),
    );
    const merged = await paidBooking(
      world,
      other({ firstName: "Ed", email: "ed@example.com", phone: "(407) 555-0187" }),
    );
    const somebody = await paidBooking(
      world,
      other({ firstName: "Fay", email: "fay@example.com", phone: "(407) 555-0186" }),
    );
    await stop(mine);
    const asked = [mine, sameNumber, tagged].map(({ id }) => [id, "open"]).sort();
    expect(undecided().sort()).toEqual(asked);
    const [own, theirs] = [customerOf(mine).id, customerOf(merged).id];
    const deed = () => world.deed<StaffActor>(STAFF);
    await world.db.write((tx) => followService(tx, deed(), [own], mergeCustomer(tx, deed(), theirs, own)));
    expect(undecided()).toContainEqual([merged.id, "open"]);
    await world.db.write((tx) => followService(tx, deed(), [own, theirs], undoMerge(tx, deed(), theirs, own)));
    expect(undecided()).toContainEqual([merged.id, "closed"]);
    expect(undecided().filter(([id]) => id === somebody.id)).toEqual([]);
    await again(mine);
    expect(undecided().map(([, state]) => state)).toEqual(["closed", "closed", "closed", "closed"]);
  });

  it("asks about few orders, however many are under way", async () => {
    const mine = await paidBooking(world);
    for (let i = 0; i < 5; i++)
      await paidBooking(world, other({ firstName: `P${i}`, email: `p${i}@example.com`, phone: `(407) 555-017${i}` }));
    expect(sharersOf(world.db.orm, [customerOf(mine).id])).toEqual([customerOf(mine).id]);
  });
});
