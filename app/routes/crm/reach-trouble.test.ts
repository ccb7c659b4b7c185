import { expect, it } from "vitest";
import { reachTrouble } from "./edit-form.server";

// An address that looks like a slip is asked about, and the answer holds for that address alone.
const ask = (typed: Record<string, string>) => reachTrouble({ smsConsent: "", ...typed }, "before@gmial.com");

it("asks about another slip with its box not ticked, whatever was answered about the one before", () => {
  const first = ask({ email: "ann@gmial.com" });
  expect(first).toMatchObject({ values: { unsure: "ann@gmial.com", asTyped: "" } });
  expect(first.fields["email"]).toMatch(/^Did you mean ann@gmail\.com\?/);
  expect(ask({ email: "ann@gmial.com", unsure: "ann@gmial.com", asTyped: "on" }).fields).toEqual({});
  const second = ask({ email: "bo@yaho.com", unsure: "ann@gmial.com", asTyped: "on" });
  expect(second).toMatchObject({ values: { email: "bo@yaho.com", unsure: "bo@yaho.com", asTyped: "" } });
  expect(second.fields["email"]).toMatch(/^Did you mean bo@yahoo\.com\?/);
});

it("asks nothing about the address that the booking has already, nor about none where texts are agreed", () => {
  expect(ask({ email: "before@gmial.com" }).fields).toEqual({});
  expect([ask({ email: "", smsConsent: "on" }).fields, Object.keys(ask({ email: "" }).fields)]).toEqual([
    {},
    ["email"],
  ]);
});
