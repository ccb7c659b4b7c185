import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { scheduleFields } from "../support/booking";
import { arrange, signIn } from "../support/meanwhile";
import { serverForTest } from "../support/server";

it("a new order begins on a day that has room for one, and a full window that was chosen is named, not said to be missing", async () => {
  const server = await serverForTest({ env: { RATE_LIMITS: "off" } });
  const staff = await signIn(server, "staff@example.com");
  const form = async () => (await staff.open("/crm/bookings/new")).form("deliveryDate");
  const first = day(String((await form()).values().get("deliveryDate")));
  const wish = { ...scheduleFields({ deliveryDate: first, deliveryTime: "anytime" }), dumpsterSize: "15" };
  const full =
    "insert into delivery_window_days (day, delivery_window, taken) values (?, 'anytime', 6) on conflict do update set taken = 6";
  arrange(server, full, first);
  const next = String((await form()).values().get("deliveryDate"));
  expect(next > first).toBe(true);
  const refused = await (await form()).fill({ ...wish, email: "two@example.com" }).submit("save");
  expect(refused.root.querySelector("#deliveryTime-error, #deliveryDate-error")?.text).toMatch(/full|no room/i);
  expect(refused.form("deliveryDate").values().get("deliveryTime")).toBe("anytime");
  const again = await refused.form("deliveryDate").submit("save");
  expect(again.root.querySelector("#deliveryTime-error, #deliveryDate-error")?.text).toMatch(/full|no room/i);
});
