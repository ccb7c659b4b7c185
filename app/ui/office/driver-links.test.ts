import { expect, it } from "vitest";
import { numberOnLabel } from "../driver/scan";
import { mapLink } from "./DriverJob";

it.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    "https://maps.apple.com/?daddr=1%20Main%20St%2C%20Orlando",
  ],
  ["Mozilla/5.0 (Linux; Android 15)", "geo:0,0?q=1%20Main%20St%2C%20Orlando"],
  ["", "https://www.google.com/maps/dir/?api=1&destination=1%20Main%20St%2C%20Orlando"],
])("the way there opens in the map of %s", (phone, link) => {
  expect(mapLink("1 Main St, Orlando", phone)).toBe(link);
});

it.each([
  ["https://example.com/crm/inventory/20-07", "20-07"],
  ["http://localhost:3000/crm/inventory/20-07?from=label#top", "20-07"],
  ["/crm/inventory/20%2D07/", "20-07"],
  [" 20-07 ", "20-07"],
  ["https://example.com/crm/customers/cus_1", null],
  ["https://elsewhere.example/menu", null],
  ["", null],
  ["/crm/inventory/%ff", null],
  ["x".repeat(21), null],
])("a label that says %s has the number %s", (text, number) => {
  expect(numberOnLabel(text)).toBe(number);
});
