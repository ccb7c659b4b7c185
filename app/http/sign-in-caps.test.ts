import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as auth from "~/routes/crm/auth";
import { openWorld, type TestWorld } from "../../tests/support/domain";
import { fakeServices, Visitor } from "../../tests/support/visit";

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

/** Tries with nothing to check, which cost no hashing; they count like all others. */
async function tries(count: number, from: string, fields: (i: number) => Record<string, string>): Promise<number> {
  visitor.address = from;
  let taken = 0;
  for (let i = 0; i < count; i++) if ((await visitor.post(auth.action, "/auth", { password: "", ...fields(i) })).status === 400) taken++;
  return taken;
}

it("sign-in: 30 tries of an account from one connection, 100 of a connection, and the owner is not locked out by one stranger", async () => {
  const ada = () => ({ email: "ada@example.com" });
  expect(await tries(40, "203.0.113.1", ada)).toBe(30);
  expect(await tries(1, "198.51.100.7", ada)).toBe(1);
  expect(await tries(120, "203.0.113.2", (i) => ({ email: `p${i}@example.com` }))).toBe(100);
});

it("sign-in: an account has one count in all spellings of its name", async () => {
  const phones = ["4075550133", "407-555-0133", "(407) 5550133", "+1 407 555 0133", " 1.407.555.0133 "];
  expect(await tries(40, "203.0.113.1", (i) => ({ email: phones[i % phones.length] ?? "" }))).toBe(30);
  expect(await tries(40, "203.0.113.2", (i) => ({ email: ["ada@example.com", " ADA@Example.com "][i % 2] ?? "" }))).toBe(30);
  // What is no name at all counts as it is typed.
  expect(await tries(40, "203.0.113.3", () => ({ email: "555-0133 Call me" }))).toBe(30);
});

it("sign-up: 5 for an address from one connection, 20 of a connection", async () => {
  expect(await tries(8, "203.0.113.1", () => ({ intent: "signup", email: "ada@example.com" }))).toBe(5);
  expect(await tries(1, "203.0.113.2", () => ({ intent: "signup", email: "ada@example.com" }))).toBe(1);
  expect(await tries(30, "203.0.113.3", (i) => ({ intent: "signup", email: `p${i}@example.com` }))).toBe(20);
});
