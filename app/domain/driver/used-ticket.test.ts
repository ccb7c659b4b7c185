import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { drivers, jobs, weightTickets } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStep } from "../../routes/driver/step-forms.server";
import { seedAccounts } from "../accounts/seed.server";
import { newId } from "../kernel/ids.server";
import { listOpenAccounts } from "./journal-read.server";
import { applyEntries } from "./journal.server";
import { listNotices } from "./notices.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const WALL = 1_800_000_000_000;

it("a ticket that another load has, sent from a phone without signal, is told with that load: to the office its booking, to the driver why", async () => {
  const { orm } = world.db;
  await seedAccounts(world.db, world.clock.at);
  const [driverId] = orm
    .select()
    .from(drivers)
    .all()
    .map(({ id }) => id);
  const [other, mine] = [await paidBooking(world), await paidBooking(world)];
  const [theirs, job] = [other, mine].map(({ id }) =>
    orm.select().from(jobs).where(eq(jobs.booking_id, id)).orderBy(asc(jobs.day)).all().at(-1)!,
  );
  const ticket = { gross_pounds: 30_000, tare_pounds: 26_000, net_pounds: 4_000, recorded_at: world.clock.at };
  orm
    .insert(weightTickets)
    .values({
      ...ticket,
      id: newId("ticket"),
      job_id: theirs!.id,
      unit_id: theirs!.unit_id,
      facility: "Landfill",
      ticket_number: "NC-101",
    })
    .run();
  orm
    .update(jobs)
    .set({ state: "at_disposal", driver_id: driverId!, facility: "Landfill" })
    .where(eq(jobs.id, job!.id))
    .run();
  const data = { ticketNumber: "NC-101", grossPounds: "30000", tarePounds: "26000", netPounds: "4000" };
  const entry = {
    id: "entry-1",
    jobId: job!.id,
    seq: 1,
    attempt: 1,
    step: "ticketed",
    at: WALL,
    device: "phone",
    said: { data },
  };
  const sending = { driverId: driverId!, entries: [entry], clocks: { sentAt: WALL, wall: WALL } };
  const answer = await world.db.write((tx) => applyEntries(tx, world.deed(STAFF), sending, readStep));
  expect(answer.conflicts).toEqual([{ id: "entry-1", why: "ticket_used" }]);
  expect(listOpenAccounts(orm)[0]?.theirs.map(({ ticketOf }) => ticketOf)).toEqual([other.booking_number]);
  expect(listNotices(orm, driverId!, { now: world.clock.at })[0]?.words).toMatch(
    /^The office looks at what you pressed for the pickup at .*, as another load has ticket NC-101 already; call$/,
  );
  // Entered for the right load meanwhile it is nobody's.
  orm.delete(weightTickets).run();
  expect(listOpenAccounts(orm)[0]?.theirs.map(({ ticketOf }) => ticketOf)).toEqual([null]);
});
