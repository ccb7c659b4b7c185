import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eq } from "drizzle-orm";
import { events } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import * as account from "~/routes/account/account";
import * as code from "~/routes/account/code";
import * as factor from "~/routes/account/factor";
import * as secondStep from "~/routes/account/second-step";
import * as forgot from "~/routes/account/forgot";
import * as newEmail from "~/routes/account/new-email";
import * as resend from "~/routes/account/resend";
import * as reset from "~/routes/account/reset";
import * as auth from "~/routes/crm/auth";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { turnOnFactor } from "../../../tests/support/factor";
import { fakeServices, Visitor } from "../../../tests/support/visit";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let visitor: Visitor;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-01T12:00:00Z"), toFake: ["Date"] });
  world = await openWorld();
  visitor = new Visitor(fakeServices(world));
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

type Action = Parameters<Visitor["post"]>[0];
/** How many of so many tries were not stopped at a cap. */
async function taken(count: number, from: string, one: (i: number) => [Action, string, Record<string, string>]) {
  visitor.address = from;
  let passed = 0;
  for (let i = 0; i < count; i++) if ((await visitor.post(...one(i))).status !== 429) passed++;
  return passed;
}

it("a link or a code is asked for 4 times for an address from one connection, by all ways together, 10 times by a connection, 12 times for an address", async () => {
  const ways: [Action, string][] = [
    [forgot.action, "/auth/forgot"],
    [resend.action, "/auth/resend"],
    [code.action, "/auth/code"],
  ];
  const way = (i: number) => ways[i % 3] ?? [forgot.action, "/auth/forgot"];
  const ask = (email: (i: number) => string) => (i: number) =>
    [...way(i), { email: email(i) }] as [Action, string, Record<string, string>];
  const ada = ask((i) => (i % 2 ? "ada@example.com" : " ADA@example.com"));
  expect(await taken(6, "203.0.113.1", ada)).toBe(4);
  expect(
    await taken(
      12,
      "203.0.113.2",
      ask((i) => `p${i}@example.com`),
    ),
  ).toBe(10);
  expect([await taken(6, "203.0.113.3", ada), await taken(6, "203.0.113.4", ada)]).toEqual([4, 4]);
  expect(await taken(1, "203.0.113.5", ada)).toBe(0);
});

it("a mailed link or code is tried 60 times from one connection, by all ways together", async () => {
  const ways: [Action, string, Record<string, string>][] = [
    [reset.action, "/auth/reset?key=x", { password: "a gravel heap 9" }],
    [code.action, "/auth/code", { code: "123456" }],
    [newEmail.action, "/auth/new-email?key=x", {}],
  ];
  expect(await taken(63, "203.0.113.1", (i) => ways[i % 3] ?? [reset.action, "", {}])).toBe(60);
  expect(await taken(1, "203.0.113.2", () => [reset.action, "/auth/reset?key=x", {}])).toBe(1);
});

it("the present password is tried 10 times for an account, by both forms together", async () => {
  await seedAccounts(world.db, world.clock.at);
  await visitor.post(auth.action, "/auth", { email: "user@example.com", password: "roll-off-demo" });
  const forms = [
    { intent: "password", password: "guess", newPassword: "a gravel heap 9" },
    { intent: "email", emailPassword: "guess", email: "new@example.com" },
  ];
  expect(await taken(13, "203.0.113.9", (i) => [account.action, "/account", forms[i % 2] ?? {}])).toBe(10);
});

it("what an account says is changed 40 times an hour: each is a line of the log for good", async () => {
  await seedAccounts(world.db, world.clock.at);
  await visitor.post(auth.action, "/auth", { email: "user@example.com", password: "roll-off-demo" });
  const rename = (i: number): [Action, string, Record<string, string>] => [
    account.action,
    "/account",
    { intent: "profile", display_name: `Name ${i}` },
  ];
  const written = () => world.db.orm.select().from(events).where(eq(events.action, "USER_UPDATED")).all().length;
  expect([await taken(45, "203.0.113.9", rename), written()]).toEqual([40, 40]);
  expect(await taken(1, "203.0.113.10", () => rename(99))).toBe(0);
});

it("a code of the second factor is tried 10 times for an account from one connection, at sign-in and in the account together, 30 times from everywhere", async () => {
  await seedAccounts(world.db, world.clock.at);
  const account = { email: "staff@example.com", password: "roll-off-demo" };
  await visitor.post(auth.action, "/auth", account);
  await turnOnFactor(world, account.email);
  const inside: [Action, string, Record<string, string>] = [
    factor.action,
    "/account/second-factor",
    { intent: "enable", code: "000000" },
  ];
  const step: [Action, string, Record<string, string>] = [secondStep.action, "/auth/second-factor", { code: "000000" }];
  expect(await taken(3, "203.0.113.1", () => inside)).toBe(3);
  const askAgain = () => visitor.post(auth.action, "/auth", account);
  let passed = 0;
  for (let i = 0; i < 9; i++) {
    if (i % 4 === 0) await askAgain();
    passed += await taken(1, "203.0.113.1", () => step);
  }
  expect(passed).toBe(7);
  const elsewhere = [];
  for (const from of ["203.0.113.2", "203.0.113.3", "203.0.113.4"]) elsewhere.push(await taken(12, from, () => inside));
  expect(elsewhere).toEqual([10, 10, 0]);
});

it("the password beside such a code is tried 10 times for an account, wherever from: it is no way round the present password's cap", async () => {
  await seedAccounts(world.db, world.clock.at);
  await visitor.post(auth.action, "/auth", { email: "user@example.com", password: "roll-off-demo" });
  const guess = (intent: string): [Action, string, Record<string, string>] => [
    factor.action,
    "/account/second-factor",
    { intent, password: "guess", code: "000000" },
  ];
  const passed = [];
  for (const [from, intent] of [
    ["203.0.113.21", "off"],
    ["203.0.113.22", "codes"],
  ] as const)
    passed.push(await taken(6, from, () => guess(intent)));
  expect(passed).toEqual([6, 4]);
});
