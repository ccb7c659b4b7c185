import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { serviceAreas } from "#db/schema/index";
import { areaVersion, findArea } from "~/domain/service-area/areas.server";
import { checkZip } from "~/domain/service-area/service-area.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import type { Visitor, Answer } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { AREA_INTENTS } from "./area-intents.server";
import { action, loader } from "./service-area";

const FORMS: Record<string, Record<string, string>> = {
  save: { areaName: "The north", deliveryFee: "25", minimumOrder: "$1,250.50", isActive: "on" },
  add: { zips: "32804" },
  remove: { zips: "32801" },
};

let world: TestWorld;
let visitors: Record<Role, Visitor>;
let area: typeof serviceAreas.$inferSelect;
const now = () => findArea(world.db.orm, area.id) as typeof area;
beforeAll(async () => {
  world = await openWorld();
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());
beforeEach(() => {
  area = world.db.orm.select().from(serviceAreas).limit(1).get() as typeof area;
  const terms = { area_name: "Orange County", delivery_fee: 0, minimum_order: 0, is_active: true };
  world.db.orm
    .update(serviceAreas)
    .set({ ...terms, zip_codes: ["32801", "32803"] })
    .where(eq(serviceAreas.id, area.id))
    .run();
  area = now();
});
const press = (role: Role, intent: string, fields = FORMS[intent], seen = areaVersion(now())): Promise<Answer> =>
  visitors[role].post(action, `/crm/service-areas/${area.id}`, { intent, seen, ...fields }, { id: area.id });
const fieldsOf = (answer: Answer) => (answer.data as { fields: Record<string, string> }).fields;
const happened = () =>
  world.db.sqlite
    .prepare("select action, actor_label, data from events where subject_kind = 'area' order by id desc limit 1")
    .get() as { action: string; actor_label: string; data: string } | undefined;

describe("every intent, by every role", () => {
  it("has a form here", () => expect(Object.keys(FORMS)).toEqual(Object.keys(AREA_INTENTS)));

  it.each(Object.keys(AREA_INTENTS).flatMap((name) => ROLES.map((role) => [name, role] as const)))(
    "%s by %s",
    async (name, role) => {
      const before = now();
      const answer = await press(role, name);
      if (role === "admin") {
        expect([answer.status, answer.location]).toEqual([302, `/crm/service-areas/${area.id}`]);
        expect(now()).not.toEqual(before);
        expect(happened()?.actor_label).toBe("Alex Admin");
        return;
      }
      expect(answer.status).toBe(role === "nobody" || role === "driver" ? 302 : 403);
      expect(now()).toEqual(before);
    },
  );
});

describe("a service area", () => {
  it("is saved in cents, at once for the ZIP check, and its history says what it was before", async () => {
    await press("admin", "save", { ...FORMS.save, isActive: "" });
    expect(now()).toMatchObject({
      area_name: "The north",
      delivery_fee: 2500,
      minimum_order: 125_050,
      is_active: false,
    });
    expect(JSON.parse(happened()?.data ?? "")).toEqual({
      was: { area_name: "Orange County", delivery_fee: 0, minimum_order: 0, is_active: true },
      is: { area_name: "The north", delivery_fee: 2500, minimum_order: 125_050, is_active: false },
    });
    expect(checkZip(world.db.orm, "32803").isServiced).toBe(false);
  });

  it("refuses what is no amount and a name that another has, beside the field, and keeps what was typed", async () => {
    const answer = await press("admin", "save", { areaName: " ", deliveryFee: "a lot", minimumOrder: "-5" });
    expect(fieldsOf(answer)).toEqual({
      areaName: "Enter a name.",
      deliveryFee: "Enter the delivery fee in dollars, such as 25 or 49.50.",
      minimumOrder: "Enter the smallest order in dollars, such as 25 or 49.50.",
    });
    expect(answer.data).toMatchObject({ values: { deliveryFee: "a lot" } });
    const second = { ...area, id: "are_second" as typeof area.id, area_name: "Elsewhere" };
    world.db.orm.insert(serviceAreas).values(second).run();
    expect(fieldsOf(await press("admin", "save", { ...FORMS.save, areaName: "Elsewhere" }))).toEqual({
      areaName: "Another area has this name.",
    });
    world.db.orm.delete(serviceAreas).where(eq(serviceAreas.id, second.id)).run();
  });

  it("is not written over by a form from before somebody else's change", async () => {
    const seen = areaVersion(now());
    await press("admin", "save");
    for (const intent of ["save", "add", "remove"]) {
      const late = await press("admin", intent, FORMS[intent], seen);
      expect([late.status, fieldsOf(late)[""]]).toEqual([
        409,
        expect.stringContaining("Somebody else changed this area"),
      ]);
    }
    expect(now().zip_codes).toEqual(["32801", "32803"]);
  });

  it("shows what a list of ZIP codes would do before it does it", async () => {
    const look = async (how: string, zips: string) => {
      const query = new URLSearchParams({ how, zips }).toString();
      const { data } = await visitors.admin.get(loader, `/crm/service-areas/${area.id}?${query}`, { id: area.id });
      return (data as { preview: { plan: object } | null }).preview?.plan;
    };
    expect(await look("add", "32801 32804, 99999; nonsense\n34747,Kissimmee,Osceola")).toEqual({
      changes: ["32804", "34747"],
      asIs: ["32801"],
      elsewhere: [{ zip: "34747", area: "Osceola County" }],
      unknown: ["99999"],
      unread: ["nonsense"],
    });
    expect(await look("remove", "32801 32804")).toMatchObject({ changes: ["32801"], asIs: ["32804"] });
    expect(await look("add", " ")).toBeUndefined();
    expect(now()).toEqual(area);
    await press("admin", "add", { zips: "34747; 32804; 99999" });
    expect(now().zip_codes).toEqual(["32801", "32803", "32804", "34747"]);
    expect(JSON.parse(happened()?.data ?? "")).toEqual({ added: ["32804", "34747"] });
    await press("admin", "remove", { zips: "32801" });
    expect([now().zip_codes.includes("32801"), checkZip(world.db.orm, "32801").isServiced]).toEqual([false, false]);
  });
});
