import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { action as codeAction } from "~/routes/account/code";
import { action as factorAction, loader as factorLoader } from "~/routes/account/factor";
import { action as stepAction, loader as stepLoader } from "~/routes/account/second-step";
import { action as accountAction, loader as accountLoader } from "~/routes/account/account";
import { action as authAction } from "~/routes/crm/auth";
import { loader as overviewLoader } from "~/routes/crm/overview";
import { action as teamAction, loader as teamLoader } from "~/routes/crm/team";
import { loader as dashboardLoader } from "~/routes/driver/dashboard";
import { action as driverAuthAction } from "~/routes/driver/auth";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { appCode, turnOnFactor } from "../../../tests/support/factor";
import { fakeServices, Visitor } from "../../../tests/support/visit";

const START = Date.parse("2026-12-01T12:00:10Z");
const PASSWORD = "roll-off-demo";
let world: TestWorld;
let config: { sandbox: { any: boolean } };
beforeEach(async () => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  config = { sandbox: { any: true } };
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

function browser(): Visitor {
  const services = fakeServices(world);
  return new Visitor({
    ...services,
    config: { ...services.config, sandbox: { ...services.config.sandbox, ...config.sandbox } },
  });
}
const logIn = async (mine: Visitor, email: string, next = "") =>
  mine.post(authAction, "/auth", { email, password: PASSWORD, ...(next && { next }) });
const happened = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .map(({ action, data }) => [action, ...Object.values(data ?? {})].join(" "));
const data = <T>(answer: { data: unknown }) => answer.data as T;

describe("signing in with a second factor", () => {
  it("leads from the password to the code and on, and nobody is in before", async () => {
    const { secret } = await turnOnFactor(world, "staff@example.com");
    const mine = browser();
    const half = await logIn(mine, "staff@example.com", "/crm/bookings?status=paid");
    expect(half.location).toBe("/auth/second-factor?next=%2Fcrm%2Fbookings%3Fstatus%3Dpaid");
    expect([mine.cookies.has("session"), happened()]).toEqual([false, []]);
    const half1 = mine.cookies.get("sign_in_step");
    expect((await mine.get(overviewLoader, "/crm/overview")).location).toMatch(/^\/auth\?next=/);
    const wrong = await mine.post(stepAction, "/auth/second-factor", { code: "000000", next: "/crm/bookings" });
    expect([wrong.status, data<{ fields: object }>(wrong).fields]).toEqual([
      400,
      {
        code: "This code is not right. Type the six digits that your app shows now, or a recovery code. You have 4 more tries.",
      },
    ]);
    const typed = `${appCode(secret).slice(0, 3)} ${appCode(secret).slice(3)}`;
    const inside = await mine.post(stepAction, "/auth/second-factor", {
      code: typed,
      next: "/crm/bookings?status=paid",
    });
    expect(inside.location).toBe("/crm/bookings?status=paid");
    expect([mine.cookies.has("session"), mine.cookies.has("sign_in_step")]).toEqual([true, false]);
    expect((await mine.get(overviewLoader, "/crm/overview")).status).toBe(200);
    expect(happened()).toEqual(["second_factor_refused wrong", "MFA_CHALLENGE_VERIFIED app", "SIGNED_IN password"]);
    // The former step opens nothing: neither again, nor as a session.
    const thief = browser();
    thief.cookies.set("sign_in_step", half1 ?? "");
    thief.cookies.set("session", half1 ?? "");
    vi.setSystemTime(START + 60_000);
    const again = await thief.post(stepAction, "/auth/second-factor", { code: appCode(secret) });
    expect([again.location, thief.cookies.has("session")]).toEqual(["/auth?told=again&next=%2Fcrm", true]);
    expect((await thief.get(overviewLoader, "/crm/overview")).location).toMatch(/^\/auth\?/);
  });

  it("is asked for after a code by mail too, and after a driver's sign-in", async () => {
    const { codes } = await turnOnFactor(world, "driver@example.com");
    const mine = browser();
    await mine.post(codeAction, "/auth/code", { email: "driver@example.com" });
    const mailed = world.db.sqlite
      .prepare("select json_extract(payload, '$.key') from outbox where kind = 'mail.account-key'")
      .pluck()
      .get() as string;
    const half = await mine.post(codeAction, "/auth/code", { code: mailed, next: "/account" });
    expect([half.location, mine.cookies.has("session")]).toEqual(["/auth/second-factor?next=%2Faccount", false]);
    const byDoor = await mine.post(driverAuthAction, "/driver/auth", {
      email: "driver@example.com",
      password: PASSWORD,
    });
    expect([byDoor.location, mine.cookies.has("session")]).toEqual([
      "/auth/second-factor?next=%2Fdriver%2Fdashboard",
      false,
    ]);
    const inside = await mine.post(stepAction, "/auth/second-factor?next=%2Fdriver%2Fdashboard", {
      code: codes[0] ?? "",
    });
    expect([inside.location, happened().at(-2)]).toEqual(["/driver/dashboard", "MFA_CHALLENGE_VERIFIED recovery"]);
    expect((await mine.get(dashboardLoader, "/driver/dashboard")).status).toBe(200);
  });

  it("begins again after five wrong codes, at the same place; without a step there is nothing to answer", async () => {
    await turnOnFactor(world, "staff@example.com");
    const mine = browser();
    expect((await mine.get(stepLoader, "/auth/second-factor")).location).toBe("/auth?told=again&next=%2Fcrm");
    await logIn(mine, "staff@example.com");
    expect((await mine.get(stepLoader, "/auth/second-factor")).status).toBe(200);
    const answers = [];
    for (let i = 0; i < 5; i++)
      answers.push(await mine.post(stepAction, "/auth/second-factor", { code: "000000", next: "/crm/team" }));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 302]);
    expect(answers[4]?.location).toBe("/auth?told=again&next=%2Fcrm%2Fteam");
    expect((await mine.get(stepLoader, "/auth/second-factor?next=//evil.example")).location).toBe(
      "/auth?told=again&next=%2Fcrm",
    );
  });
});

