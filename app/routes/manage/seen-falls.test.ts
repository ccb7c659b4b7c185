import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { units } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import type { Id } from "~/domain/kernel/ids.server";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "../crm/auth";
import * as needs from "../crm/needs";
import * as manage from "./manage-booking";
import * as pickup from "./pickup";

vi.setConfig({ testTimeout: 30_000 });

/** Asking for the pickup takes back what is planned after it: only what was shown, by the customer's page as by the office's. */
const world = setSoundWorld({ fleet: { 20: 2 } });
let [id, number] = ["" as Id<"unit">, ""];
let roles: Awaited<ReturnType<typeof officeRoles>>;
beforeEach(async () => {
  const stands = await standing(world);
  const { booking_number, email } = getBooking(world.db.orm, stands.bookingId);
  [id, number] = [stands.id, booking_number];
  roles = await officeRoles(world, door);
  await roles.nobody.post(manage.action, "/manage-booking", { intent: "lookup", bookingNumber: number, email });
});
const plan = () => planByOffice(world, id, errandOn("relocate", "2026-12-08"));
const state = () => world.db.orm.select().from(units).where(eq(units.id, id)).get()?.state;

interface Way {
  shown: () => Promise<string>;
  press: (falls: Record<string, string>) => ReturnType<Visitor["post"]>;
}
const WAYS: Record<"customer" | "office", Way> = {
  customer: {
    shown: async () => {
      const { data } = await roles.nobody.get(pickup.loader, `/manage-booking/pickup?booking=${number}`);
      return (data as { seenFalls: string }).seenFalls;
    },
    press: (falls) =>
      roles.nobody.post(pickup.action, `/manage-booking/pickup?booking=${number}`, {
        intent: "request",
        unit: id,
        ...falls,
      }),
  },
  office: {
    shown: async () => {
      const { data } = await roles.staff.get(needs.loader, `/crm/bookings/${number}/needs`, { number });
      return (data as { units: { seenFalls: string }[] }).units[0]?.seenFalls ?? "";
    },
    press: (falls) =>
      roles.staff.post(
        needs.action,
        `/crm/bookings/${number}/needs`,
        { intent: "pickup", unit: id, ...falls },
        { number },
      ),
  },
};

it.each(["customer", "office"] as const)("pressed by the %s it is refused where something else falls", async (by) => {
  const { shown, press } = WAYS[by];
  const former = await plan();
  const seen = await shown();
  expect(seen).toBe(former.id);
  await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), former.id, "not needed"));
  await plan();
  // Another one than was shown, none shown, and what no page has sent.
  for (const falls of [{ falls: seen }, { falls: "" }, {}, { falls: "x".repeat(2001) }] as Record<string, string>[]) {
    const { status, data } = await press(falls);
    expect([status, state()]).toEqual([409, "on_site"]);
    expect(JSON.stringify(data)).toMatch(/[Ww]hat falls away with (the pickup|it) has changed/);
  }
  expect((await press({ falls: await shown() })).status).toBeLessThan(400);
  expect(state()).toBe("pickup_requested");
});
