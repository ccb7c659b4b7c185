import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { dumpsters, jobs, tasks, units } from "#db/schema/index";
import { recordEvent } from "~/domain/events/events.server";
import { openTask } from "~/domain/tasks/tasks.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import ReconcilePage, { action, loader } from "./reconcile";

const PATH = "/crm/inventory/reconcile";
let world: TestWorld;
let staff: Visitor;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  ({ staff } = await officeRoles(world, door));
});
afterAll(() => world.close());
const yard = () =>
  world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).orderBy(asc(dumpsters.number)).all();
/** Ours and theirs, the first two. */
const placesIn = () =>
  yard()
    .slice(0, 2)
    .map(({ number, location }) => [number, location]);

/** Ours stands at a customer by our list, and a driver has typed another number there. */
async function typed(theirs: string): Promise<void> {
  const { id } = await paidBooking(world);
  const ours = yard()[0]!;
  await world.db.write((tx) => {
    const [job] = tx.select().from(jobs).where(eq(jobs.booking_id, id)).all();
    tx.update(units).set({ dumpster_id: ours.id }).where(eq(units.id, job!.unit_id)).run();
    tx.update(dumpsters).set({ location: "site" }).where(eq(dumpsters.id, ours.id)).run();
    const subject = { kind: "job" as const, id: job!.id };
    const data = { job: job!.kind, ours: ours.number, theirs, unit: job!.unit_id };
    recordEvent(tx, world.deed(STAFF), { subject, bookingId: id, action: "number_differs", data });
    const cause = `reconcile:${job!.id}:${job!.unit_id}`;
    openTask(tx, world.deed(STAFF), { kind: "reconcile", cause, subject, bookingId: id, due: world.clock.at });
  });
}
const open = async (at = "") => rendered(ReconcilePage, {}, (await staff.get(loader, PATH + at)).data as object);
const openTasks = () => world.db.orm.select().from(tasks).where(eq(tasks.state, "open")).all();
const settle = (said: Record<string, string>) =>
  staff.post(action, PATH, { intent: "settle", task: openTasks()[0]!.id, ...said });

beforeEach(() => {
  world.db.orm.update(tasks).set({ state: "done" }).run();
  world.db.orm.update(units).set({ dumpster_id: null }).run();
  world.db.orm.update(dumpsters).set({ location: "yard" }).run();
});

it("asks where ours is without an answer of its own, and moves nothing before it has one", async () => {
  const [ours, theirs] = yard().map(({ number }) => number) as [string, string];
  world.db.orm.update(dumpsters).set({ location: "disposal" }).where(eq(dumpsters.number, theirs)).run();
  await typed(theirs);
  const page = await open();
  const select = /<select[^>]*name="otherPlace".*?<\/select>/s.exec(page)?.[0] ?? "";
  expect(select).toContain('value="unknown"');
  expect(/<option value="([^"]*)" selected/.exec(select)?.[1]).toBe("");
  const answers: Record<string, string>[] = [{}, { otherPlace: "" }, { otherPlace: "site" }];
  for (const said of answers) {
    const refused = await settle({ stands: "theirs", ...said });
    expect([refused.status, refused.data]).toMatchObject([
      400,
      { fields: { otherPlace: `Choose where ${ours} is. “Not known where” is an answer too.` } },
    ]);
  }
  expect(placesIn()).toEqual([
    [ours, "site"],
    [theirs, "disposal"],
  ]);
  expect((await settle({ stands: "theirs", otherPlace: "unknown" })).location).toBe(`${PATH}?told=settled`);
  expect(placesIn()).toEqual([
    [ours, "unknown"],
    [theirs, "site"],
  ]);
});

it("says of a number that no dumpster of ours has nothing that is not so", async () => {
  await typed("98-98");
  expect(await open()).not.toContain('name="otherPlace"');
  const { location } = await settle({ stands: "ours" });
  const told = wordsIn(await open(location!.slice(PATH.length)));
  expect(told).toContain("Cleared up.");
  expect(told).not.toMatch(/both dumpsters/i);
});

it("that another booking has out is only taken as exchanged, which is said where it is chosen", async () => {
  const [ours, theirs] = yard().map(({ number }) => number) as [string, string];
  await typed(theirs);
  const other = await paidBooking(world);
  const mine = eq(units.booking_id, other.id);
  world.db.orm.update(units).set({ dumpster_id: yard()[1]!.id, state: "on_site" }).where(mine).run();
  const refused = await settle({ stands: "theirs", otherPlace: "yard" });
  const why = expect.stringContaining(`out for booking ${other.booking_number}. If the two were exchanged, choose so`);
  expect([refused.status, refused.data]).toMatchObject([400, { fields: { otherPlace: why } }]);
  expect(await open()).toContain('<option value="exchanged">');
  expect((await settle({ stands: "theirs", otherPlace: "exchanged" })).location).toBe(`${PATH}?told=settled`);
  const has = world.db.orm.select().from(units).where(mine).get()!.dumpster_id;
  expect(yard().find(({ id }) => id === has)?.number).toBe(ours);
});
