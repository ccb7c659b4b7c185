import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts } from "#db/schema/index";
import { newId } from "~/domain/kernel/ids.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { countTries } from "~/domain/limits/limits.server";
import * as auth from "~/routes/crm/auth";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { inFull } from "../../../tests/support/in-full";

// Each counts up to a cap, request by request, and a real password takes 30 ms to check.
vi.setConfig({ testTimeout: 30_000 });
const RIGHT = "the right one";

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

/** How many of so many tries were looked at. */
async function tries(count: number, from: string, fields: (i: number) => Record<string, string>): Promise<number> {
  visitor.address = from;
  let taken = 0;
  for (let i = 0; i < count; i++)
    if ((await visitor.post(auth.action, "/auth", { password: "guess", ...fields(i) })).status === 400) taken++;
  return taken;
}

describe("an account that many connections try", () => {
  const ada = (password = "guess") => ({ email: "ada@example.com", password });
  const signsIn = async (from: string) => {
    visitor.address = from;
    visitor.cookies.clear();
    return (await visitor.post(auth.action, "/auth", ada(RIGHT))).status === 302;
  };
  const count = (name: "sign-in-crowd" | "sign-in-in-crowd", weight: number) =>
    countTries(world.db, [{ name, asker: "somebody", target: "ada@example.com", weight }]);
  beforeEach(async () => {
    const password_hash = await hashPassword(RIGHT);
    const [at, id] = [world.clock.at, newId("account")];
    await world.db.write((tx) => {
      tx.insert(accounts)
        .values({ id, email: "ada@example.com", password_hash, email_confirmed_at: at, created_at: at })
        .run();
    });
  });

  it("stays open to its owner when strangers send nothing but empty passwords", async () => {
    for (let i = 0; i < 10; i++) expect(await tries(30, `203.0.113.${i}`, () => ada(""))).toBe(30);
    for (let i = 10; i < 21; i++) expect(await tries(5, `203.0.113.${i}`, () => ada(""))).toBe(5);
    expect(await tries(101, "203.0.113.30", () => ada(""))).toBe(100);
    expect(await signsIn("198.51.100.7")).toBe(true);
  });

  it("is slowed: each connection keeps three tries an hour, so that its owner gets in from anywhere", async () => {
    for (let i = 0; i < 2; i++) await tries(30, `203.0.113.${i}`, () => ada());
    await count("sign-in-crowd", 240);
    expect(await tries(10, "203.0.113.99", () => ada())).toBe(3);
    expect(await signsIn("198.51.100.7")).toBe(true);
  });

  it("stays open far above that to those who signed in from there before, and to nobody else", async () => {
    expect(await signsIn("2001:db8:1:1::1")).toBe(true);
    await count("sign-in-crowd", 299);
    await count("sign-in-in-crowd", 3_000);
    expect(await signsIn("198.51.100.7")).toBe(false);
    expect(await signsIn("2001:db8:1:1::2")).toBe(true);
    // Their own tries are limited as ever: two have been made from there.
    expect(await tries(32, "2001:db8:1:1::2", () => ada())).toBe(28);
  });

  it("answers alike whether there is one or not", async () => {
    const answers = (email: string) => tries(5, "203.0.113.1", () => ({ email }));
    await countTries(world.db, [{ name: "sign-in-crowd", target: "nobody@example.com", weight: 300 }]);
    await count("sign-in-crowd", 300);
    expect([await answers("nobody@example.com"), await answers("ada@example.com")]).toEqual([3, 3]);
  });
});

it("sign-in: 30 tries of an account from one connection, 100 of a connection, and the owner is not locked out by one stranger", async () => {
  const ada = () => ({ email: "ada@example.com" });
  expect(await tries(32, "203.0.113.1", ada)).toBe(30);
  expect(await tries(1, "198.51.100.7", ada)).toBe(1);
  await countTries(world.db, [{ name: "sign-in", asker: "203.0.113.2", target: "eve@example.com", weight: 90 }]);
  expect(await tries(15, "203.0.113.2", (i) => ({ email: `p${i}@example.com` }))).toBe(10);
});

inFull("sign-in: an account has one count in all spellings of its name", async () => {
  const phones = ["4075550133", "407-555-0133", "(407) 5550133", "+1 407 555 0133", " 1.407.555.0133 "];
  expect(await tries(32, "203.0.113.1", (i) => ({ email: phones[i % phones.length] ?? "" }))).toBe(30);
  expect(
    await tries(32, "203.0.113.2", (i) => ({ email: ["ada@example.com", " ADA@Example.com "][i % 2] ?? "" })),
  ).toBe(30);
  // What is no name at all counts as it is typed.
  expect(await tries(32, "203.0.113.3", () => ({ email: "555-0133 Call me" }))).toBe(30);
});

it("sign-up: 5 for an address from one connection, 20 of a connection", async () => {
  expect(await tries(8, "203.0.113.1", () => ({ intent: "signup", email: "ada@example.com" }))).toBe(5);
  expect(await tries(1, "203.0.113.2", () => ({ intent: "signup", email: "ada@example.com" }))).toBe(1);
  expect(await tries(30, "203.0.113.3", (i) => ({ intent: "signup", email: `p${i}@example.com` }))).toBe(20);
});
