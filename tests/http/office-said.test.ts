import { afterAll, beforeAll, expect, it } from "vitest";
import { bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { arrange, mailTo, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** Small words of the office on which somebody relies, each where it is read. */
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it("a page for admins alone says so to staff, and not that their account is no team member's", async () => {
  const staff = await signIn(server, "staff@example.com");
  const denied = await staff.open("/crm/settings");
  expect([denied.status, denied.text.includes("Only an admin may open or change this.")]).toEqual([403, true]);
  const gone = await staff.open("/crm/bookings/DMP-2020-999999");
  expect([gone.status, gone.text.includes("Only an admin")]).toEqual([404, false]);
});

it("My account names the number that one logs in with, where there is one", async () => {
  const staff = await signIn(server, "staff@example.com");
  expect((await staff.open("/account")).text).not.toContain("You log in with the number");
  arrange(server, "update accounts set phone = '+14075550188' where email = 'staff@example.com'");
  expect((await staff.open("/account")).text).toContain("You log in with the number (407) 555-0188.");
  arrange(server, "update accounts set phone = null where email = 'staff@example.com'");
});

it("a record's messages begin with the last one, and the earlier ones are below", async () => {
  const staff = await signIn(server, "staff@example.com");
  const saved = await (
    await staff.open("/crm/bookings/new")
  )
    .form("deliveryDate")
    .fill({ ...scheduleFields({ email: "told@example.com", deliveryDate: openDay(43) }), dumpsterSize: "20" })
    .submit("save");
  const number = bookingNumberOn(saved);
  await mailTo(server, "told@example.com");
  const columns = query<{ name: string }>(server.dataDir, "select name from pragma_table_info('messages')")
    .map(({ name }) => name)
    .filter((name) => !["id", "subject", "created_at", "provider_id", "cause"].includes(name));
  for (let n = 1; n <= 9; n++)
    arrange(
      server,
      `insert into messages (id, cause, subject, created_at, ${columns.join()}) select id || ${n}, cause || ${n}, 'Words ' || ${n}, created_at + ${n}, ${columns.join()} from messages where subject not like 'Words%' and booking_id = (select id from bookings where booking_number = ?) limit 1`,
      number,
    );
  const panel = (await staff.open(`/crm/bookings/${number}`)).root.querySelectorAll("ul.messages");
  const [shown, earlier] = panel.map((list) =>
    list.querySelectorAll("li").map(({ text }) => /Words \d/.exec(text)?.[0]),
  );
  expect(shown).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Words ${n}`));
  expect(earlier).toEqual(["Words 1", undefined]);
});
