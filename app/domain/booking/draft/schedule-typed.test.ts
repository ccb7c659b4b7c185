import { describe, expect, it } from "vitest";
import { draftData } from "../../../../tests/support/domain";
import { EMPTY_DRAFT } from "./data";
import { keepWhatFits } from "./schedule-typed";

describe("keepWhatFits", () => {
  it("keeps the right fields of a wrong form, what was there for the wrong ones, and the emptied ones empty", () => {
    const before = draftData({ specialInstructions: "old" });
    const kept = keepWhatFits(before, {
      zip: "99",
      address: "9 New Street",
      deliveryDate: "12/7/2026",
      deliveryTime: "midnight",
      rentalDays: "500",
      firstName: "",
      lastName: "Byron",
      email: "no",
      phone: "4075550199",
      flexibleExtension: "on",
    });
    expect(kept).toMatchObject({
      zip: "32801",
      address: "9 New Street",
      deliveryDate: "2026-12-07",
      deliveryTime: "morning",
      rentalDays: 7,
      flexibleExtension: true,
    });
    expect(kept.contactInfo).toEqual({
      firstName: "",
      lastName: "Byron",
      email: "ada@example.com",
      phone: "(407) 555-0199",
    });
  });

  it("never makes a draft that its pages cannot read", () => {
    expect(keepWhatFits(EMPTY_DRAFT, { deliveryDate: "2026-02-31", rentalDays: "0.5", zip: "<script>" })).toEqual(
      EMPTY_DRAFT,
    );
  });
});
