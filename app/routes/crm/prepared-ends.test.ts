import { expect, it, vi } from "vitest";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { holdPrepared } from "~/domain/booking/order/prepared.server";
import { quoteEnd } from "~/domain/booking/order/renew.server";
import { findDraft, saveDraft } from "~/domain/booking/draft/drafts.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { addDays, day, type Day } from "~/domain/kernel/days";
import { dayAt, instantAt } from "~/domain/kernel/time.server";
import { findPrepared, preparedValues } from "~/domain/records/prepared-record.server";
import { CUSTOMER, draftData, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { action as door } from "./auth";
import { action } from "./prepared";

// Two write one order: its price ends by what it is once both are saved, not by what one of their pages showed.
const world = setSoundWorld({ fleet: { 20: 9 } });
const [EARLY, LATE] = [day("2026-12-04"), day("2026-12-22")];
const MORNING = 8;
const NOTE = { specialInstructions: "Gate 12" };

/** An order that the office prepared for `deliveryDate`, and pages of it as they came: each saves what is typed into it. */
async function prepared(deliveryDate: Day) {
  const { staff } = await officeRoles(world, door);
  const data = draftData({ deliveryDate });
  const lastDay = addDays(dayAt(world.clock.at), world.settings().quoteDays);
  const { booking, draft } = await world.db.write((tx) => {
    const ends = quoteEnd(data, world.settings(), world.clock.at, lastDay);
    const made = prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends);
    holdPrepared(tx, world.deed(STAFF), world.settings(), made.booking);
    return made;
  });
  const number = booking.booking_number;
  const now = () => findPrepared(world.db.orm, number) ?? expect.fail("not prepared");
  return {
    page: () => {
      const values = preparedValues(now(), world.settings(), world.clock.at);
      const form = { ...values, quoteSeen: values.quoteUntil, seen: String(now().draft.version), intent: "save" };
      return async (typed: object) => {
        const sent = { ...form, ...typed };
        expect(await staff.post(action, `/crm/bookings/${number}/order`, sent, { number })).toMatchObject({
          status: 302,
        });
      };
    },
    callerMoves: (to: Day) =>
      world.db.write((tx) => {
        const was = findDraft(tx, draft.id) ?? expect.fail("no draft");
        saveDraft(tx, world.deed(CUSTOMER), draft.id, { data: { ...was.data, deliveryDate: to } }, 14);
      }),
    /** Its day, and the ends of its price and of what is held for it. */
    stands: () => {
      const { booking: of } = now();
      const held = findLiveHold(world.db.orm, of.id)?.expires_at;
      return [of.scheduled_delivery_date, of.special_instructions, of.quote_expires_at, held];
    },
    through: (last: Day) => instantAt(addDays(last, 1), 0),
    lastDay,
  };
}

it("an untouched page's note leaves a price that goes on with the later delivery of another page", async () => {
  const { page, stands, through, lastDay } = await prepared(EARLY);
  const [one, other] = [page(), page()];
  await one({ deliveryDate: LATE });
  await other(NOTE);
  expect(stands()).toEqual([LATE, "Gate 12", through(lastDay), through(lastDay)]);
});

it("an untouched page's note leaves a price that ends with the sooner delivery of another page", async () => {
  const { page, stands } = await prepared(LATE);
  const [one, other] = [page(), page()];
  await one({ deliveryDate: EARLY });
  await other(NOTE);
  expect(stands()).toEqual([EARLY, "Gate 12", instantAt(EARLY, MORNING), instantAt(EARLY, MORNING)]);
});

it("a last day that was typed is cut by the delivery of another page, too", async () => {
  const { page, stands, lastDay } = await prepared(LATE);
  const [one, other] = [page(), page()];
  await one({ deliveryDate: EARLY });
  await other({ ...NOTE, quoteUntil: addDays(lastDay, 3) });
  expect(stands()).toEqual([EARLY, "Gate 12", instantAt(EARLY, MORNING), instantAt(EARLY, MORNING)]);
});

it.each([
  [EARLY, LATE],
  [LATE, EARLY],
])("the same where its caller moved the delivery (%s, then %s)", async (from, to) => {
  const { page, callerMoves, stands, through, lastDay } = await prepared(from);
  const office = page();
  await callerMoves(to);
  await office(NOTE);
  const end = to === LATE ? through(lastDay) : instantAt(EARLY, MORNING);
  expect(stands()).toEqual([to, "Gate 12", end, end]);
});

it("an end that was left as it came is the one of the moment in which it is saved", async () => {
  const { page, stands, through, lastDay } = await prepared(LATE);
  const [one, other] = [page(), page()];
  const longer = addDays(lastDay, 6);
  // The note's page has been read and waits for its turn to write while the other one is saved.
  const { db } = world;
  const write = db.write.bind(db);
  const waiting = vi.spyOn(db, "write").mockImplementationOnce(async (work) => {
    await one({ quoteUntil: longer });
    return write(work);
  });
  await other(NOTE);
  waiting.mockRestore();
  expect(stands()).toEqual([LATE, "Gate 12", through(longer), through(longer)]);
});
