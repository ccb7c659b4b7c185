import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { dataUrl, drawing, makePng } from "../../../../tests/support/png";
import { FULL } from "../../../../tests/support/paths";
import { SIZES } from "../../../../tests/support/prices";
import {
  agreementSchema,
  bookingFormDefaults,
  lineSchema,
  officeScheduleSchema,
  paymentSchema,
  phoneScheduleSchema,
  projectOnlySchema,
  projectSchema,
  readBookIntent,
  scheduleSchema,
} from "./fields";
import { NO_WEB_ADDRESS } from "../../kernel/typed";

const schedule = {
  zip: "32801",
  address: "123 Main Street",
  city: "Orlando",
  deliveryDate: "2026-12-01",
  deliveryTime: "morning",
  rentalDays: "7",
  specialInstructions: "",
  firstName: "Ada",
  lastName: "Byron",
  phone: "(407) 555-0133",
  email: "ada@example.com",
};

/** The first message for each field, as a form shows them. */
function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input);
  return Object.fromEntries(
    (parsed.success ? [] : parsed.error.issues).toReversed().map((issue) => [issue.path.join("."), issue.message]),
  );
}

it("names with web addresses are refused wherever one is typed", () => {
  const name = "WIN visit http://evil.example";
  expect(messages(scheduleSchema, { ...schedule, firstName: name, lastName: name })).toEqual({
    firstName: NO_WEB_ADDRESS,
    lastName: NO_WEB_ADDRESS,
  });
  expect(messages(agreementSchema, { signatureName: name, agree: "on" })).toEqual({ signatureName: NO_WEB_ADDRESS });
});

describe("/book", () => {
  it("reads what a form sends, and leaves the rest out", () => {
    const sent = {
      projectType: "renovation",
      businessType: "commercial",
      wasteTypes: ["flooring", "roofing", "flooring", "<b>"],
      materialCategory: "wood",
      dumpsterSize: "20",
      quantity: "2",
      intent: "continue",
    };
    expect(projectSchema(SIZES).parse(sent)).toEqual({
      projectType: "renovation",
      businessType: "commercial",
      wasteTypes: ["flooring", "roofing"],
      materialCategory: "wood",
      dumpsterSize: 20,
      quantity: 2,
    });
  });

  it("has the specification's defaults for what is not sent", () => {
    expect(projectSchema(SIZES).parse({ projectType: "home_cleanout", dumpsterSize: "15" })).toEqual({
      projectType: "home_cleanout",
      businessType: "residential",
      wasteTypes: [],
      materialCategory: "general",
      dumpsterSize: 15,
      quantity: 1,
    });
    expect(projectOnlySchema.parse({ projectType: "home_cleanout", wasteTypes: "flooring" }).wasteTypes).toEqual([
      "flooring",
    ]);
  });

  it("says what to do about an empty form", () => {
    expect(messages(projectSchema(SIZES), {})).toEqual({
      projectType: "Choose the kind of project.",
      dumpsterSize: "Choose a dumpster size: 15, 20 or 25 yards.",
    });
  });

  it.each([
    [{ dumpsterSize: "30" }, { dumpsterSize: "Choose a dumpster size: 15, 20 or 25 yards." }],
    [{ quantity: "6" }, { quantity: "Enter how many dumpsters you need, from 1 to 5." }],
    [{ quantity: "" }, { quantity: "Enter how many dumpsters you need, from 1 to 5." }],
    [{ quantity: "two" }, { quantity: "Enter how many dumpsters you need, from 1 to 5." }],
    [{ materialCategory: "lava" }, { materialCategory: "Choose what you will put in the dumpster." }],
    [
      { materialCategory: "heavy" },
      { dumpsterSize: "Heavy debris goes in the 15-yard dumpster only. Choose 15 yards, or another material." },
    ],
  ])("a line with %o", (change, expected) => {
    expect(
      messages(lineSchema(SIZES), { materialCategory: "general", dumpsterSize: "20", quantity: "1", ...change }),
    ).toEqual(expected);
  });

  it.each([
    ["add", { kind: "add" }],
    ["remove:2", { kind: "remove", line: 2 }],
    ["edit:0", { kind: "edit", line: 0 }],
    ["edit:-1", { kind: "update" }],
    ["use:roofing", { kind: "use", material: "roofing" }],
    ["use:lava", { kind: "update" }],
    ["keep", { kind: "keep" }],
    ["close", { kind: "close" }],
    ["update", { kind: "update" }],
    ["continue", { kind: "continue" }],
    [undefined, { kind: "continue" }],
    ["remove:x", { kind: "update" }],
  ])("the button %s", (sent, intent) => {
    expect(readBookIntent(sent)).toEqual(intent);
  });
});

