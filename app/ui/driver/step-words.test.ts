import { describe, expect, it } from "vitest";
import { readStep } from "~/routes/driver/step-forms.server";
import { MISSING, oddWeight, stepMissing } from "./step-words";

const TICKET = { ticketNumber: "T-1", grossPounds: "46,000", tarePounds: "26,000", netPounds: "20,000" };
const job = { size: 20, material: "general" };

describe("what a phone can tell without signal", () => {
  it("asks for both numbers of a swap, and for one of anything else", () => {
    const one = { dumpsterNumber: "20-01" };
    expect(stepMissing("serviced", one, "swap")).toEqual({ secondNumber: MISSING.secondNumber });
    expect(stepMissing("serviced", one, "delivery")).toEqual({});
    expect(stepMissing("serviced", { ...one, secondNumber: "20-02" }, "swap")).toEqual({});
  });

  it("asks about an odd weight once for each figure", () => {
    expect(oddWeight("ticketed", TICKET, job)).toEqual({
      netPounds: expect.stringContaining("20,000 pounds is a lot"),
    });
    expect(oddWeight("ticketed", { ...TICKET, sure: "20000" }, job)).toEqual({});
    expect(oddWeight("ticketed", { ...TICKET, sure: "19000" }, job)).not.toEqual({});
    expect(oddWeight("ticketed", { ...TICKET, netPounds: "4,000" }, job)).toEqual({});
    expect(oddWeight("arrived", TICKET, job)).toEqual({});
  });
});

describe("a step from a phone's journal", () => {
  it("of a swap has both numbers, or is none", () => {
    expect(readStep("serviced", { dumpsterNumber: "20-01" }, "swap")).toBeNull();
    const numbers = { dumpsterNumber: "20-01", secondNumber: "20-02" };
    expect(readStep("serviced", numbers, "swap")).toEqual({ to: "serviced", ...numbers });
    expect(readStep("serviced", numbers, "delivery")).toEqual({ to: "serviced", dumpsterNumber: "20-01" });
  });

  it("brings the place of an attempt, and nonsense is no place", () => {
    const attempt = { reason: "Nobody lets us in", note: "" };
    const place = { latitude: "28.538400", longitude: "-81.378900", accuracy: "11" };
    expect(readStep("attempted", { ...attempt, ...place }, "delivery")).toMatchObject({
      place: { latitude: 28.5384, longitude: -81.3789, accuracy: 11 },
    });
    expect(readStep("attempted", { ...attempt, ...place, latitude: "north" }, "delivery")).toMatchObject({
      place: null,
    });
    expect(readStep("dance", {}, "delivery")).toBeNull();
  });
});
