import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accounts, drivers, profiles } from "#db/schema/index";
import { seedAccounts, SEEDED_PASSWORD, type SeededAccounts } from "~/domain/accounts/seed.server";
import { isSignedInAnywhere } from "~/domain/accounts/sessions.server";
import { newId } from "~/domain/kernel/ids.server";
import type { Services } from "~/services.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { action as signInAction } from "./auth";
import { action, loader } from "./driver";

let world: TestWorld;
let services: Services;
let people: SeededAccounts;
beforeEach(async () => {
  world = await openWorld();
  people = await seedAccounts(world.db, world.clock.at);
  services = fakeServices(world);
  services.config.ADMIN_EMAILS = [];
});
afterEach(() => world.close());

async function signedIn(email: string): Promise<Visitor> {
  const visitor = new Visitor(services);
  expect((await visitor.post(signInAction, "/auth", { email, password: SEEDED_PASSWORD })).status).toBe(302);
  return visitor;
}

it.each([
  ["by their role", []],
  ["by ADMIN_EMAILS", ["admin@example.com"]],
])("of an admin %s is signed out and ended by an admin alone; anybody else's by staff too", async (_, listed) => {
  services.config.ADMIN_EMAILS = listed;
  if (listed.length > 0)
    world.db.orm.update(profiles).set({ role: "user" }).where(eq(profiles.user_id, people.admin)).run();
  const id = newId("driver");
  world.db.orm
    .insert(drivers)
    .values({ id, user_id: people.admin, name: "Alex Admin", created_at: world.clock.now() })
    .run();
  const [staff, admin] = [await signedIn("staff@example.com"), await signedIn("admin@example.com")];
  const press = async (by: Visitor, intent: string, whom: string) => {
    const answer = await by.post(action, `/crm/drivers/${whom}`, { intent, why: "lost" }, { id: whom });
    return [answer.status, Object.values((answer.data as { fields?: object } | null)?.fields ?? {}).join()];
  };
  const no = [403, "This driver is an admin: only an admin can sign them out."];
  for (const intent of ["sign-out", "end"]) expect(await press(staff, intent, id)).toEqual(no);
  expect(isSignedInAnywhere(world.db.orm, people.admin)).toBe(true);
  expect(world.db.orm.select().from(drivers).where(eq(drivers.id, id)).get()?.is_active).toBe(true);
  const shown = async (by: Visitor) =>
    ((await by.get(loader, `/crm/drivers/${id}`, { id })).data as { mayEnd: boolean }).mayEnd;
  expect([await shown(staff), await shown(admin)]).toEqual([false, true]);

  const dana = world.db.orm.select().from(drivers).where(eq(drivers.user_id, people.driver)).get()!;
  await signedIn("driver@example.com");
  expect((await press(staff, "sign-out", dana.id))[0]).toBe(302);
  expect(isSignedInAnywhere(world.db.orm, people.driver)).toBe(false);
  expect((await press(staff, "end", dana.id))[0]).toBe(302);

  expect((await press(admin, "end", id))[0]).toBe(302);
  expect(isSignedInAnywhere(world.db.orm, people.admin)).toBe(false);
});

it("that an unconfirmed address of ADMIN_EMAILS makes no admin", async () => {
  services.config.ADMIN_EMAILS = ["driver@example.com"];
  world.db.orm.update(accounts).set({ email_confirmed_at: null }).where(eq(accounts.id, people.driver)).run();
  const dana = world.db.orm.select().from(drivers).where(eq(drivers.user_id, people.driver)).get()!;
  const staff = await signedIn("staff@example.com");
  const done = await staff.post(action, `/crm/drivers/${dana.id}`, { intent: "end", why: "left" }, { id: dana.id });
  expect(done.status).toBe(302);
});
