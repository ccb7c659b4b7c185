import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { events, serviceAreas } from "#db/schema/index";
import { listAreas, MOST_AREAS } from "~/domain/service-area/areas.server";
import { findServiceArea, readCoverage } from "~/domain/service-area/service-area.server";
import { plus } from "~/domain/kernel/time.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { listPlaces } from "./phone-order.server";
import { action as areaAction, loader as areaLoader } from "./service-area";
import { action, loader } from "./service-areas";

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld();
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());
beforeEach(() => {
  world.db.orm.delete(serviceAreas).where(eq(serviceAreas.area_name, "Downtown")).run();
});

const DOWNTOWN = { intent: "make", areaName: "Downtown", deliveryFee: "25", minimumOrder: "0", isActive: "on" };
const make = (role: Role, fields: Record<string, string> = DOWNTOWN) =>
  visitors[role].post(action, "/crm/service-areas", fields);
const downtown = () => listAreas(world.db.orm).filter(({ area_name }) => area_name === "Downtown");
const fieldsOf = (data: unknown) => (data as { fields: Record<string, string> }).fields;

it.each(ROLES)("a new area is made by an admin alone: %s", async (role) => {
  const answer = await make(role);
  expect(downtown()).toHaveLength(role === "admin" ? 1 : 0);
  if (role !== "admin") return expect(answer.status).toBe(role === "nobody" || role === "driver" ? 302 : 403);
  const [area] = downtown();
  expect([answer.status, answer.location]).toEqual([302, `/crm/service-areas/${area?.id}`]);
  expect(area).toMatchObject({ delivery_fee: 2500, minimum_order: 0, is_active: true, zip_codes: [] });
  const [made] = world.db.orm.select().from(events).where(eq(events.action, "area_made")).all();
  expect([made?.actor_label, made?.subject_id]).toEqual(["Alex Admin", area?.id]);
});

it("the form is there for admins, and for staff the list alone", async () => {
  const mayChange = async (role: Role) => (await visitors[role].get(loader, "/crm/service-areas")).data;
  expect([await mayChange("admin"), await mayChange("staff")]).toMatchObject([
    { mayChange: true },
    { mayChange: false },
  ]);
});

it("promises nothing before it has ZIP codes; from then on its fee counts, while typing too, whatever its name", async () => {
  world.clock.at = plus(world.clock.at, 1000);
  await make("admin");
  const [area] = downtown();
  expect(readCoverage(world.db.orm).map(({ county }) => county)).not.toContain("Downtown");
  // In Orange County's list as well, which is the older one. Both names have been before and after it in the alphabet.
  for (const name of ["Downtown", "Zone 9"]) {
    world.db.orm
      .update(serviceAreas)
      .set({ area_name: name, zip_codes: [] })
      .where(eq(serviceAreas.id, area!.id))
      .run();
    const was = listPlaces(world.db.orm)["32801"];
    const { data } = await visitors.admin.get(areaLoader, `/crm/service-areas/${area?.id}`, { id: area?.id ?? "" });
    const { seen } = data as { seen: string };
    await visitors.admin.post(
      areaAction,
      `/crm/service-areas/${area?.id}`,
      { intent: "add", zips: "32801", seen },
      { id: area?.id ?? "" },
    );
    expect([was?.fee, findServiceArea(world.db.orm, "32801")?.delivery_fee, listPlaces(world.db.orm)["32801"]]).toEqual(
      [0, 2500, { ...was, fee: 2500 }],
    );
  }
  world.db.orm.delete(serviceAreas).where(eq(serviceAreas.id, area!.id)).run();
});

it("pressed twice it is one; a name that another has, no amount, and too many are refused with what was typed", async () => {
  const [first, second] = [await make("admin"), await make("admin")];
  expect([second.location, downtown().length]).toEqual([first.location, 1]);
  const other = await make("admin", { ...DOWNTOWN, deliveryFee: "30" });
  expect([other.status, fieldsOf(other.data)]).toEqual([409, { areaName: "Another area has this name." }]);
  const wrong = await make("admin", { intent: "make", areaName: " ", deliveryFee: "much", minimumOrder: "" });
  expect(Object.keys(fieldsOf(wrong.data))).toEqual(["areaName", "deliveryFee", "minimumOrder"]);
  expect(wrong.data).toMatchObject({ values: { intent: "make", deliveryFee: "much" } });
  for (let made = listAreas(world.db.orm).length; made < MOST_AREAS; made++)
    expect((await make("admin", { ...DOWNTOWN, areaName: `Part ${made}` })).status).toBe(302);
  const more = await make("admin", { ...DOWNTOWN, areaName: "One more" });
  expect([more.status, fieldsOf(more.data)[""]]).toEqual([409, expect.stringContaining("There are 50 areas")]);
});
