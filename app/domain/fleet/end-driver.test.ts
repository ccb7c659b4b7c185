import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accounts, driverInvitations, drivers, jobs, outbox, tasks } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { acceptDriving, inviteDriver, listDriverInvitations } from "../accounts/driver-invitations.server";
import { seedAccounts } from "../accounts/seed.server";
import type { Job } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { addDays, day } from "../kernel/days";
import { bringDriverBack, endDriver, setDaysOff, takeBackDaysOff, type Driver } from "./drivers.server";

let world: TestWorld;
let dana: Driver;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  await seedAccounts(world.db, world.clock.at);
  dana = world.db.orm.select().from(drivers).where(eq(drivers.name, "Dana Driver")).get() as Driver;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const end = () => world.db.write((tx) => endDriver(tx, deed(), [], { id: dana.id, why: "moved away" }));
const invite = (to: string) =>
  world.db.write((tx) => inviteDriver(tx, deed(), { name: "Dana", to }, { limits: false, path: (key) => key }));
const open = () => listDriverInvitations(world.db.orm).map(({ to }) => to);
const mayDrive = () => world.db.orm.select().from(drivers).where(eq(drivers.id, dana.id)).get()?.is_active;

describe("who may drive no more", () => {
  it("does not come back by a link that was sent before, by whatever address or number they are known", async () => {
    world.db.orm.update(accounts).set({ phone: "+14075550181" }).where(eq(accounts.id, dana.user_id)).run();
    world.db.orm.update(drivers).set({ phone: "+14075550182" }).where(eq(drivers.id, dana.id)).run();
    await end();
    for (const to of ["driver@example.com", "(407) 555-0181", "(407) 555-0182", "(407) 555-0183"])
      expect(await invite(to)).toMatchObject({ ok: true });
    await world.db.write((tx) => bringDriverBack(tx, deed(), dana.id));
    expect(await end()).toEqual({ ok: true });
    expect(open()).toEqual(["(407) 555-0183"]);
    const account = world.db.orm.select().from(accounts).where(eq(accounts.id, dana.user_id)).get()!;
    const [link] = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.invitation")).all();
    const { confirmPath } = link?.payload as { confirmPath: string };
    expect(await world.db.write((tx) => acceptDriving(tx, deed(), confirmPath, account))).toMatchObject({
      code: "gone",
    });
    expect(mayDrive()).toBe(false);
    // Somebody else without address or number is nobody's.
    expect(world.db.orm.select().from(driverInvitations).all()).toHaveLength(4);
  });

  it("is not invited while they drive, by their account's address or number, nor by the number on their record", async () => {
    world.db.orm.update(accounts).set({ phone: "+14075550181" }).where(eq(accounts.id, dana.user_id)).run();
    world.db.orm.update(drivers).set({ phone: "+14075550182" }).where(eq(drivers.id, dana.id)).run();
    for (const to of ["driver@example.com", "(407) 555-0181", "(407) 555-0182"])
      expect(await invite(to)).toEqual({ ok: false, code: "drives_already" });
    expect(await invite("(407) 555-0183")).toMatchObject({ ok: true });
  });

  it("comes back by one that is sent afterwards", async () => {
    await end();
    await invite("driver@example.com");
    const account = world.db.orm.select().from(accounts).where(eq(accounts.id, dana.user_id)).get()!;
    const [link] = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.invitation")).all();
    const { confirmPath } = link?.payload as { confirmPath: string };
    expect(await world.db.write((tx) => acceptDriving(tx, deed(), confirmPath, account))).toMatchObject({ ok: true });
    expect(mayDrive()).toBe(true);
  });

  it("leaves jobs that somebody has to give away: each is a task, until they have another driver or this one is back", async () => {
    const ON = day("2026-12-16");
    const give = (jobId: Job["id"], to: Driver["id"]) => world.db.write((tx) => placeJob(tx, deed(), jobId, to));
    const planned: Job[] = [];
    for (const deliveryDate of [ON, addDays(ON, 1), addDays(ON, 2)]) {
      const { id } = await paidBooking(world, { deliveryDate });
      const mine = and(eq(jobs.booking_id, id), eq(jobs.kind, "delivery"));
      planned.push(world.db.orm.select().from(jobs).where(mine).get() as Job);
    }
    for (const { id } of planned) expect(await give(id, dana.id)).toMatchObject({ ok: true });
    const left = () =>
      world.db.orm
        .select()
        .from(tasks)
        .where(and(eq(tasks.kind, "driver_off"), eq(tasks.state, "open")))
        .all()
        .map(({ cause }) => planned.findIndex(({ id }) => cause === `driver_off:${id}`))
        .sort();
    await end();
    expect(left()).toEqual([0, 1, 2]);
    const dale = world.db.orm.select().from(drivers).where(eq(drivers.name, "Dale Driver")).get() as Driver;
    await give(planned[0]!.id, dale.id);
    expect(left()).toEqual([1, 2]);
    // A day off stays one.
    const off = { from: addDays(ON, 2), until: addDays(ON, 2), note: "" };
    await world.db.write((tx) => setDaysOff(tx, deed(), dana.id, off, true));
    await world.db.write((tx) => bringDriverBack(tx, deed(), dana.id));
    expect(left()).toEqual([2]);
    await end();
    expect(left()).toEqual([1, 2]);
    // Who drives no more has no days off: what they had is still to be given away.
    await world.db.write((tx) => takeBackDaysOff(tx, deed(), dana.id, off));
    expect(left()).toEqual([1, 2]);
    await world.db.write((tx) => setDaysOff(tx, deed(), dana.id, off, true));
    await invite("driver@example.com");
    const account = world.db.orm.select().from(accounts).where(eq(accounts.id, dana.user_id)).get()!;
    const [link] = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.invitation")).all();
    const { confirmPath } = link?.payload as { confirmPath: string };
    expect(await world.db.write((tx) => acceptDriving(tx, deed(), confirmPath, account))).toMatchObject({ ok: true });
    expect(left()).toEqual([2]);
  });
});
