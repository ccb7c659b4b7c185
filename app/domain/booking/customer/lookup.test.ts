import { describe, expect, it } from "vitest";
import { tidyBookingNumber } from "./lookup.server";

describe("a typed booking number", () => {
  it.each([
    "DMP-2026-000123",
    "dmp-2026-123",
    " DMP 2026 000123 ",
    "2026-123",
    "dmp2026000123",
    "#DMP–2026–000123",
    "Dmp_2026/123.",
    "ＤＭＰ-２０２６-１２３",
  ])("reads %j", (typed) => {
    expect(tidyBookingNumber(typed)).toBe("DMP-2026-000123");
  });

  it.each([
    "",
    "DMP",
    "123",
    "DMP-26-123",
    "INV-2026-000123",
    "DMP-2026-",
    "DMP-2026-12x",
    "DMP-2026-0001234567890",
    "2026-1; drop table bookings",
  ])("refuses %j", (typed) => {
    expect(tidyBookingNumber(typed)).toBeNull();
  });

  it("keeps numbers above six digits", () => {
    expect(tidyBookingNumber("DMP-2026-1234567")).toBe("DMP-2026-1234567");
  });
});
