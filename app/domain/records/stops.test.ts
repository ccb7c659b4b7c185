import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { addDays } from "../kernel/days";
import { newId } from "../kernel/ids.server";
import type { JobKind, JobState } from "../states/transitions";
import { stopLine } from "~/ui/office/stop-lines";
import { countStops, listStops, STOPS_PAGE, type StopFilter } from "./stops.server";

let world: TestWorld;
let number: string;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  const one = await paidBooking(world);
  const other = await paidBooking(world, { address: "7 Other Street" });
  number = other.booking_number;
  world.db.orm.delete(jobs).run();
  const LAST = 3 * STOPS_PAGE - 1;
  const states: JobState[] = ["scheduled", "completed", "assigned", "arrived", "returned"];
  const windows = ["anytime", "morning", "afternoon"];
  const unit = (id: string) =>
    world.db.sqlite.prepare("select id from units where booking_id = ?").pluck().get(id) as never;
  // Of each three, two are of today.
  for (let i = 0; i <= LAST; i++)
    world.db.orm
      .insert(jobs)
      .values({
        id: newId("job"),
        booking_id: i === LAST ? other.id : one.id,
        unit_id: unit(i === LAST ? other.id : one.id),
        kind: i % 2 ? "pickup" : "delivery",
        state: states[i % 5] ?? "scheduled",
        // A few days of former jobs, many of one day: their order is by day and id.
        day: i % 3 === 0 ? addDays(TODAY, -1 - (i % 2)) : TODAY,
        delivery_window: windows[i % 5 === 0 ? 1 : i % 3] ?? "morning",
        created_at: world.clock.at,
      })
      .run();
});
afterAll(() => world.close());

const NOT_DONE = new Set<JobState>(["scheduled", "assigned", "arrived", "returned"]);
const list = (filter: StopFilter, minuteNow = 0) => listStops(world.db.orm, { today: TODAY, minuteNow }, filter);

it("says of a stop whose time has ended that it is late, unless a truck has come or the day is another", () => {
  const late = (which: StopFilter["which"], minuteNow: number) =>
    new Set(
      list({ which }, minuteNow)
        .rows.filter(({ ended }) => ended !== null)
        .map(({ window, state, ended }) => `${window} ${state} ${ended}`),
    );
  expect(late("today", 12 * 60 - 1)).toEqual(new Set());
  expect(late("today", 12 * 60)).toEqual(new Set(["morning scheduled 12PM", "morning assigned 12PM"]));
  expect(late("outstanding", 24 * 60 - 1)).toEqual(new Set());
});

it("a parked load is dumped from our yard: that is where its truck goes, and that of no other stop", () => {
  const [first] = list({ which: "today" }).rows;
  const change = (kind: JobKind) =>
    world.db.orm
      .update(jobs)
      .set({ kind })
      .where(eq(jobs.id, first!.id as never))
      .run();
  change("disposal");
  const { street, city } = world.settings().address;
  const { rows } = list({ which: "today" });
  expect(rows.filter(({ address }) => address === `${street}, ${city}`).map(({ kind }) => kind)).toEqual(["disposal"]);
  change(first!.kind);
  expect(list({ which: "today" }).rows[0]).toEqual(first);
});

it.each(["today", "outstanding", "pickup"] as const)(
  "every stop of %s is on exactly one page, in one order",
  (which) => {
    const seen: { id: string; isDone: boolean; day: string; state: JobState }[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = list({ which, after });
      expect(page.isFurther).toBe(pages > 0);
      seen.push(...page.rows);
      after = page.next ?? undefined;
      pages++;
    } while (after && pages < 9);
    const { all, done } = countStops(world.db.orm, TODAY, which);
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([all, all]);
    // What is to be done stands before what is done, former days by their age.
    expect(seen.findIndex(({ isDone }) => isDone)).toBe(done === 0 ? -1 : all - done);
    const days = seen.map(({ day }) => day);
    expect(days).toEqual(days.toSorted());
    if (which === "today") expect(pages).toBe(2);
    // What a truck has loaded and nobody has finished is left of its day, as its driver's phone says too.
    if (which === "outstanding") expect(new Set(seen.map(({ state }) => state))).toEqual(NOT_DONE);
  },
);

it("finds the stops of a booking by its number, whole or its last digits, wherever they stand", () => {
  const digits = String(Number(number.slice(-6)));
  for (const typed of [number, number.toLowerCase(), digits, ` ${number.slice(4)} `]) {
    const found = list({ which: "today", number: typed });
    expect([typed, found.rows.map((stop) => stop.number)]).toEqual([typed, [number]]);
  }
  for (const none of ["%", "9999", "DMP", "1; drop"])
    expect([none, list({ which: "today", number: none }).rows]).toEqual([none, []]);
});

it("what the office has stopped is on hold and not late, until its truck has left; not what we have parked", () => {
  const held = () => list({ which: "today" }, 24 * 60 - 1).rows.filter(({ isHeld }) => isHeld);
  expect(held()).toEqual([]);
  world.db.sqlite.exec("update bookings set on_hold_reason = 'Who pays?'");
  expect(new Set(held().map(({ state, ended }) => `${state} ${ended}`))).toEqual(
    new Set(["scheduled null", "assigned null"]),
  );
  const [one] = held();
  world.db.orm
    .update(jobs)
    .set({ kind: "disposal" })
    .where(eq(jobs.id, one!.id as never))
    .run();
  expect(held().map(({ id }) => id)).not.toContain(one!.id);
  expect(stopLine(held()[0]!, "today", "2026")).toMatchObject({ state: "On hold", tone: "bad", late: "" });
  world.db.sqlite.exec("update bookings set on_hold_reason = null");
});
