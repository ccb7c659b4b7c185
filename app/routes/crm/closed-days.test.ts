import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { closeDay, lookAtClosure } from "~/domain/changes/closures.server";
import { addDays, day, formatDay, type Day } from "~/domain/kernel/days";
import { DAY, plus } from "~/domain/kernel/time.server";
import { findField } from "~/domain/setup/fields";
import type { Setup } from "~/domain/setup/fields";
import { changeSetting, draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { closedWithStops, openedDays, opensAll, readClosed, readOpened } from "./closed-days.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const now = () => world.clock.at;
const read = (closed: string | null) => readClosed(world.db.orm, closed, now());
const closed = (...days: Day[]) => changeSetting(world, "holidays", days);
const prepare = (deliveryDate: Day) =>
  world.db.write((tx) =>
    prepareQuote(tx, world.deed(STAFF), world.settings(), draftData({ deliveryDate }), plus(now(), DAY)),
  );
/** The days that a form which closes these names after saving. */
function closing(...days: Day[]): Day[] {
  const field = findField("holidays") ?? expect.fail("no field");
  const setup = { settings: world.settings() } as Setup;
  return closedWithStops(world.db.orm, [{ field, value: [...setup.settings.holidays, ...days] }], setup, now());
}
const [TENTH, ELEVENTH, FOURTEENTH] = [day("2026-12-10"), day("2026-12-11"), day("2026-12-14")];

describe("the days that a form closes", () => {
  it("are named in the calendar's order, whether trucks or prepared orders are on them", async () => {
    await paidBooking(world, { deliveryDate: FOURTEENTH });
    await paidBooking(world, { deliveryDate: TENTH });
    await prepare(ELEVENTH);
    await prepare(TENTH);
    expect(closing(FOURTEENTH, ELEVENTH, TENTH, day("2026-12-15"))).toEqual([TENTH, ELEVENTH, FOURTEENTH]);
  });

  it("do not name the pickup of what is kept until its customer asks", async () => {
    await paidBooking(world, { deliveryDate: TENTH });
    const { sqlite } = world.db;
    const collected = day(sqlite.prepare("select day from jobs where kind = 'pickup'").pluck().get() as string);
    sqlite.exec("update units set state = 'on_site'; update jobs set state = 'completed' where kind = 'delivery'");
    expect(closing(collected)).toEqual([collected]);
    await closed(collected);
    expect(read(collected).length).toBe(1);
    sqlite.exec("update bookings set flexible_extension = 1");
    expect(read(collected)).toEqual([]);
    await closed();
    expect(closing(collected)).toEqual([]);
  });

  it("are forty at most, the first ones: they stand in an address", async () => {
    await paidBooking(world, { deliveryDate: TENTH });
    const { sqlite } = world.db;
    const columns = (sqlite.pragma("table_info(jobs)") as { name: string }[]).map(({ name }) => name);
    const copied = columns.map((name) => (name === "id" ? "? as id" : name === "day" ? "? as day" : `"${name}"`));
    const copy = sqlite.prepare(
      `insert into jobs (${columns.map((name) => `"${name}"`).join(",")}) select ${copied.join(",")} from jobs where kind = 'delivery' limit 1`,
    );
    const days = Array.from({ length: 60 }, (_, i) => addDays(FOURTEENTH, i));
    for (const on of days) copy.run(`job_${on}`, on);
    const open = days.filter((on) => closing(on).length > 0);
    expect(open.length).toBeGreaterThan(41);
    expect(closing(...days)).toEqual(open.slice(0, 40));
    // Nor does an address of anybody's own make the page longer.
    await closed(...days);
    expect(read(open.join(".")).map((one) => one.day)).toEqual(open.slice(0, 40));
  });
});

it("reads the days of the address once each, with what is on them by now, and nothing of what is no day", async () => {
  await paidBooking(world, { deliveryDate: TENTH });
  const { booking } = await prepare(TENTH);
  const { booking: other } = await prepare(ELEVENTH);
  const planned = { deliveries: 1, pickups: 0, others: 0 };
  const [tenth, eleventh] = [
    { day: TENTH, on: formatDay(TENTH, { year: true }), stops: planned, prepared: [booking.booking_number] },
    { day: ELEVENTH, on: formatDay(ELEVENTH, { year: true }), stops: null, prepared: [other.booking_number] },
  ];
  await closed(TENTH, ELEVENTH, day("2026-12-15"));
  expect(read("2026-12-10.2026-12-11")).toEqual([tenth, eleventh]);
  expect(read("2026-12-10.12/10/2026.2026-12-10.x..2026-02-30.2026-12-11.2026-12-10")).toEqual([tenth, eleventh]);
  // Free by now, or never asked for.
  expect([read("2026-12-15"), read(""), read(null)]).toEqual([[], [], []]);
  // Open again since: the address is an old one.
  await closed(ELEVENTH);
  expect(read("2026-12-10.2026-12-11")).toEqual([eleventh]);
});

describe("the days that a form opens", () => {
  const [EVE, CHRISTMAS, SUNDAY, OVER] = ["2026-12-24", "2026-12-25", "2026-12-27", "2026-11-26"].map((on) => day(on));
  const opening = (...left: Day[]) => {
    const field = findField("holidays") ?? expect.fail("no field");
    const form = [[{ field, value: left }], { settings: world.settings() } as Setup, now()] as const;
    return { opened: openedDays(...form), asked: opensAll(...form) };
  };

  it("are those to come on which a truck may go out, and all of them at once are asked about", async () => {
    await closed(...([OVER, EVE, CHRISTMAS, SUNDAY] as Day[]));
    expect(opening(EVE as Day)).toEqual({ opened: [CHRISTMAS], asked: [] });
    expect(opening()).toEqual({ opened: [EVE, CHRISTMAS], asked: [EVE, CHRISTMAS] });
    // A list that was typed anew without what stood there.
    expect(opening(TENTH).asked).toEqual([EVE, CHRISTMAS]);
    // Two of three: what stays on the list says that the others were meant.
    expect(opening(SUNDAY as Day)).toEqual({ opened: [EVE, CHRISTMAS], asked: [] });
    await closed(CHRISTMAS as Day);
    expect(opening()).toEqual({ opened: [CHRISTMAS], asked: [] });
  });

  it("are named with what Dispatch holds closed of them, as long as the calendar leaves them open", async () => {
    await closed();
    const close = (on: Day, part: "day" | "morning") =>
      world.db.write((tx) => {
        const looked = lookAtClosure(tx, world.settings(), { day: on, part, reason: "Storm" }, now());
        const seen = looked.ok ? looked.plan.digest : "";
        return closeDay(tx, world.deed(STAFF), world.settings(), { day: on, part, reason: "Storm", seen });
      });
    await close(EVE as Day, "day");
    await close(TENTH, "morning");
    const held = () =>
      readOpened(world.db.orm, "2026-11-26.2026-12-10.2026-12-24.2026-12-25", now()).map((one) => [one.day, one.held]);
    expect(held()).toEqual([
      [TENTH, { part: "morning", reason: "Storm" }],
      [EVE, { part: "day", reason: "Storm" }],
      [CHRISTMAS, null],
    ]);
    await closed(EVE as Day, CHRISTMAS as Day);
    expect(held().length).toBe(1);
  });
});
