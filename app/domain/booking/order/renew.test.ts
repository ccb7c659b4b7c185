import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeSetting, draftData, openWorld, sign, STAFF, type TestWorld } from "../../../../tests/support/domain";
import { countAvailable } from "../../inventory/availability.server";
import { findLiveHold } from "../../inventory/holds.server";
import { endQuoteHolds } from "../../inventory/quote-holds.server";
import { addDays, day } from "../../kernel/days";
import { DAY, dayAt, HOUR, instantAt, plus } from "../../kernel/time.server";
import { isQuoteOver } from "../../states/status-rules";
import { findDraft, saveDraft } from "../draft/drafts.server";
import { grantableOrder, NO_RIGHTS } from "../draft/grants";
import { rightsFor } from "../draft/grants.server";
import { askAboutEndingQuotes } from "./booking-tasks.server";
import { getBooking, listItems } from "./bookings.server";
import { expireUnpaid } from "./expire.server";
import { prepareQuote } from "./place.server";
import { correctPrepared, holdPrepared } from "./prepared.server";
import { lookAtRenewal, quoteEnd, renewQuote } from "./renew.server";

// Domain.md 4.25 and section 3: a price holds until its end; afterwards it is made anew, as of that day.
let world: TestWorld;
let id: ReturnType<typeof prepareQuote>["booking"]["id"];
const PRICE = 40932;
const prepare = (changes: object = {}) =>
  world.db.write((tx) => {
    const deed = world.deed(STAFF);
    const { booking } = prepareQuote(tx, deed, world.settings(), draftData(changes), plus(world.clock.at, DAY));
    holdPrepared(tx, deed, world.settings(), booking);
    return booking.id;
  });
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  id = await prepare({ deliveryDate: "2026-12-15" });
});
afterEach(() => world.close());

const booking = () => getBooking(world.db.orm, id);
const draft = () => findDraft(world.db.orm, booking().draft_id ?? "") ?? expect.fail("no draft");
const sql = (text: string, ...values: unknown[]) => world.db.sqlite.prepare(text).run(...values);
const free = () =>
  countAvailable(world.db.orm, 20, { start: day("2026-12-15"), end: day("2026-12-17") }, dayAt(world.clock.at));
/** A day and an hour later, swept by the housekeeping or not yet. */
const end = async (swept: boolean) => {
  world.clock.at = plus(world.clock.at, DAY + HOUR);
  if (!swept) return;
  await expireUnpaid(world.db, world.deed(), 30);
  await endQuoteHolds(world.db, world.deed());
};
const renew = (seen = PRICE) => world.db.write((tx) => renewQuote(tx, world.deed(STAFF), world.settings(), id, seen));
const happened = (action: string) =>
  world.db.sqlite.prepare("select count(*) n from events where action = ? and booking_id = ?").get(action, id);

describe("a price that has ended", () => {
  it.each([true, false])(
    "is renewed: the same order, held again, good for the days of new ones (swept: %s)",
    async (swept) => {
      await end(swept);
      expect(booking().status).toBe(swept ? "expired" : "quoted");
      const lines = listItems(world.db.orm, id).map(({ quantity, size_yards }) => [quantity, size_yards]);
      const done = await renew();
      expect(done).toMatchObject({ ok: true, held: { ok: true }, booking: { status: "quoted", total_amount: PRICE } });
      expect(booking().quote_expires_at).toBe(plus(world.clock.at, world.settings().quoteDays * DAY));
      expect(listItems(world.db.orm, id).map(({ quantity, size_yards }) => [quantity, size_yards])).toEqual(lines);
      expect([findLiveHold(world.db.orm, id)?.expires_at, free()]).toEqual([booking().quote_expires_at, 3]);
      const rights = rightsFor(world.db.orm, draft().id, grantableOrder(draft().data), world.clock.at);
      expect([...rights].sort()).toEqual(["full_window", "price"]);
      expect(happened("quote_renewed")).toEqual({ n: 1 });
      // Once: it is good again.
      expect(await renew()).toEqual({ ok: false, code: "not_over" });
      expect(free()).toBe(3);
    },
  );

  it("costs what it costs today: what staff fixed lived until its end, and whoever saw another price is told", async () => {
    sql("update pricing_matrix set base_price = 99900 where size_yards = 20");
    const look = () => lookAtRenewal(world.db.orm, world.settings(), booking(), world.clock.at);
    expect(look()).toEqual({ ok: false, code: "not_over" });
    expect(booking().total_amount).toBe(PRICE);
    await end(true);
    expect(look()).toMatchObject({ ok: true, was: PRICE, now: 107892 });
    expect(await renew()).toEqual({ ok: false, code: "other_price", now: 107892 });
    expect([booking().status, free()]).toEqual(["expired", 4]);
    expect(await renew(107892)).toMatchObject({ ok: true });
    expect(booking()).toMatchObject({ total_amount: 107892, price: { total: 107892 } });
  });

  it.each([true, false])(
    "is put right without being renewed: that is a press of its own (swept: %s)",
    async (swept) => {
      await end(swept);
      const mine = { ...draft().data, deliveryDate: "2026-12-16" };
      const correction = { mine, seen: 1, endOf: () => plus(world.clock.at, DAY), rights: NO_RIGHTS };
      expect(
        await world.db.write((tx) => correctPrepared(tx, world.deed(STAFF), world.settings(), draft().id, correction)),
      ).toEqual({ ok: true, changed: true });
      expect([isQuoteOver(booking(), world.clock.at), booking().scheduled_delivery_date]).toEqual([true, "2026-12-15"]);
      expect(await renew()).toMatchObject({ ok: true, booking: { scheduled_delivery_date: "2026-12-16" } });
      expect(findLiveHold(world.db.orm, id)?.delivery_date).toBe("2026-12-16");
    },
  );

  it("is no task to call about any more, until its new end comes near", async () => {
    const open = () =>
      world.db.sqlite.prepare("select count(*) n from tasks where kind = 'quote_ending' and state <> 'closed'").get();
    world.clock.at = plus(world.clock.at, HOUR);
    await askAboutEndingQuotes(world.db, world.deed());
    expect(open()).toEqual({ n: 1 });
    await end(false);
    await renew();
    await askAboutEndingQuotes(world.db, world.deed());
    expect(open()).toEqual({ n: 0 });
  });

  it("is renewed without a hold beyond the share of quotes, like an order that is made beyond it", async () => {
    await end(true);
    await changeSetting(world, "quoteHoldPercent", 0);
    expect(await renew()).toMatchObject({ ok: true, held: { ok: false, code: "share", size: 20 } });
    expect([booking().status, findLiveHold(world.db.orm, id), free()]).toEqual(["quoted", undefined, 4]);
  });

  it("does not hold longer than until the delivery begins", () => {
    const wish = { deliveryDate: "2026-12-15", deliveryTime: "morning" };
    const begins = instantAt(day("2026-12-15"), 8);
    expect(quoteEnd(wish, world.settings(), plus(begins, -HOUR))).toBe(begins);
    const last = dayAt(world.clock.at);
    expect(quoteEnd(wish, world.settings(), world.clock.at, last)).toBe(instantAt(addDays(last, 1), 0));
  });
});

