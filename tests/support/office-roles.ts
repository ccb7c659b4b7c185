import { seedAccounts, SEEDED_PASSWORD } from "~/domain/accounts/seed.server";
import type { TestWorld } from "./domain";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "./visit";

/** Who may come to a page of the office: nobody's browser, and the seeded accounts. */
export const ROLES = ["nobody", "user", "driver", "staff", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A browser of each role in one world, each signed in by the office's door. Throws when that does not let one in. */
export async function officeRoles(
  world: TestWorld,
  door: Parameters<Visitor["post"]>[0],
  stripe: FakeStripe = fakeStripe(),
): Promise<Record<Role, Visitor>> {
  await seedAccounts(world.db, world.clock.at);
  const services = fakeServices(world, stripe);
  const visitors = {} as Record<Role, Visitor>;
  for (const role of ROLES) {
    visitors[role] = new Visitor(services);
    if (role === "nobody") continue;
    const given = { email: `${role}@example.com`, password: SEEDED_PASSWORD };
    const { status } = await visitors[role].post(door, "/auth", given);
    if (status !== 302) throw new Error(`${role} was not let in: ${status}`);
  }
  return visitors;
}
