import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { seedAccounts } from "~/domain/accounts/seed.server";
import Account, { loader as accountLoader } from "~/routes/account/account";
import { action as factorAction, loader as factorLoader } from "~/routes/account/factor";
import { action as stepAction } from "~/routes/account/second-step";
import { action as authAction } from "~/routes/crm/auth";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { appCode, turnOnFactor } from "../../../tests/support/factor";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices, Visitor } from "../../../tests/support/visit";

const START = Date.parse("2026-12-01T12:00:10Z");
const PASSWORD = "roll-off-demo";
const PAGE = "/account/second-factor";
let world: TestWorld;
beforeEach(async () => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

it("who is not of the team any more can still turn theirs off, and then has nothing to do there", async () => {
  const { secret, codes } = await turnOnFactor(world, "user@example.com");
  const mine = new Visitor(fakeServices(world));
  await mine.post(authAction, "/auth", { email: "user@example.com", password: PASSWORD, next: "/account" });
  await mine.post(stepAction, "/auth/second-factor", { code: appCode(secret) });
  expect((await mine.get(factorLoader, PAGE)).status).toBe(200);
  const proof = { password: PASSWORD, code: codes[0] ?? "" };
  expect((await mine.post(factorAction, PAGE, { intent: "off", ...proof })).location).toBe("/account?told=off");
  const { data } = await mine.get(accountLoader, "/account?told=off");
  expect(data).toMatchObject({ told: "off" });
  expect(wordsIn(await rendered(Account, {}, data as object))).toContain(
    "Your second factor is off. Your app and your recovery codes work no more.",
  );
  expect((await mine.get(factorLoader, PAGE)).status).toBe(403);
});
