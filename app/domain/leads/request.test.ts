import { expect, it } from "vitest";
import { askedWords, NO_NAME, valuesOfLead } from "./request";

const LEAD = {
  name: " Ana Maria  Ruiz ",
  phone: "+14075550172",
  phone_extension: "12",
  email: "",
  zip: "32720",
};

it("begins an order with what they said, and nothing that they did not", () => {
  expect(valuesOfLead(LEAD)).toEqual({
    firstName: "Ana",
    lastName: "Maria Ruiz",
    phone: "(407) 555-0172 ext. 12",
    zip: "32720",
  });
});

it("a number, and what stands where no name was written down, is nobody's name", () => {
  for (const name of ["(407) 555-0172", "+44 20 7946 0018", NO_NAME])
    expect(valuesOfLead({ ...LEAD, name })).toEqual({ phone: "(407) 555-0172 ext. 12", zip: "32720" });
});

it("says what they did and on which day of New York's, with the year where it is another", () => {
  const asked = { kind: "call_back", created_at: Date.parse("2026-11-28T03:00:00Z") } as never;
  expect(askedWords(asked, "2026")).toBe("Asked for a call-back on Fri, Nov 27");
  expect(askedWords(asked, "2027")).toBe("Asked for a call-back on Fri, Nov 27, 2026");
});
