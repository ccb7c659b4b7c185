import { expect, it } from "vitest";
import { draftData } from "../../../tests/support/domain";
import type { Lead } from "../leads/leads.server";
import { keptOrder, orderForLead, typedOrderOf, typedWords } from "./lead-order";

const lead = (data: object): Lead =>
  ({
    name: "Ana Maria Ruiz",
    phone: "+14075550172",
    phone_extension: null,
    email: "ana@example.com",
    zip: "90210",
    data,
  }) as never;

const TYPED = {
  intent: "lead",
  phone: "407 555 0172",
  firstName: "Ana Maria",
  lastName: "Ruiz",
  email: "ana@example.com",
  zip: "90210",
  address: "9 Far St",
  city: "",
  dumpsterSize: ["20", "", "10"],
  quantity: ["1", "1", "two"],
  materialCategory: ["general", "general", "roofing"],
  deliveryDate: "2026-12-01",
  rentalDays: "10",
  wasteTypes: ["household_items", "appliances"],
  gateCode: "#1234",
  specialInstructions: "By the garage.\nMind the dog.",
  smsConsent: "on",
  quoteUntil: "2026-12-05",
  fullWindow: "on",
  materialAnswer: "chosen",
};

it("keeps what was typed of the order, and not what the office decides when it saves", () => {
  const { intent: _, city: _c, quoteUntil: _q, fullWindow: _f, materialAnswer: _m, ...order } = TYPED;
  expect(keptOrder(TYPED)).toEqual({ order });
});

it("says it in words, without what stands in the request", () => {
  expect(typedWords(lead(keptOrder(TYPED)))).toEqual([
    ["Dumpsters", "1 × 20 yards, General debris; two × 10 yards"],
    ["Street address", "9 Far St"],
    ["Delivery day", "Tuesday, December 1"],
    ["Days", "10"],
    ["Notes for the driver", "By the garage.\nMind the dog."],
    ["Gate code", "#1234"],
    ["Text messages", "yes"],
    ["Waste types", "Household items, Appliances"],
  ]);
});

it("begins an order with it: its day while that is ahead, and no word about text messages", () => {
  const { smsConsent: _s, ...order } = keptOrder(TYPED).order;
  expect(orderForLead(lead(keptOrder(TYPED)), "2026-12-01")).toEqual({ ...order, phone: "(407) 555-0172" });
  expect(orderForLead(lead(keptOrder(TYPED)), "2026-12-02")).not.toHaveProperty("deliveryDate");
});

it("is of a draft of the website the same by the form's names, and nothing where nothing was typed", () => {
  const draft = draftData({
    cart: [{ dumpsterSize: 15, quantity: 2, materialCategory: "roofing" }],
    gateCode: "77",
    smsConsent: true,
  });
  expect(orderForLead(lead(draft), "2026-01-01")).toMatchObject({
    firstName: "Ana",
    lastName: "Maria Ruiz",
    zip: "90210",
    address: draft.address,
    dumpsterSize: ["15"],
    quantity: ["2"],
    materialCategory: ["roofing"],
    gateCode: "77",
  });
  expect(orderForLead(lead(draft), "2026-01-01")).not.toHaveProperty("smsConsent");
  expect(typedWords(lead(draft))[0]).toEqual(["Dumpsters", expect.stringMatching(/^2 × 15 yards, /)]);
  expect(typedOrderOf({ data: {} })).toEqual({});
});

it("takes no other names and no other kinds of values, whatever stands there", () => {
  const odd = {
    quoteUntil: "2099-01-01",
    prepared: "DMP-1",
    address: { a: 1 },
    city: ["Orlando", 3],
    flexibleExtension: "x",
  };
  expect(typedOrderOf({ data: { order: odd } })).toEqual({ city: ["Orlando"] });
  expect(typedOrderOf({ data: { order: null } })).toEqual({});
});
