import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSetupGroup } from "~/domain/setup/pages.server";
import { findGroup, type SetupGroup } from "~/domain/setup/groups";
import type { SetupLook } from "~/domain/setup/preview.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import type { Visitor, Answer } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { loader as pricingLoader } from "./pricing";
import { loader as settingsLoader } from "./settings";
import { action, loader } from "./setup-group";
import { SETUP_INTENTS } from "./setup-intents.server";
import { action as paper } from "./setup-paper";

const FORMS: Record<string, Record<string, string>> = {
  look: { "prices.20": "389" },
  save: { "prices.20": "389", why: "fuel" },
  withdraw: { plan: "1" },
};

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());
beforeEach(() => {
  world.db.sqlite.exec(
    "delete from settings; delete from setting_plans; delete from events where subject_kind = 'setting'",
  );
  world.db.sqlite.exec("update pricing_matrix set base_price = 37900 where size_yards = 20");
  world.db.sqlite.exec("update pricing_matrix set base_price = 32900 where size_yards = 15");
  world.db.sqlite.exec(
    "insert into setting_plans (id, field, value, effective_on, why, planned_by, planned_at, state) values (1, 'prices.15', '33900', '2026-12-24', 'x', 'y', 1, 'waiting')",
  );
});
const seenOf = (page: SetupGroup["page"], group: string) =>
  readSetupGroup(world.db.orm, findGroup(page, group) as SetupGroup).seen;
/** Save as it stands beside the preview of what is sent: prices are looked at first. */
const press: typeof send = async (role, intent, fields = FORMS[intent], where = {}) => {
  if (intent !== "save" || role !== "admin") return send(role, intent, fields, where);
  const { look } = answered(await send(role, "look", fields, where));
  return send(role, intent, { ...fields, ...(look && { looked: look.mark }) }, where);
};
const send = (
  role: Role,
  intent: string,
  fields = FORMS[intent],
  { page = "pricing", group = "sizes", seen = seenOf(page as "pricing", group) } = {},
): Promise<Answer> => visitors[role].post(action, `/crm/${page}/${group}`, { intent, seen, ...fields }, { group });
const answered = (answer: Answer) =>
  answer.data as { fields: Record<string, string>; values: Record<string, string>; look?: SetupLook };
const rows = () =>
  world.db.sqlite
    .prepare("select (select count(*) from settings) + (select count(*) from setting_plans where state <> 'waiting')")
    .pluck()
    .get();

describe("every intent, by every role", () => {
  it("has a form here", () => expect(Object.keys(FORMS)).toEqual(Object.keys(SETUP_INTENTS)));

  it.each(Object.keys(SETUP_INTENTS).flatMap((name) => ROLES.map((role) => [name, role] as const)))(
    "%s by %s",
    async (name, role) => {
      const answer = await press(role, name);
      if (role === "admin") expect(answer.status).toBe(name === "look" ? 200 : 302);
      else expect(answer.status).toBe(role === "user" || role === "staff" ? 403 : 302);
      expect(rows()).toBe(role === "admin" && name !== "look" ? 1 : 0);
    },
  );

  it.each([
    ["pricing", "staff", 200],
    ["pricing", "user", 403],
    ["settings", "staff", 403],
    ["settings", "admin", 200],
    ["group", "staff", 403],
    ["group", "admin", 200],
    ["nothing", "admin", 404],
  ] as const)("%s read by %s: %i", async (what, role, status) => {
    const [load, path, params] =
      what === "pricing"
        ? [pricingLoader, "/crm/pricing", {}]
        : what === "settings"
          ? [settingsLoader, "/crm/settings", {}]
          : [
              loader,
              `/crm/settings/${what === "group" ? "company" : "sizes"}`,
              { group: what === "group" ? "company" : "sizes" },
            ];
    const answer = await visitors[role].get(load, path, params);
    expect(answer.status).toBe(status);
  });
});

