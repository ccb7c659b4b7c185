import { afterAll, beforeAll, expect, it } from "vitest";
import { TextBrowser } from "../support/form";
import { arrange, count, pathOf } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";
import { inFull } from "../support/in-full";

// A profile is tried again after 1, 2 and 4 seconds.
const SLOW = { timeout: 20_000 };
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop({ errorsExpected: true }));
const enter = (email: string) =>
  new TextBrowser(server.url, { followRedirects: true }).post("/auth", { email, password: "roll-off-demo" });

inFull("a profile that cannot be read: one goes on to the CRM, and is told", SLOW, async () => {
  arrange(server, "alter table profiles rename to profiles_away");
  const page = await enter("staff@example.com");
  arrange(server, "alter table profiles_away rename to profiles");
  expect([pathOf(page), page.status]).toEqual(["/crm/overview", 200]);
  expect(page.text).toContain("Login completed with warnings");
});

it("a profile that cannot be made: nobody is signed in, and the page says so", SLOW, async () => {
  arrange(server, "delete from profiles where user_id = (select id from accounts where email = 'user@example.com')");
  arrange(server, "create trigger full before insert on profiles begin select raise(abort, 'full'); end");
  const before = count(server, "select count(*) from sessions");
  const page = await enter("user@example.com");
  expect(page.status).toBe(400);
  expect(page.text).toContain("There was an issue setting up your profile. Please contact support.");
  expect(count(server, "select count(*) from sessions")).toBe(before);
});
