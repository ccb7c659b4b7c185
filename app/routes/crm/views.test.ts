import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accounts, savedViews } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { listRecent } from "~/domain/events/events.server";
import type { Problem } from "~/http/answers/forms.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type Answer } from "../../../tests/support/visit";
import { action as signInAction } from "./auth";
import { loader as listLoader } from "./bookings";
import { action, loader } from "./views";

const PEOPLE = ["staff", "admin", "driver"] as const;
type Person = (typeof PEOPLE)[number];
let world: TestWorld;
const visitors = {} as Record<Person, Visitor>;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  const services = fakeServices(world, fakeStripe());
  for (const person of PEOPLE) {
    visitors[person] = new Visitor(services);
    await visitors[person].post(signInAction, "/auth", { email: `${person}@example.com`, password: "roll-off-demo" });
  }
});
afterAll(() => world.close());
beforeEach(() => void world.db.orm.delete(savedViews).run());

const press = (who: Person, fields: Record<string, string>, filter = "status=on_site"): Promise<Answer> =>
  visitors[who].post(action, `/crm/bookings/views?${filter}`, fields);
const keep = (who: Person, viewName: string, more: Record<string, string> = {}, filter?: string) =>
  press(who, { intent: "keep", viewName, ...more }, filter);
const problemOf = (answer: Answer) => answer.data as Problem;
const shownTo = async (who: Person) =>
  ((await visitors[who].get(listLoader, "/crm/bookings")).data as { views: { name: string; filter: string }[] }).views;
const namesFor = async (who: Person) => (await shownTo(who)).map(({ name }) => name);
const idOf = (name: string) =>
  world.db.orm
    .select()
    .from(savedViews)
    .all()
    .find((view) => view.name === name)?.id ?? "";

describe("a view of the bookings", () => {
  it("is the filter of the address under a name, above the list of who made it, and leads back to it", async () => {
    const done = await keep("staff", "At sites", {}, "status=on_site&q=ada%20b&after=s12&x=1");
    expect([done.status, done.location]).toEqual([302, "/crm/bookings?q=ada+b&status=on_site"]);
    expect(await shownTo("staff")).toEqual([{ name: "At sites", filter: "q=ada+b&status=on_site" }]);
    expect(await namesFor("admin")).toEqual([]);
    // As much of a search as the list's form takes: a view goes out with every list.
    await keep("staff", "Long", {}, `q=${"x".repeat(7000)}`);
    expect((await shownTo("staff")).find(({ name }) => name === "Long")?.filter).toBe(`q=${"x".repeat(100)}`);
  });

  it("of everybody is for admins to make and to change, and everybody sees it behind their own", async () => {
    await keep("admin", "All out", { shared: "on" });
    await keep("staff", "Mine");
    expect(await namesFor("staff")).toEqual(["Mine", "All out"]);
    const refused = await keep("staff", "Ours", { shared: "on" });
    expect([refused.status, problemOf(refused).values["viewName"]]).toEqual([409, "Ours"]);
    for (const intent of ["rename", "remove"])
      expect((await press("staff", { intent, view: idOf("All out"), newName: "Changed" })).status).toBe(409);
    expect(await namesFor("staff")).toEqual(["Mine", "All out"]);
    await press("admin", { intent: "rename", view: idOf("All out"), newName: "Out now" });
    expect(await namesFor("staff")).toEqual(["Mine", "Out now"]);
  });

  it("has a name that stands once among one's own and once among everybody's, also when it is renamed", async () => {
    await keep("admin", "Same");
    expect((await keep("admin", "Same", { shared: "on" }, "status=completed")).status).toBe(302);
    expect((await keep("staff", "Same")).status).toBe(302);
    // Made by another admin, it is everybody's all the same.
    const { id } = world.db.orm.select().from(accounts).where(eq(accounts.email, "driver@example.com")).get() ?? {};
    world.db.orm.update(savedViews).set({ owner_id: id }).where(eq(savedViews.is_shared, true)).run();
    expect((await keep("admin", "Same", { shared: "on" }, "status=cancelled")).status).toBe(409);
    await keep("staff", "Other");
    const taken = await press("staff", { intent: "rename", view: idOf("Other"), newName: "Same" });
    expect([taken.status, problemOf(taken).fields["newName"]]).toEqual([409, "Another view has this name."]);
    expect((await namesFor("staff")).sort()).toEqual(["Other", "Same", "Same"]);
  });

  it("that is somebody else's own is none to others, admins included", async () => {
    await keep("staff", "Mine");
    const view = idOf("Mine");
    expect((await press("admin", { intent: "rename", view, newName: "Taken" })).status).toBe(409);
    await press("admin", { intent: "remove", view });
    expect(await namesFor("staff")).toEqual(["Mine"]);
    const page = (await visitors.admin.get(loader, `/crm/bookings/views?view=${view}`)).data as { changed: unknown };
    expect(page.changed).toBeNull();
  });

  it("is renamed and removed, with an event for each", async () => {
    await keep("staff", "Old");
    expect((await press("staff", { intent: "rename", view: idOf("Old"), newName: " New  name " })).status).toBe(302);
    await press("staff", { intent: "remove", view: idOf("New name") });
    expect(await namesFor("staff")).toEqual([]);
    const told = listRecent(world.db.orm, "view", 3).map(({ action, actor_label, data }) => [
      action,
      actor_label,
      data,
    ]);
    expect(told).toEqual([
      ["view_removed", "Sam Staff", { name: "New name" }],
      ["view_renamed", "Sam Staff", { was: "Old", is: "New name" }],
      ["view_kept", "Sam Staff", { name: "Old", filter: "status=on_site", shared: false }],
    ]);
  });

  it("has a name of 1 to 200 characters in any script, once among one's own; pressed twice it is one", async () => {
    for (const name of ["שלום עולם", "👩‍🚒".repeat(25), "x".repeat(200)]) {
      expect((await keep("staff", name)).status).toBe(302);
      expect(await namesFor("staff")).toContain(name);
    }
    expect((await keep("staff", "x".repeat(200))).status).toBe(302);
    expect(await namesFor("staff")).toHaveLength(3);
    const taken = await keep("staff", "x".repeat(200), {}, "status=completed");
    expect([taken.status, problemOf(taken).fields["viewName"]]).toEqual([409, "Another view has this name."]);
    const long = await keep("staff", "y".repeat(201));
    expect([long.status, problemOf(long).values["viewName"]]).toEqual([400, "y".repeat(201)]);
    expect(problemOf(await keep("staff", " \u202e\u200b ")).fields["viewName"]).toBe("Enter a name.");
    expect(problemOf(await keep("staff", "Everything", {}, "after=s12")).fields[""]).toContain("Search the list first");
  });

  it("is one of twenty: the next is refused and what was typed stays", async () => {
    for (let i = 0; i < 20; i++) await keep("staff", `View ${i}`);
    const refused = await keep("staff", "One more");
    expect([refused.status, problemOf(refused).values["viewName"]]).toEqual([409, "One more"]);
    expect(await namesFor("staff")).toHaveLength(20);
    expect((await keep("admin", "Another's")).status).toBe(302);
  });
});