describe("a form of prices", () => {
  it("is looked at without doing anything, and comes back as it was typed", async () => {
    const answer = await press("admin", "look", { "prices.20": "389", from: "12/10/2026", why: "fuel" });
    const { fields, values, look } = answered(answer);
    expect(fields).toEqual({});
    expect(look).toMatchObject({ from: "2026-12-10", changes: ["Price by size: 20 yards: $379 → $389"] });
    expect(values).toMatchObject({ "prices.20": "389", from: "12/10/2026", why: "fuel" });
    expect(JSON.parse(values["seen"] ?? "")).toMatchObject({ "prices.20": "379" });
  });

  it("is planned for the day that was typed, and goes on to the tab", async () => {
    const answer = await press("admin", "save", { "prices.20": "389", from: "12/10/2026", why: "fuel" });
    expect(answer.location).toBe("/crm/pricing?saved=sizes&from=2026-12-10");
    expect(
      world.db.sqlite
        .prepare("select effective_on, planned_by, why from setting_plans where field = 'prices.20'")
        .get(),
    ).toEqual({ effective_on: "2026-12-10", planned_by: "Alex Admin", why: "fuel" });
    // Today is at once.
    await press("admin", "save", { "prices.20": "399", from: "2026-12-01", why: "fuel" });
    expect(world.settings().prices[20]).toBe(39900);
  });

  it.each([
    [{ "prices.20": "-1" }, { "prices.20": /^Price by size: 20 yards: .*in dollars/, why: /Say why/ }],
    [{ "prices.20": "389", why: "x".repeat(201) }, { why: /200 characters/ }],
    [{ "prices.20": "389", why: "fuel", from: "soon" }, { from: /as a date/ }],
    [{ "prices.20": "389", why: "fuel", from: "2026-11-30" }, { from: /is over/ }],
    [{ "prices.20": "389", why: "fuel", from: "2036-01-01" }, { from: /two years/ }],
  ])("refuses %j, all at once and with all that was typed", async (typed, wrong) => {
    const answer = await press("admin", "save", typed);
    const { fields, values } = answered(answer);
    expect(answer.status).toBe(400);
    expect(Object.keys(fields).sort()).toEqual(Object.keys(wrong).sort());
    for (const [name, words] of Object.entries(wrong)) expect(fields[name]).toMatch(words);
    expect(values["prices.20"]).toBe(typed["prices.20"]);
    expect(rows()).toBe(0);
  });

  it("tells the second of two admins what the first changed, and is saved then", async () => {
    const seen = seenOf("pricing", "fees");
    await press("admin", "save", { dryRunFee: "175", why: "fuel" }, { group: "fees" });
    const late = await press(
      "admin",
      "save",
      { dryRunFee: "150", deliveryFee: "40", why: "gas" },
      { group: "fees", seen },
    );
    const { fields, values } = answered(late);
    expect(late.status).toBe(409);
    expect(fields[""]).toMatch(/Dry run \(150 → 175\)/);
    expect(values).toMatchObject({ dryRunFee: "175", deliveryFee: "40", why: "gas" });
    expect(values["seen"]).toBeUndefined();
    const { intent: _intent, ...again } = values;
    expect((await press("admin", "save", again, { group: "fees" })).status).toBe(302);
    expect(world.settings()).toMatchObject({ dryRunFee: 17500, deliveryFee: 4000 });
  });

  it("tells the second what the first planned for the same day, keeps what they typed, and is planned then", async () => {
    const seen = seenOf("pricing", "sizes");
    const plan = (price: string) => ({ "prices.20": price, from: "12/20/2026", why: "gas" });
    await press("admin", "save", plan("400"), { seen });
    const late = await press("admin", "save", plan("500"), { seen });
    const { fields, values } = answered(late);
    expect([late.status, fields[""]]).toEqual([409, expect.stringContaining("$379 → $400") as string]);
    expect(values).toMatchObject(plan("500"));
    expect(values["seen"]).toBeUndefined();
    expect((await press("admin", "save", plan("500"))).status).toBe(302);
  });

  it("keeps a tick that what is planned is taken back, where another admin was first", async () => {
    const seen = seenOf("pricing", "sizes");
    const tick = { again: "prices.15", from: "12/28/2026", why: "season over" };
    // Theirs is the price that is ticked: as today again is then as theirs.
    await press("admin", "save", { "prices.20": "389", "prices.15": "335", why: "fuel" });
    const late = await press("admin", "save", { "prices.20": "379", "prices.15": "329", ...tick }, { seen });
    const { values, look } = answered(late);
    expect([late.status, values["again"], values["from"]]).toEqual([409, ["prices.15"], tick.from]);
    expect(values).toMatchObject({ "prices.20": "389", "prices.15": "335" });
    expect(look?.changes).toEqual(["Price by size: 15 yards: $339 → $335"]);
    const { intent: _intent, ...again } = values;
    expect((await press("admin", "save", again)).status).toBe(302);
    expect(world.db.sqlite.prepare("select field, value, effective_on from setting_plans where id > 1").all()).toEqual([
      { field: "prices.15", value: "33500", effective_on: "2026-12-28" },
    ]);
  });

  it.each(["look", "save"])("refuses a tick without a day beside it: %s", async (intent) => {
    for (const from of ["", "2026-12-01"]) {
      const answer = await send("admin", intent, { "prices.20": "379", again: "prices.15", from, why: "x" });
      const { fields, values } = answered(answer);
      expect([answer.status, fields, values["again"]]).toEqual([
        400,
        { again: expect.stringMatching(/^Enter above the day/) as string },
        "prices.15",
      ]);
    }
    // A day that cannot be read is what is wrong.
    const odd = { "prices.20": "379", again: "prices.15", from: "soon", why: "x" };
    expect(Object.keys(answered(await send("admin", intent, odd)).fields)).toEqual(["from"]);
  });

  it("is no form with another's seen: rubbish compares with nothing", async () => {
    for (const seen of ["", "[1]", "null", "{", "x".repeat(30_000)])
      expect((await press("admin", "save", { "prices.20": "391", why: "fuel" }, { seen })).status).toBe(302);
    expect(world.settings().prices[20]).toBe(39100);
  });

  it("says that a plan is gone", async () => {
    expect((await press("admin", "withdraw")).location).toBe("/crm/pricing/sizes");
    expect((await press("admin", "withdraw")).status).toBe(409);
    expect((await press("admin", "withdraw", { plan: "x" })).status).toBe(409);
  });
});