describe("/book/schedule", () => {
  it.each([
    ["street", true, "street"],
    [" lot ", true, "lot"],
    ["", true, "driveway"],
    [undefined, true, "driveway"],
    ["roof", false, undefined],
    ["toString", false, undefined],
  ])("reads the placement %j: %s", (placement, success, value) => {
    const read = scheduleSchema.safeParse({ ...schedule, placement });
    expect([read.success, read.data?.placement]).toEqual([success, value]);
    if (!success)
      expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
        ["placement", "Choose where the dumpster will stand: driveway, lot or street."],
      ]);
  });

  it("reads a form, with checkboxes that are not sent as no", () => {
    expect(scheduleSchema.parse({ ...schedule, smsConsent: "on" })).toEqual({
      ...schedule,
      rentalDays: 7,
      placement: "driveway",
      associationApproval: false,
      flexibleExtension: false,
      ecoFriendlyOptions: false,
      smsConsent: true,
    });
  });

  it.each([
    ["PO Box 12", true],
    ["p.o. box 7", true],
    ["P O Box 9, Orlando", true],
    ["Post Office Box 3", true],
    ["PO Box12", true],
    ["P/O Box 3", true],
    ["Post-Office Box 9", true],
    ["(PO Box 12)", true],
    ["12 Boxwood Lane", false],
    ["4 Poboxer Street", false],
  ])("asks for a street instead of a post box: %s", (address, isRefused) => {
    expect(/PO box/.test(messages(scheduleSchema, { address }).address ?? "")).toBe(isRefused);
  });

  it("says what to do about every field of an empty form", () => {
    expect(messages(scheduleSchema, {})).toEqual({
      zip: "Please enter a valid 5-digit ZIP code.",
      address: "Enter the street address where the dumpster will stand, like 123 Main Street.",
      city: "Enter the city.",
      deliveryDate: "Choose the delivery date, or type it like 12/1/2026.",
      deliveryTime: "Choose a delivery time: morning, afternoon or anytime.",
      rentalDays: "Enter the number of rental days, from 1 to 30.",
      firstName: "Enter your first name.",
      lastName: "Enter your last name.",
      phone: "Enter a phone number with at least 10 digits, like (407) 555-0133.",
      email: "Enter your email address, like name@example.com.",
    });
  });

  it.each([
    ["zip", " 32801-1234 ", "32801"],
    ["zip", "FL 32801", "32801"],
    ["deliveryDate", "12/1/2026", "2026-12-01"],
    ["deliveryDate", "Tuesday, December 1, 2026", "2026-12-01"],
    ["rentalDays", " 14 days ", 14],
    ["phone", "+1 407.555.0133", "(407) 555-0133"],
    ["email", " Ada@Example.COM ", "ada@example.com"],
    ["firstName", "  Mary \t Ann ", "Mary Ann"],
    ["lastName", "O’Brien-Núñez", "O’Brien-Núñez"],
    ["specialInstructions", "Gate code 1234\r\nBeware of the dog\r\n", "Gate code 1234\nBeware of the dog"],
  ])("%s %o becomes %o", (name, typed, value) => {
    expect(scheduleSchema.parse({ ...schedule, [name]: typed })).toMatchObject({ [name]: value });
  });

  it.each([
    ["firstName", "x".repeat(61), "Shorten your first name to 60 characters or fewer: there are 61."],
    ["address", "12 A", "Enter the street address where the dumpster will stand, like 123 Main Street."],
    ["address", "x".repeat(121), "Shorten the street address to 120 characters or fewer: there are 121."],
    ["specialInstructions", "x".repeat(1001), expect.stringMatching(/^Shorten your notes for the driver .* 1,001\.$/)],
    ["zip", "328011", "Please enter a valid 5-digit ZIP code."],
    ["rentalDays", "31", "Enter the number of rental days, from 1 to 30."],
    ["rentalDays", "7.5", "Enter the number of rental days, from 1 to 30."],
    ["deliveryDate", "2026-02-30", "Choose the delivery date, or type it like 12/1/2026."],
    ["deliveryTime", "dusk", "Choose a delivery time: morning, afternoon or anytime."],
    ["phone", "555-0133", "Enter a phone number with at least 10 digits, like (407) 555-0133."],
    ["phone", "(020) 7946 0018", "Begin the phone number with + and its country’s code, like +44 20 7946 0018."],
    ["phone", { toString: 1 }, "Enter a phone number with at least 10 digits, like (407) 555-0133."],
    ["email", "ada@example", "Enter your email address, like name@example.com."],
    [
      "email",
      `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.com`,
      "Enter your email address, like name@example.com.",
    ],
  ])("refuses %s %o", (name, typed, message) => {
    expect(messages(scheduleSchema, { ...schedule, [name]: typed })).toEqual({ [name]: message });
  });

  it("does not ask the office for its own name and address", () => {
    const said = messages(officeScheduleSchema, { ...schedule, firstName: "", lastName: " ", email: "ada@example" });
    expect(said).toEqual({
      firstName: "Enter the first name.",
      lastName: "Enter the last name.",
      email: "Enter an email address, like name@example.com.",
    });
    expect(messages(phoneScheduleSchema, { ...schedule, firstName: "" })).toEqual({
      firstName: "Enter your first name.",
    });
  });

  it("counts a line end as one character, as browsers do", () => {
    const typed = "line\r\n".repeat(200).slice(0, -2);
    expect(scheduleSchema.parse({ ...schedule, specialInstructions: typed }).specialInstructions).toHaveLength(999);
  });

  it("never throws anything but its own issues, whatever is sent", () => {
    const anything = fc.record(
      Object.fromEntries(
        Object.keys(schedule).map((name) => [name, fc.oneof(fc.string({ unit: "binary" }), fc.anything())]),
      ),
    );
    fc.assert(
      fc.property(anything, (sent) => void scheduleSchema.safeParse(sent)),
      { numRuns: FULL ? 2000 : 100 },
    );
  });
});