describe("is not renewed, and nothing changes,", () => {
  const unchanged = async (code: object) => {
    const before = [booking(), draft(), free()];
    expect(await renew()).toMatchObject({ ok: false, ...code });
    expect([booking(), draft(), free()]).toEqual(before);
    expect(happened("quote_renewed")).toEqual({ n: 0 });
  };

  it("where the dumpsters are gone, without those that it holds itself", async () => {
    await end(false);
    sql(
      "update dumpsters set condition = 'retired' where rowid not in (select rowid from dumpsters where size_yards = 20 limit 1)",
    );
    expect(lookAtRenewal(world.db.orm, world.settings(), booking(), world.clock.at)).toMatchObject({ ok: true });
    await endQuoteHolds(world.db, world.deed());
    sql("update inventory_days set taken = 1 where size_yards = 20 and day = '2026-12-15'");
    await unchanged({ code: "refused", fields: { deliveryDate: /Only 0 unit/ } });
  });

  it("where the window is full: what was given once is not given again", async () => {
    await end(true);
    sql(
      "insert into delivery_window_days (day, delivery_window, taken) values ('2026-12-15', ?, 99) on conflict do update set taken = 99",
      booking().delivery_time_window,
    );
    await unchanged({ code: "refused", fields: { deliveryTime: /is full/ } });
  });

  it("where its day is over", async () => {
    world.clock.at = plus(world.clock.at, 40 * DAY);
    await unchanged({ code: "refused", fields: { deliveryDate: /./ } });
  });

  it("for somebody who is not served, with the reason for staff", async () => {
    await end(true);
    sql("update customers set do_not_serve_at = 1, do_not_serve_reason = 'Never paid.'");
    await unchanged({ code: "not_served", why: { reason: "Never paid." } });
  });

  it("once it was signed, also when that has ended", async () => {
    expect(await sign(world, draft())).toMatchObject({ ok: true });
    await unchanged({ code: "signed" });
    world.clock.at = plus(world.clock.at, 9 * DAY);
    await expireUnpaid(world.db, world.deed(), 5);
    expect(booking().status).toBe("expired");
    await unchanged({ code: "signed" });
  });

  it("while its caller has half changed it, or its size is not on offer", async () => {
    await end(true);
    await world.db.write((tx) => saveDraft(tx, world.deed(), draft().id, { stepsDone: ["project"] }, 30));
    await unchanged({ code: "unfinished" });
    await world.db.write((tx) => saveDraft(tx, world.deed(), draft().id, { stepsDone: ["project", "schedule"] }, 30));
    sql("delete from pricing_matrix where size_yards = 20");
    await unchanged({ code: "lacks_size" });
  });

  it("when it was cancelled, or is nobody's of the office", async () => {
    await end(true);
    sql("update booking_drafts set prepared_by = null");
    await unchanged({ code: "not_open" });
    sql("update bookings set status = 'cancelled'");
    await unchanged({ code: "not_open" });
  });
});
