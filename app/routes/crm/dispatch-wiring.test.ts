import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { accounts, bookings, drivers, dumpsters, jobOffers, jobs, shifts } from "#db/schema/index";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { getJob, type Job } from "~/domain/dispatch/jobs.server";
import { remembered } from "~/domain/dispatch/last-move.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { addDays } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import { drive, firstJob, OUT } from "../../../tests/support/charges";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action, loader } from "./dispatch";
import { loader as sheet } from "./dispatch-sheet";

vi.setConfig({ testTimeout: 30_000 });

/** What the board's forms send along is asked for: where a job was seen, which others go along, and which day it is. */
const world = setSoundWorld({ fleet: { 20: 4 } });
let staff: Visitor;
let [dale, dana] = ["" as Id<"driver">, "" as Id<"driver">];
let [one, two] = [] as unknown as [Job, Job];
beforeEach(async () => {
  ({ staff } = await officeRoles(world, door));
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }];
  const { id } = await paidBooking(world, { cart });
  const made = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).all();
  [one, two] = made.filter(({ kind }) => kind === "delivery") as [Job, Job];
});
const at = ({ id }: Job) => getJob(world.db.orm, id);
const seen = ({ driver_id, day, delivery_window }: Job) => `${driver_id ?? "-"} ${day} ${delivery_window}`;
const post = async (fields: Record<string, string>) => (await staff.post(action, "/crm/dispatch", fields)).status;

it("no dumpster of the order goes along that comes on another day", async () => {
  const also = () => `${two.id} ${seen(at(two))}`;
  const give = () => post({ intent: "assign", jobId: one.id, seen: seen(one), driverId: dana, also: also() });
  const on = (day: Job["day"]) => world.db.orm.update(jobs).set({ day }).where(eq(jobs.id, two.id)).run();
  on(addDays(two.day, 1));
  expect([await give(), at(one).driver_id, at(two).driver_id]).toEqual([404, null, null]);
  on(two.day);
  expect([await give(), at(one).driver_id, at(two).driver_id]).toEqual([302, dana, dana]);
});

it("where drivers are not chosen by hand, none of the order goes along that a proposal gives out", async () => {
  const flags = { ...world.flags(), manual_driver_assign: false };
  void new Visitor({ ...fakeServices(world), flags: () => flags });
  const give = (more: Record<string, string> = {}) =>
    post({ intent: "assign", jobId: one.id, seen: seen(one), driverId: dana, ...more });
  expect([await give(), at(one).driver_id]).toEqual([403, null]);
  expect(await post({ intent: "offer", jobId: one.id, seen: seen(one), driverId: dana })).toBe(403);
  const is = (kind: Job["kind"]) => world.db.orm.update(jobs).set({ kind }).where(eq(jobs.id, one.id)).run();
  is("disposal");
  expect([await give({ also: `${two.id} ${seen(two)}` }), at(one).driver_id, at(two).driver_id]).toEqual([
    403,
    null,
    null,
  ]);
  expect([await give(), at(one).driver_id]).toEqual([302, dana]);
  is("delivery");
});

it("a job that was taken back is its driver's again by the button that undoes it", async () => {
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), one.id, dale));
  const takeBack = (said: string) => post({ intent: "unassign", jobId: one.id, seen: said });
  expect([await takeBack(seen(one)), at(one).driver_id]).toEqual([409, dale]);
  expect([await takeBack(seen(at(one))), at(one).driver_id]).toEqual([302, null]);
  expect([await post({ intent: "undo", moveSeen: "another" }), at(one).driver_id]).toEqual([409, null]);
  expect([await post({ intent: "undo" }), at(one).driver_id]).toEqual([302, dale]);
});

it("the button that undoes it counts an order's dumpsters, but every job of a day that was given out", async () => {
  const undo = async () =>
    ((await staff.get(loader, "/crm/dispatch")).data as Awaited<ReturnType<typeof loader>>).undo?.count;
  const day = addDays(one.day, 1);
  expect(await post({ intent: "move", jobId: one.id, seen: seen(one), day, window: "anytime" })).toBe(302);
  expect(await undo()).toBe(1);
  const { id } = world.db.orm.select().from(accounts).where(eq(accounts.email, "staff@example.com")).get()!;
  const all = [one.id, firstJob(world, { id: one.booking_id }, "pickup")];
  await world.db.write((tx) => {
    const deed = world.deed({ ...STAFF, id });
    remembered(tx, deed, all, () => all.map((job) => placeJob(tx, deed, job, dale)).at(-1)!, "given_out");
  });
  expect(await undo()).toBe(2);
});

