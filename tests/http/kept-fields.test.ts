import { afterAll, beforeAll, expect, it } from "vitest";
import { throughProject } from "../support/booking";
import { TextBrowser } from "../support/form";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

// The server keeps the markup of fields in which nobody typed yet (app/ui/form/KeptFields.tsx).
const TYPED = [
  ["placement", "street"],
  ["associationApproval", "on"],
  ["deliveryTime", "afternoon"],
  ["flexibleExtension", "on"],
  ["ecoFriendlyOptions", "on"],
  ["specialInstructions", "Mind <the> dog"],
  ["firstName", "Zoë"],
  ["lastName", "O'Neil"],
  ["phone", "(407) 555-0199"],
  ["email", "only-mine@example.com"],
  ["smsConsent", "on"],
] as const;

it("knows every field of the step but those that everybody finds filled in", async () => {
  const { root } = await throughProject(new TextBrowser(server.url));
  const shown = root
    .querySelectorAll("main form [name]:not([type=hidden], button)")
    .map((one) => one.getAttribute("name"));
  const filled = ["zip", "address", "city", "deliveryDate", "rentalDays"];
  expect(new Set(shown)).toEqual(new Set([...filled, ...TYPED.map(([name]) => name)]));
});

it.each(TYPED)("%s, filled in alone, is shown to who typed it and to nobody else", async (name, typed) => {
  const fresh = await throughProject(new TextBrowser(server.url));
  const before = fresh.form("address").values().get(name);
  const mine = await fresh
    .form("address")
    .fill({ [name]: typed })
    .submit("update");
  expect(mine.form("address").values().get(name)).toBe(typed);
  const others = await throughProject(new TextBrowser(server.url));
  expect(others.form("address").values().get(name)).toBe(before);
  expect(others.html).not.toContain("only-mine@");
});