describe("the own second factor", () => {
  it("is set up by plain forms, with codes that are shown once", async () => {
    const mine = browser();
    await logIn(mine, "staff@example.com");
    const page = async () =>
      data<{ app: { secret: string } | null; since: number | null; codesLeft: number }>(
        await mine.get(factorLoader, "/account/second-factor"),
      );
    const press = (fields: Record<string, string>) => mine.post(factorAction, "/account/second-factor", fields);
    expect((await press({ intent: "begin", password: "a wrong guess" })).status).toBe(400);
    expect((await page()).app).toBeNull();
    await press({ intent: "begin", password: PASSWORD });
    const secret = (await page()).app?.secret ?? "";
    expect((await press({ intent: "enable", code: "000000" })).status).toBe(400);
    const on = await press({ intent: "enable", code: appCode(secret) });
    expect(data<{ codes: string[] }>(on).codes).toHaveLength(10);
    expect(await page()).toMatchObject({ app: null, codesLeft: 10 });
    expect(data<{ hasFactor: boolean }>(await mine.get(accountLoader, "/account")).hasFactor).toBe(true);
    const off = await press({ intent: "off", password: PASSWORD, code: data<{ codes: string[] }>(on).codes[3] ?? "" });
    expect([off.location, (await page()).since]).toEqual(["/account/second-factor?told=off", null]);
  });

  it("is begun by so many guesses at the password as any other change of the account, and no more", async () => {
    const mine = browser();
    await logIn(mine, "staff@example.com");
    const begin = async (password: string) =>
      (await mine.post(factorAction, "/account/second-factor", { intent: "begin", password })).status;
    const guessed: number[] = [];
    // One account's share of "account-change" in a quarter of an hour, and one more.
    for (let i = 0; i <= 10; i++) guessed.push(await begin(`guess ${i}`));
    expect(guessed).toEqual([...Array<number>(10).fill(400), 429]);
    expect(await begin(PASSWORD)).toBe(429);
    // It is one share: the password is guessed at no other form either.
    const other = { intent: "password", password: "guess", newPassword: "a long new one" };
    expect((await mine.post(accountAction, "/account", other)).status).toBe(429);
  });

  it("is for the office's team: nobody else begins one", async () => {
    const mine = browser();
    await logIn(mine, "user@example.com");
    // Nor is the page shown that would ask for a password; who left the team can still turn theirs off.
    expect((await mine.get(factorLoader, "/account/second-factor")).status).toBe(403);
    expect(
      (await mine.post(factorAction, "/account/second-factor", { intent: "begin", password: PASSWORD })).status,
    ).toBe(403);
    expect((await browser().post(factorAction, "/account/second-factor", { intent: "begin" })).location).toMatch(
      /^\/auth\?/,
    );
    await turnOnFactor(world, "user@example.com");
    expect((await mine.get(factorLoader, "/account/second-factor")).status).toBe(200);
  });
});

