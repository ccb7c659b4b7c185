import type { LoaderFunction } from "@remix-run/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedAccounts, SEEDED_PASSWORD } from "~/domain/accounts/seed.server";
import { openWorld, type TestWorld } from "../../tests/support/domain";
import { fakeServices, Visitor } from "../../tests/support/visit";
import { action as signIn } from "./crm/auth";

/** Where somebody comes before they are known, and what nobody may see. */
const OPEN = /\/(auth|invitation|confirm|sign-out|missing)\.tsx$/;
const pages = Object.entries(
  import.meta.glob<{ loader?: LoaderFunction }>("./{crm,driver}/*.tsx", { eager: true }),
).flatMap(([file, { loader }]) => (loader && !OPEN.test(file) ? [[file, loader] as const] : []));

let world: TestWorld;
let nobody: Visitor;
let user: Visitor;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  const services = fakeServices(world);
  nobody = new Visitor(services);
  user = new Visitor(services);
  await user.post(signIn, "/auth", { email: "user@example.com", password: SEEDED_PASSWORD });
});
afterAll(() => world.close());

// Remix runs a page's loader beside the layout's, and by `.data?_routes=…` without it: the layout protects no page.
it.each(pages)("%s is refused by its own loader to nobody and to a customer", async (file, loader) => {
  const [door, denied] = file.startsWith("./driver/") ? ["/driver/auth", "/driver/auth"] : ["/auth", null];
  const asked = async (who: Visitor) => {
    const { status, location } = await who.get(loader, "/somewhere");
    return [status, location?.split("?")[0] ?? null];
  };
  expect(await asked(nobody)).toEqual([302, door]);
  expect(await asked(user)).toEqual(denied ? [302, denied] : [403, null]);
});
