import { parse } from "node-html-parser";
import { expect, it, onTestFinished } from "vitest";
import { openWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { rendered } from "../../../tests/support/rendered";
import { action as door } from "./auth";
import { isWrongDay, readBookingFilter } from "./booking-filter.server";
import BookingsPage, { loader } from "./bookings";

const wrong = (address: string) => {
  const searchParams = new URLSearchParams(address);
  return isWrongDay(searchParams, readBookingFilter(searchParams));
};

it.each([
  ["day=2026-02-30", true],
  ["day=tomorrow&status=on_site&q=ada", true],
  ["day=2026-02-28", false],
  // A list behind a sum of money has no day: the address may name one, and nothing is said of it.
  ["day=2026-02-30&money=2026-02-01..2026-02-28", false],
  ["day=2026-02-28&money=2026-02-01..2026-02-28", false],
  // What is no time of money filters nothing, and the day counts.
  ["day=2026-02-30&money=2026-02-31", true],
  ["day=2026-02-30&money=2026-03-01..2026-02-01", true],
  ["day=", false],
  ["", false],
])("the day of ?%s is a wrong one: %s", (address, is) => expect(wrong(address)).toBe(is));

it("money takes the place of every other filter", () => {
  const money = { from: "2026-02-01", to: "2026-02-28" };
  expect(
    readBookingFilter(new URLSearchParams("day=2026-02-28&q=ada&status=on_site&money=2026-02-01..2026-02-28")),
  ).toEqual({
    search: "",
    status: null,
    day: null,
    money,
  });
});

it("the list says beside its day that it is none, and shows all days; behind a sum of money it says nothing", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const { staff } = await officeRoles(world, door);
  const said = async (address: string) => {
    const { data } = await staff.get(loader, `/crm/bookings?${address}`);
    const root = parse(await rendered(BookingsPage, {}, data as object));
    const about = root.querySelector("input[name=day]")?.getAttribute("aria-describedby");
    return about ? root.querySelector(`#${about}`)?.text : null;
  };
  expect(await said("day=2026-02-30")).toBe("That is no day. All days are shown. Write it like 2026-12-25.");
  expect(await said("day=2026-02-28")).toBeNull();
  expect(await said("day=2026-02-30&money=2026-02-01..2026-02-28")).toBeNull();
});
