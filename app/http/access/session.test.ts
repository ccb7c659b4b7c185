import { expect, it } from "vitest";
import { safeNext } from "./session.server";

it.each([
  "/.//evil.com",
  "/x/..//evil.com",
  "/%2e//evil.com/a",
  "/crm/..//evil.com",
  "//evil.com",
  "/\\evil.com",
  `/${"a".repeat(5000)}`,
])("never goes on to another host (%s)", (next) => {
  expect(safeNext(next, "/crm")).toBe("/crm");
});

it("still goes on to pages of our own", () => {
  expect(safeNext("/crm/bookings?status=on_site", "/crm")).toBe("/crm/bookings?status=on_site");
});
