import { afterAll, beforeAll, expect, it } from "vitest";
import { bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** What is an admin's alone, by the pages and by the requests. */
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it("a merge whose grants differ is parted by an admin: staff are told so, see no button, and are refused", async () => {
  const staff = await signIn(server, "staff@example.com");
  const customer = async (name: string, ahead: number) => {
    const email = `${name}@grants.example.com`;
    const saved = await (
      await staff.open("/crm/bookings/new")
    )
      .form("deliveryDate")
      .fill({
        ...scheduleFields({ email, deliveryDate: openDay(ahead) }),
        phone: `(407) 555-0${ahead + 100}`,
        dumpsterSize: "20",
      })
      .submit("save");
    const number = bookingNumberOn(saved);
    const [row] = query<{ id: string }>(
      server.dataDir,
      "select customer_id as id from bookings where booking_number = ?",
      number,
    );
    return row?.id ?? "";
  };
  const [one, two] = [await customer("one", 61), await customer("two", 62)];
  expect(one).not.toBe(two);
  arrange(server, "update customers set merged_into = ? where id = ?", one, two);
  const record = `/crm/customers/${one}`;
  const button = "[name=intent][value=undo-merge]";
  expect((await staff.open(record)).root.querySelector(button)).not.toBeNull();

  arrange(server, "update customers set credit_limit = 100000, terms_days = 30 where id = ?", one);
  const seen = await staff.open(record);
  expect([seen.root.querySelector(button), /only an admin can undo it/.test(seen.text)]).toEqual([null, true]);
  const refused = await staff.post(record, { intent: "undo-merge", other: two });
  expect([refused.status, /only an admin can merge or part them/.test(refused.text)]).toEqual([403, true]);
  const admin = await signIn(server, "admin@example.com");
  expect((await admin.open(record)).root.querySelector(button)).not.toBeNull();
  expect(pathOf(await admin.post(record, { intent: "undo-merge", other: two }))).toBe(record);
  expect(query(server.dataDir, "select 1 from customers where merged_into is not null and id = ?", two)).toEqual([]);
});

it("whoever accepts an invitation says what they are called, and stands so in the team", async () => {
  const admin = await signIn(server, "admin@example.com");
  const email = "nora@grants.example.com";
  await admin.post("/crm/team", { intent: "invite", inviteEmail: email });
  const link = localPath((await mailTo(server, email)).links.find((one) => one.includes("invitation")) ?? "");
  const page = await new TextBrowser(server.url).open(link);
  const weak = await page.form("password").fill({ displayName: "Nora Novak", password: "short" }).submit();
  expect(weak.form("password").values().get("displayName")).toBe("Nora Novak");
  await weak.form("password").fill({ password: "a-long-enough-password" }).submit();
  expect((await admin.open("/crm/team")).text).toContain("Nora Novak");
  const [account] = query<{ id: string }>(server.dataDir, "select id from accounts where email = ?", email);
  const removed = await admin.post("/crm/team", { intent: "remove", member: account?.id ?? "", why: "test" });
  expect(removed.text).toMatch(/Nora Novak/);
});
