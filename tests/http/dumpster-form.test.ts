import { expect, it } from "vitest";
import type { Page } from "../support/form";
import { arrange, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { setSharedServer } from "../support/shared";

const server = setSharedServer();
const error = (page: Page, field: string) => page.root.querySelector(`#${field}-error`)?.text ?? "";

it("a dumpster's form shows it as it is known, one in use as not known, and changes what is chosen alone", async () => {
  const staff = await signIn(server, "staff@example.com");
  const [{ number, ...was } = expect.fail("no dumpster")] = query<Record<string, string>>(
    server.dataDir,
    "select number, location, load, condition from dumpsters where location = 'yard' order by number desc limit 1",
  );
  const put = (now: Record<string, string>) =>
    arrange(
      server,
      "update dumpsters set location = ?, load = ?, condition = ? where number = ?",
      ...[now["location"] ?? "", now["load"] ?? "", now["condition"] ?? "", number ?? ""],
    );
  const is = () => query(server.dataDir, "select location, load, condition from dumpsters where number = ?", number)[0];
  put({ location: "site", load: "empty", condition: "ok" });
  const page = await staff.open(`/crm/inventory/${number}`);
  const shown = (one: Page) => {
    const { seen: _, ...values } = Object.fromEntries(one.form("location").values());
    return values;
  };
  expect(shown(page)).toEqual({ location: "site", load: "unknown", condition: "ok", why: "" });
  const change = (one: Page, fields: Record<string, string>) => one.form("location").fill(fields).submit("change");
  const same = await change(page, { why: "Looked" });
  expect([same.status, error(same, "location")]).toEqual([
    ...[400, "Problem: Nothing is different. Choose what has changed."],
  ]);
  const odd = await staff.post(`/crm/inventory/${number}`, { intent: "change", location: "moon", why: "Flew" });
  expect(["location", "load", "condition"].map((field) => error(odd, field))).toEqual(
    ["where it is", "what is in it", "how it is"].map((what) => `Problem: Choose ${what}.`),
  );
  // What was chosen stands there again beside what is missing, and is saved from there.
  const noWhy = await change(page, { condition: "needs_cleaning" });
  expect(shown(noWhy)).toEqual({ location: "site", load: "unknown", condition: "needs_cleaning", why: "" });
  const done = await change(noWhy, { why: "Mud" });
  expect([pathOf(done), done.text.includes("Saved.")]).toEqual([`/crm/inventory/${number}`, true]);
  expect(is()).toEqual({ location: "site", load: "empty", condition: "needs_cleaning" });
  expect(shown(done)).toEqual({ location: "site", load: "unknown", condition: "needs_cleaning", why: "" });
  await change(done, { load: "full", why: "Seen" });
  expect(is()).toEqual({ location: "site", load: "full", condition: "needs_cleaning" });
  put(was);
});
