import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accounts, driverInvitations, drivers, outbox } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { acceptDriving, inviteDriver, listDriverInvitations } from "../accounts/driver-invitations.server";
import { seedAccounts } from "../accounts/seed.server";
import { bringDriverBack, endDriver, type Driver } from "./drivers.server";

let world: TestWorld;
let dana: Driver;
beforeEach(async () => {
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  dana = world.db.orm.select().from(drivers).where(eq(drivers.name, "Dana Driver")).get() as Driver;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const end = () => world.db.write((tx) => endDriver(tx, deed(), dana.id, "moved away"));
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
    expect(await end()).toBe(true);
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

  it("comes back by one that is sent afterwards", async () => {
    await end();
    await invite("driver@example.com");
    const account = world.db.orm.select().from(accounts).where(eq(accounts.id, dana.user_id)).get()!;
    const [link] = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.invitation")).all();
    const { confirmPath } = link?.payload as { confirmPath: string };
    expect(await world.db.write((tx) => acceptDriving(tx, deed(), confirmPath, account))).toMatchObject({ ok: true });
    expect(mayDrive()).toBe(true);
  });
});
