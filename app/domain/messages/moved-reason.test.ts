import { expect, it } from "vitest";
import { day } from "../kernel/days";
import type { BookingMailFacts } from "./templates-booking";
import { moved, type MovedFacts } from "./templates-moved";

const BUSINESS = {
  name: "S",
  phone: "(407) 555-0142",
  email: "o@example.com",
  hours: "8AM to 5PM",
  addressLines: [],
  address: [],
  url: "x",
};

it.each(["Storm", "Storm."])("says why a day was moved, %j, as one sentence and in one pair of brackets", (reason) => {
  const [was, is] = ["2026-12-10", "2026-12-11"].map((on) => ({ day: day(on), hours: "8AM to 12PM" }));
  const unit = { dumpster: "20-yard dumpster", what: "delivery", was, is, pickup: null, isKept: false };
  const facts = {
    ...{
      business: BUSINESS,
      addressLines: [],
      manageUrl: "x",
      bookingNumber: "DMP-2026-000001",
      firstName: "Ada",
      chooseUrl: "x",
    },
    moved: { units: [unit], reason, isFree: true } as MovedFacts,
  } as unknown as BookingMailFacts & { moved: MovedFacts; chooseUrl: string };
  const said = JSON.stringify(moved(facts));
  expect(said).toContain("We cannot drive as planned: Storm. This is");
  expect(said).toContain("8AM to 12PM (Storm).");
});