describe("/book/agreement", () => {
  const PNG = dataUrl(drawing(60, 20));
  const big = (bytes: number) =>
    dataUrl(Buffer.concat([makePng({ width: 60, height: 20 }), Buffer.alloc(bytes)]).subarray(0, bytes));
  const sized = (width: number, height: number) => dataUrl(makePng({ width, height, depth: 1, colour: 0 }));

  it("takes a typed name, with or without a drawing", () => {
    expect(agreementSchema.parse({ signatureName: " Ada Byron ", agree: "on" })).toEqual({
      signatureName: "Ada Byron",
      agree: true,
      signatureImage: null,
    });
    expect(agreementSchema.parse({ signatureName: "Ada Byron", agree: "on", signatureImage: PNG }).signatureImage).toBe(
      PNG,
    );
    expect(
      agreementSchema.safeParse({ signatureName: "Ada Byron", agree: "on", signatureImage: big(200_000) }).success,
    ).toBe(true);
    expect(
      agreementSchema.safeParse({ signatureName: "Ada Byron", agree: "on", signatureImage: sized(2400, 1000) }).success,
    ).toBe(true);
  });

  it.each([
    [
      {},
      {
        signatureName: "Type your full name to sign.",
        agree: "Check the box to say that you agree to the rental agreement.",
      },
    ],
    [{ signatureName: "Z", agree: "on" }, { signatureName: "That is too short for a name. Type at least 2 letters." }],
    [
      { signatureName: "Ada", agree: "on", signatureImage: "data:image/svg+xml;base64,PHN2Zz4=" },
      { signatureImage: "Draw your signature again, or clear it: your typed name is enough." },
    ],
    [
      { signatureName: "Ada", agree: "on", signatureImage: "data:image/png;base64,PHN2Zz4=" },
      { signatureImage: "Draw your signature again, or clear it: your typed name is enough." },
    ],
    [
      { signatureName: "Ada", agree: "on", signatureImage: `${PNG}\n<script>` },
      { signatureImage: "Draw your signature again, or clear it: your typed name is enough." },
    ],
    [
      {
        signatureName: "Ada",
        agree: "on",
        signatureImage: dataUrl(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(99)])),
      },
      { signatureImage: "Draw your signature again, or clear it: your typed name is enough." },
    ],
    [
      { signatureName: "Ada", agree: "on", signatureImage: sized(2401, 10) },
      {
        signatureImage:
          "Draw a smaller signature, of 2,400 × 1,000 pixels at most, or clear it: your typed name is enough.",
      },
    ],
    [
      { signatureName: "Ada", agree: "on", signatureImage: sized(20_000, 20_000) },
      {
        signatureImage:
          "Draw a smaller signature, of 2,400 × 1,000 pixels at most, or clear it: your typed name is enough.",
      },
    ],
    [
      { signatureName: "Ada", agree: "on", signatureImage: big(201_000) },
      { signatureImage: "Draw a simpler signature, or clear it: your typed name is enough." },
    ],
  ])("refuses %#", (sent, expected) => {
    expect(messages(agreementSchema, sent)).toEqual(expected);
  });
});

it("/book/payment wants the card consent", () => {
  expect(paymentSchema.parse({ cardConsent: "on" })).toEqual({ cardConsent: true });
  expect(messages(paymentSchema, { cardConsent: "off" })).toEqual({
    cardConsent: "Check the box to say that we may keep your card on file. We cannot rent without it.",
  });
});

it("the booking form starts with the specification's defaults", () => {
  expect(bookingFormDefaults).toMatchObject({
    materialCategory: "general",
    rentalDays: 7,
    businessType: "residential",
    projectType: "",
    dumpsterSize: "",
    cart: [],
    wasteTypes: [],
  });
});