describe("outside the sandbox", () => {
  beforeEach(() => {
    config.sandbox.any = false;
  });

  it("leads an admin without one to set it up, and lets them do nothing before; staff may do without", async () => {
    const mine = browser();
    await logIn(mine, "admin@example.com");
    const led = (page: string) => `/account/second-factor?next=${encodeURIComponent(page)}`;
    expect((await mine.get(overviewLoader, "/crm/overview")).location).toBe(led("/crm/overview"));
    expect((await mine.get(accountLoader, "/account")).location).toBe(led("/account"));
    expect((await mine.get(dashboardLoader, "/driver/dashboard")).location).toBe(led("/driver/dashboard"));
    expect(
      (await mine.post(teamAction, "/crm/team", { intent: "invite", inviteEmail: "x@example.com" })).location,
    ).toBe(led("/crm/team"));
    await mine.post(factorAction, led("/crm/logs"), { intent: "begin", password: PASSWORD });
    const { app, needed, next } = data<{ app: { secret: string }; needed: boolean; next: string }>(
      await mine.get(factorLoader, led("/crm/logs")),
    );
    expect([needed, next]).toEqual([true, "/crm/logs"]);
    await mine.post(factorAction, led("/crm/logs"), { intent: "enable", code: appCode(app.secret) });
    expect((await mine.get(overviewLoader, "/crm/overview")).status).toBe(200);
    const staff = browser();
    await logIn(staff, "staff@example.com");
    expect((await staff.get(overviewLoader, "/crm/overview")).status).toBe(200);
  });
});

describe("a lost phone", () => {
  it("is answered by another admin: the factor is gone, all devices are out, the event says why, the owner is told", async () => {
    await turnOnFactor(world, "staff@example.com");
    const admin = browser();
    await logIn(admin, "admin@example.com");
    const member = async (email: string) =>
      data<{ team: { id: string; email: string; hasFactor: boolean }[] }>(
        await admin.get(teamLoader, "/crm/team"),
      ).team.find((one) => one.email === email);
    const lost = await member("staff@example.com");
    expect(lost?.hasFactor).toBe(true);
    const reset = (id = "") =>
      admin.post(teamAction, "/crm/team", { intent: "factor", member: id, why: "in the lake" });
    expect((await reset(lost?.id)).status).toBe(302);
    expect((await member("staff@example.com"))?.hasFactor).toBe(false);
    const staff = browser();
    expect((await logIn(staff, "staff@example.com")).location).toBe("/crm");
    // Nothing left to reset, nobody unknown, and not oneself.
    await turnOnFactor(world, "admin@example.com");
    const me = await member("admin@example.com");
    expect([(await reset(lost?.id)).status, (await reset("acc_none")).status, (await reset(me?.id)).status]).toEqual([
      409, 409, 409,
    ]);
    expect((await member("admin@example.com"))?.hasFactor).toBe(true);
    expect((await staff.post(teamAction, "/crm/team", { intent: "factor", member: me?.id ?? "" })).status).toBe(403);
    expect(
      world.db.sqlite
        .prepare("select actor_label || ': ' || why from events where action = 'second_factor_reset'")
        .pluck()
        .all(),
    ).toEqual(["Alex Admin: in the lake"]);
    expect(
      world.db.sqlite
        .prepare("select json_extract(payload, '$.to', '$.changed') from outbox where kind = 'mail.account-changed'")
        .pluck()
        .all(),
    ).toEqual(['["staff@example.com","factor-reset"]']);
  });
});