it("what was not given as on another day is told apart: where nobody went, and what something speaks against", async () => {
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), one.id, dale));
  const to = addDays(one.day, 1);
  const [, elsewhere] = [
    await paidBooking(world, { deliveryDate: to }),
    await paidBooking(world, { deliveryDate: to }),
  ];
  world.db.orm.update(bookings).set({ zip: "34741" }).where(eq(bookings.id, elsewhere.id)).run();
  const { location } = await staff.post(action, "/crm/dispatch", { intent: "copy", on: to, from: one.day });
  const { data } = await staff.get(loader, location ?? "");
  expect((data as Awaited<ReturnType<typeof loader>>).copied).toEqual({ given: 1, elsewhere: 1, against: 0 });
});

it("what its customer keeps until they ask is offered to a driver by who says so, and taken back as it was seen", async () => {
  world.db.orm.update(bookings).set({ flexible_extension: true }).where(eq(bookings.id, one.booking_id)).run();
  await drive(world, { id: one.booking_id }, "delivery", OUT);
  const jobId = firstJob(world, { id: one.booking_id }, "pickup");
  const offer = (more: Record<string, string>) => post({ intent: "offer", jobId, driverId: dale, seen: "", ...more });
  const offers = () => world.db.orm.select().from(jobOffers).all();
  expect([await offer({}), offers()]).toEqual([400, []]);
  expect([await offer({ allTheSame: "kept" }), offers().length]).toEqual([302, 1]);
  const takeBack = (offerSeen: string) => post({ intent: "take-offer-back", jobId, seen: "", offerSeen });
  expect([await takeBack("offer_another"), offers()[0]?.state]).toEqual([409, "open"]);
  expect([await takeBack(offers()[0]!.id), offers()[0]?.state]).toEqual([302, "withdrawn"]);
});

it("a driver's hours of the day are on their day sheet", async () => {
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), one.id, dana));
  world.db.orm.insert(shifts).values({ driver_id: dana, day: one.day, begins: 360, ends: 870 }).run();
  const { data } = await staff.get(sheet, `/crm/dispatch/sheet?day=${one.day}`);
  expect((data as Awaited<ReturnType<typeof sheet>>).drivers).toMatchObject([
    { id: dana, hours: "6:00 am to 2:30 pm" },
  ]);
});

it("a dumpster is chosen for the job that was seen, not for one that is somebody's by now", async () => {
  const number = world.db.orm.select().from(dumpsters).get()!.number;
  const choose = (said: string) => post({ intent: "dumpster", jobId: one.id, seen: said, dumpster: number });
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), one.id, dale));
  expect([await choose(seen(one)), at(one).planned_dumpster_id]).toEqual([409, null]);
  expect([await choose(seen(at(one))), at(one).planned_dumpster_id === null]).toEqual([302, false]);
});

it("a job is handed over from whom it was seen with, not from who has it by now", async () => {
  await world.db.write((tx) => {
    placeJob(tx, world.deed(STAFF), one.id, dale);
    for (const to of ["en_route", "arrived", "serviced"] as const) advanceJob(tx, world.deed(STAFF), one.id, to);
  });
  const fields = { intent: "hand-over", jobId: one.id, driverId: dana, why: "Dale is ill" };
  expect([await post({ ...fields, seen: seen(one) }), at(one).driver_id]).toEqual([409, dale]);
  expect([await post({ ...fields, seen: seen(at(one)) }), at(one).driver_id]).toEqual([302, dana]);
});

it("a day that has passed is not given out, and none is given out as itself", async () => {
  const today = dayAt(world.clock.at);
  const said = async (fields: Record<string, string>) => {
    const { status, data } = await staff.post(action, "/crm/dispatch", fields);
    return [status, JSON.stringify(data)];
  };
  expect(await said({ intent: "accept", on: addDays(today, -1), version: "x", driverId: "" })).toEqual([
    400,
    expect.stringContaining("That day has passed"),
  ]);
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), one.id, dale));
  expect(await said({ intent: "copy", on: one.day, from: one.day })).toEqual([
    400,
    expect.stringContaining("Choose another day than this one."),
  ]);
  expect(at(two).driver_id).toBeNull();
});
