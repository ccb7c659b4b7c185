import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAddresses } from "../support/addresses";
import { ROUTES } from "../support/access";
import { CALLS, INTENTS } from "../support/access-intents";
import type { Rule } from "../support/access-rules";
import { asRoles, ROLES, type AsRoles, type Role, type Sent } from "../support/as-roles";
import { arrange } from "../support/meanwhile";
import { FULL, ROOT } from "../support/paths";
import { startServer, type TestServer } from "../support/server";

/** Every role on every address and every intent (`npm test`: see below): the table is tests/support/access.ts. */

let server: TestServer;
let as: AsRoles;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  as = await asRoles(server);
});
afterAll(() => server.stop());

/** Who may enter the office: what they may do there is told intent by intent. */
const TEAM: readonly Role[] = ["staff", "admin"];
const addresses = listAddresses();
// Written without a type behind its name: so Vitest knows it, and never keeps this file with yesterday's list.
const tables = import.meta.glob("../../app/routes/**/*.server.ts", { eager: true }) as Record<
  string,
  Record<string, object>
>;
const intentTables = Object.values(tables).flatMap((module) =>
  Object.entries(module).filter(([name]) => name.endsWith("_INTENTS")),
);

const example = (pattern: string) => as.places.example[pattern] ?? "";
async function askAll(method: "GET" | "POST", path: string, sent: Sent = {}, roles = [...ROLES]): Promise<Rule> {
  const got = await Promise.all(roles.map(async (role) => [role, await as.ask(role, method, path, sent)] as const));
  return Object.fromEntries(got) as Rule;
}

it("has a row for every address of routes.ts, with its form where it takes one, and for every exported intent", () => {
  expect(addresses.map(({ pattern, takesPost }) => [pattern, takesPost]).sort()).toEqual(
    Object.entries(ROUTES)
      .map(([pattern, { POST }]) => [pattern, POST !== undefined])
      .sort(),
  );
  const names = (of: Record<string, object>) =>
    Object.fromEntries(Object.entries(of).map(([name, table]) => [name, Object.keys(table).sort()]));
  expect(names(Object.fromEntries(intentTables))).toEqual(
    names(Object.fromEntries(Object.entries(INTENTS).map(([name, { intents }]) => [name, intents]))),
  );
});

it("has a row for every call of the two routes that answer several", () => {
  const named = (file: string, path: string) =>
    [...readFileSync(`${ROOT}app/routes/${file}`, "utf8").matchAll(/call === "(\w+)"/g)].map(([, call]) => path + call);
  expect([...named("live/call.ts", "/realtime/"), ...named("crm/voice-calls.ts", "/crm/voice/")].sort()).toEqual(
    Object.keys(CALLS).sort(),
  );
});

describe("every role gets what it may, and nothing else", () => {
  // `npm test`: everybody who is refused, and of those who are let in the first, who may least.
  it.each(Object.entries(ROUTES))("GET %s", async (pattern, { GET: rule }) => {
    const allowed = ROLES.filter((role) => rule[role] === "in");
    const roles = ROLES.filter((role) => FULL || role === allowed[0] || !allowed.includes(role));
    const expected = Object.fromEntries(roles.map((role) => [role, rule[role]]));
    expect(await askAll("GET", example(pattern), {}, roles)).toEqual(expected);
  });

  it.each(Object.keys(ROUTES).filter((pattern) => ROUTES[pattern]?.POST))("POST %s", async (pattern) => {
    const { POST, json } = ROUTES[pattern] ?? {};
    expect(await askAll("POST", example(pattern), json && { json: json(as.booking.id) })).toEqual(POST);
  });

  it.each(Object.entries(CALLS))("POST %s", async (path, { rule, json }) => {
    expect(await askAll("POST", path, { json: json(as.booking.id) })).toEqual(rule);
  });

  // `npm test`: of those who are refused the whole page, whatever they ask it for, another one for each intent.
  it.each(
    Object.entries(INTENTS).flatMap(([table, { page, intents }]) =>
      Object.entries(intents).map(([intent, rule], at) => ({ table, page, intent, rule, at })),
    ),
  )("$table $intent", async ({ table, page, intent, rule, at }) => {
    const outside = ROLES.filter((role) => !TEAM.includes(role) && rule[role] !== "in");
    const roles = ROLES.filter((role) => FULL || !outside.includes(role) || role === outside[at % outside.length]);
    const expected = Object.fromEntries(roles.map((role) => [role, rule[role]]));
    expect(await askAll("POST", example(page), { fields: { intent } }, roles), table).toEqual(expected);
  });

  it("at once when a right is taken away: an admin who is staff again, and one who is off the team", async () => {
    const role = "update profiles set role = ? where user_id = (select id from accounts where email = ?)";
    arrange(server, role, "staff", "admin@example.com");
    expect([await as.ask("admin", "GET", "/crm/team"), await as.ask("admin", "GET", "/crm/overview")]).toEqual([
      "denied",
      "in",
    ]);
    arrange(
      server,
      "delete from team_members where user_id = (select id from accounts where email = 'admin@example.com')",
    );
    expect(await as.ask("admin", "POST", "/crm/team", { fields: { intent: "invite" } })).toBe("denied");
    arrange(server, role, "admin", "admin@example.com");
    expect(await as.ask("admin", "GET", "/crm/team")).toBe("in");
  });
});
