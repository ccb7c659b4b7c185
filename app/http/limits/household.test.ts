import { expect, it } from "vitest";
import { household } from "./household.server";

it.each([
  ["2001:db8::1", "2001:db8:0:0:ffff::2"],
  ["2001:db8::5:1", "2001:DB8:0::6:1"],
  ["2001:db8:1:2::", "2001:db8:1:2:a:b:c:d"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2:3::"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("takes %s and %s for the same household", (one, other) => {
  expect(household(one)).toBe(household(other));
});

it.each([
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["2001:db8:1::1", "2001:db8:2::1"],
  ["203.0.113.9", "203.0.113.10"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.10"],
  ["::ffff:cb00:7109", "::ffff:cb00:710a"],
  ["0:0:0:0:0:ffff:203.0.113.9", "0:0:0:0:0:ffff:203.0.113.10"],
  ["64:ff9b::203.0.113.9", "64:ff9b::203.0.113.10"],
])("tells %s and %s apart", (one, other) => {
  expect(household(one)).not.toBe(household(other));
});

it("leaves alone what is no address", () => {
  expect(household("ana@example.com")).toBe("ana@example.com");
});
