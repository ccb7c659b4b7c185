import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { drivers, jobs, weightTickets } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStep } from "../../routes/driver/step-forms.server";
import { seedAccounts } from "../accounts/seed.server";
import type { Job } from "../dispatch/jobs.server";
import { newId, type Id } from "../kernel/ids.server";
import { listOpenAccounts } from "./journal-read.server";
import { applyEntries } from "./journal.server";
import { listNotices } from "./notices.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const WALL = 1_800_000_000_000;
const orm = () => world.db.orm;
let [dale, dana] = ["" as Id<"driver">, "" as Id<"driver">];
let other: string;
let job: Job;
beforeEach(async () => {
  await seedAccounts(world.db, world.clock.at);
  const list = orm().select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  const [first, second] = [await paidBooking(world), await paidBooking(world)];
  const [theirs, mine] = [first, second].map(({ id }) =>
    orm().select().from(jobs).where(eq(jobs.booking_id, id)).orderBy(asc(jobs.day)).all().at(-1)!,
  ) as [Job, Job];
  [other, job] = [first.booking_number, mine];
  const pounds = { gross_pounds: 30_000, tare_pounds: 26_000, net_pounds: 4_000, recorded_at: world.clock.at };
  const ofJob = { job_id: theirs.id, unit_id: theirs.unit_id, facility: "Landfill", ticket_number: "NC-101" };
  orm()
    .insert(weightTickets)
    .values({ id: newId("ticket"), ...ofJob, ...pounds })
    .run();
  at("Landfill", dale);
});

const at = (facility: string, driver: Id<"driver">) =>
  orm().update(jobs).set({ state: "at_disposal", driver_id: driver, facility }).where(eq(jobs.id, job.id)).run();
const weigh = (weights: { netPounds?: string } = {}) =>
  world.db.write((tx) => {
    const data = { ticketNumber: "NC-101", grossPounds: "30000", tarePounds: "26000", netPounds: "4000", ...weights };
    const step = { id: "entry-1", jobId: job.id, seq: 1, attempt: 1, step: "ticketed", device: "phone" };
    const entries = [{ ...step, at: WALL, said: { data } }];
    const sending = { driverId: dale, entries, clocks: { sentAt: WALL, wall: WALL } };
    return applyEntries(tx, world.deed(STAFF), sending, readStep);
  });
const because = (why: string) => ({ accepted: [], conflicts: [{ id: "entry-1", why }] });
const named = () => listOpenAccounts(orm())[0]?.theirs.map(({ ticketOf }) => ticketOf);
const told = () => listNotices(orm(), dale, { now: world.clock.at })[0]?.words;

it("a ticket that another load has, sent from a phone without signal, is told with that load: to the office its booking, to the driver why", async () => {
  expect(await weigh()).toMatchObject(because("ticket_used"));
  expect(named()).toEqual([other]);
  expect(told()).toMatch(
    /^The office looks at what you pressed for the pickup at .*, as another load has ticket NC-101 already; call$/,
  );
  // Entered for the right load meanwhile it is nobody's.
  orm().delete(weightTickets).run();
  expect(named()).toEqual([null]);
});

it("a ticket of another scale is another paper, though it has the same number", async () => {
  at("Transfer station", dale);
  expect(await weigh()).toMatchObject({ accepted: ["entry-1"], conflicts: [] });
});

it("the load that has the ticket is not named where that is not why the office is asked", async () => {
  at("Landfill", dana);
  expect(await weigh()).toMatchObject(because("reassigned"));
  expect(named()).toEqual([null]);
  expect(told()).toMatch(/^The office looks at what you pressed for the pickup at [^,]*, [^,]*; call$/);
});

it("a ticket whose weights do not add up is told so to the driver, who has the paper", async () => {
  expect(await weigh({ netPounds: "4100" })).toMatchObject(because("wrong_sum"));
  expect(told()).toMatch(/, as gross minus tare is not the net weight on ticket NC-101; call$/);
  expect(named()).toEqual([null]);
});