describe("prices are saved beside a preview of exactly these values", () => {
  const typed = { "prices.20": "389", from: "12/10/2026", why: "fuel" };
  const planned = () =>
    world.db.sqlite.prepare("select count(*) from setting_plans where field = 'prices.20'").pluck().get();
  const look = async (fields: Record<string, string>) => answered(await send("admin", "look", fields)).look?.mark ?? "";

  it.each([
    ["none", () => Promise.resolve({})],
    ["another price", async () => ({ looked: await look({ ...typed, "prices.20": "388" }) })],
    ["one more price", async () => ({ looked: await look({ ...typed, "prices.15": "300" }) })],
    ["another day", async () => ({ looked: await look({ ...typed, from: "12/11/2026" }) })],
  ])("and with the preview of %s Save shows theirs, and saves nothing", async (_what, looked) => {
    const answer = await send("admin", "save", { ...typed, ...(await looked()) });
    const { fields, values, look: shown } = answered(answer);
    expect([answer.status, fields[""], planned(), rows()]).toEqual([
      400,
      expect.stringMatching(/^Nothing is saved yet/),
      0,
      0,
    ]);
    expect(shown).toMatchObject({ from: "2026-12-10", changes: ["Price by size: 20 yards: $379 → $389"] });
    expect(values).toMatchObject(typed);
    expect((await send("admin", "save", { ...typed, looked: shown?.mark ?? "" })).status).toBe(302);
    expect(planned()).toBe(1);
  });

  it("and the preview stays where the reason alone is missing, which is no part of it", async () => {
    const { fields, look: shown } = answered(
      await send("admin", "save", { ...typed, why: "", looked: await look(typed) }),
    );
    expect(Object.keys(fields)).toEqual(["why"]);
    expect(shown?.mark).toBe(await look({ ...typed, why: "another" }));
  });

  it("says of a form in which nothing was changed just that", async () => {
    const answer = await send("admin", "save", { "prices.20": "379", why: "fuel" });
    expect([answer.status, answered(answer).fields, answered(answer).look?.changes]).toEqual([200, {}, []]);
  });

  it("is asked for anew where another admin was first: theirs stands in it", async () => {
    const seen = seenOf("pricing", "sizes");
    await press("admin", "save", { "prices.15": "340", why: "fuel" });
    const late = answered(
      await press("admin", "save", { "prices.15": "329", "prices.20": "389", why: "gas" }, { seen }),
    );
    expect(late.look?.changes).toEqual(["Price by size: 20 yards: $379 → $389"]);
    const again = { "prices.15": "340", "prices.20": "389", why: "gas", looked: late.look?.mark ?? "" };
    expect((await send("admin", "save", again)).status).toBe(302);
  });
});

describe("a form of settings", () => {
  const company = { page: "settings", group: "company" };
  const TYPED = { businessName: "Sun & Line", "address.zip": "32801", why: "moved" };

  it("is saved at once, whatever day is sent with it", async () => {
    expect((await press("admin", "save", { ...TYPED, from: "2027-01-01" }, company)).location).toBe(
      "/crm/settings?saved=company",
    );
    expect(world.settings()).toMatchObject({ businessName: "Sun & Line", address: { zip: "32801", city: "Orlando" } });
    const told = world.db.sqlite.prepare("select data from events where subject_kind = 'setting'").pluck().all();
    expect(JSON.parse(String(told[0]))).toEqual({
      changes: [
        { field: "businessName", was: "Sunline Roll-Off", is: "Sun & Line" },
        { field: "address.zip", was: "32809", is: "32801" },
      ],
    });
  });

  it("takes nothing of another group, and no field that nobody knows", async () => {
    await press("admin", "save", { ...TYPED, taxRate: "1", constructor: "x", "address.toString": "x" }, company);
    expect(world.settings().taxRate).toBe(0.08);
    expect(Object.keys(world.settings().address)).toEqual(["street", "city", "state", "zip"]);
  });

  it("shows papers to admins alone and keeps nothing (their words: tests/http/settings.test.ts)", async () => {
    const typed = {
      agreementClause: "Keep <b>dogs</b> away.\r\n\r\nThank you.",
      invoiceNote: "Ring twice",
      invoicesEnabled: "on",
    };
    const print = (role: Role, which: string) => visitors[role].post(paper, "/", { ...typed, paper: which });
    for (const which of ["agreement", "invoice"]) expect((await print("admin", which)).status).toBe(200);
    expect((await print("staff", "agreement")).status).toBe(403);
    expect(rows()).toBe(0);
  });
});
