import { describe, expect, it } from "vitest";
import { formatDay, weekday } from "../kernel/days";
import { licenseClaims } from "./claims";
import { DEFAULT_SETTINGS } from "./defaults";
import { termsFacts } from "../documents/terms-facts";
import { percentText } from "../kernel/money";
import { parseSetting, readSettings, SETTING_KEYS, settingConflicts, settingsSchema } from "./schema";

describe("the defaults", () => {
  it("pass their own schema and do not contradict each other", () => {
    const { closings, ...stored } = DEFAULT_SETTINGS;
    expect([settingsSchema.parse(stored), closings]).toEqual([stored, []]);
    expect(settingConflicts(DEFAULT_SETTINGS)).toEqual([]);
    expect(Object.keys(stored).sort()).toEqual([...SETTING_KEYS].sort());
  });

  it("hold the specification's figures (section 9)", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      zipClaim: 197,
      prices: { 15: 32900, 20: 37900, 25: 43900 },
      discountPercent: 0,
      taxRate: 0.08,
      deliveryFee: 0,
      haulFees: { 15: 9500, 20: 9500, 25: 9500 },
      extensionPerDay: 2500,
      includedDays: 7,
      includedTons: 1,
      maxTons: 3,
      overagePerTon: 7000,
      landfillPerTon: 3500,
      dryRunFee: 15000,
      prohibitedItemFee: 9500,
      lightCleaningFee: 3500,
      tamperFee: 100000,
      cancellation: { freeHours: 48, lateHours: 24, latePercent: 10, lastPercent: 20 },
      hoursLabel: "8AM to 5PM",
      structuredHours: { opens: "08:00", closes: "18:00" },
      maxQuantityPerLine: 5,
      maxRentalDays: 30,
    });
  });

  it("use an invented number and a reserved mail domain", () => {
    expect(DEFAULT_SETTINGS.phone).toMatch(/^\(407\) 555-01\d\d$/);
    expect(DEFAULT_SETTINGS.email).toMatch(/@example\.com$/);
  });

  it("close on the American holidays of 2026 to 2028", () => {
    const { holidays } = DEFAULT_SETTINGS;
    expect(new Set(holidays).size).toBe(18);
    expect(holidays.toSorted()).toEqual(holidays);
    for (const holiday of holidays) {
      const [, month = "", dayOfMonth = ""] = holiday.split("-");
      const name = formatDay(holiday);
      const date = Number(dayOfMonth);
      if (month === "05") expect([weekday(holiday), date > 24], name).toEqual([1, true]); // last Monday
      if (month === "09") expect([weekday(holiday), date < 8], name).toEqual([1, true]); // first Monday
      if (month === "11") expect([weekday(holiday), date > 21 && date < 29], name).toEqual([4, true]); // fourth Thursday
    }
  });
});

describe("stored settings", () => {
  it("replace their defaults one by one", () => {
    const { settings, problems } = readSettings(
      [
        { key: "zipClaim", value: 119 },
        { key: "prices", value: { 15: 30000, 20: 35000, 25: 40000 } },
      ],
      DEFAULT_SETTINGS,
    );
    expect(problems).toEqual([]);
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, zipClaim: 119, prices: { 15: 30000, 20: 35000, 25: 40000 } });
  });

  it("that are unknown or not possible leave the default and are named", () => {
    const rows = [
      { key: "taxRate", value: 8 },
      { key: "holidays", value: ["2026-02-30"] },
      { key: "colour", value: "red" },
      { key: "constructor", value: 1 },
      { key: "prices", value: { 15: 1.5, 20: 1, 25: 1 } },
    ];
    const { settings, problems } = readSettings(rows, DEFAULT_SETTINGS);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(problems).toEqual([
      "taxRate: Enter at most 25%.",
      "holidays: 2026-02-30 is no date. Write it like 2026-12-25.",
      "colour: no such setting",
      "constructor: no such setting",
      "prices: Enter an amount in whole cents.",
    ]);
  });

  it("that contradict each other leave the defaults of both", () => {
    const { settings, problems } = readSettings(
      [
        { key: "includedTons", value: 5 },
        { key: "maxTons", value: 4 },
      ],
      DEFAULT_SETTINGS,
    );
    expect([settings.includedTons, settings.maxTons]).toEqual([1, 3]);
    expect(problems).toEqual(["The included weight cannot be above the largest weight."]);
  });

  it.each([
    ["deliveryWeekdays", [], "Choose at least one day."],
    ["structuredHours", { days: ["Monday"], opens: "8am", closes: "18:00" }, "Enter a time like 08:00."],
    ["email", "nobody", "Enter an email address like name@example.com."],
    ["discountPercent", 101, "Enter at most 100."],
    ["businessName", "  ", "Enter a text."],
  ] as const)("%s refuses %o", (key, value, message) => {
    expect(parseSetting(key, value)).toEqual({ ok: false, message });
  });
});

it("gives the agreement its figures", () => {
  const facts = termsFacts({ ...DEFAULT_SETTINGS, haulFees: { 15: 9500, 20: 9900, 25: 9700 } });
  expect(facts).toMatchObject({
    taxRatePercent: "8%",
    haulFee: 9900,
    freeCancelHours: 48,
    lateCancelPercent: 10,
    lastCancelPercent: 20,
    standardDays: 7,
  });
  expect(facts.materials).toHaveLength(13);
  expect([percentText(0.065), percentText(0.07), percentText(0)]).toEqual(["6.5%", "7%", "0%"]);
});

describe("what an owner can show", () => {
  it("is nothing until somebody writes it", () => {
    const { licenseNumber, insuranceNumber, photographs, reviews } = DEFAULT_SETTINGS;
    expect({ licenseNumber, insuranceNumber, photographs, reviews }).toEqual({
      licenseNumber: "",
      insuranceNumber: "",
      photographs: [],
      reviews: [],
    });
    expect(licenseClaims({ licenseNumber: "", insuranceNumber: "" })).toEqual([]);
    expect(licenseClaims({ licenseNumber: "A 1", insuranceNumber: "" })).toEqual(["License A 1"]);
    expect(licenseClaims({ licenseNumber: "A 1", insuranceNumber: "B 2" })).toEqual(["License A 1", "Insurance B 2"]);
  });

  const photo = { file: "/photos/yard-2.webp", alt: "Our yard", width: 1200, height: 800 };
  it.each([
    [{}, true],
    [{ file: "https://elsewhere.example/yard.webp" }, false],
    [{ file: "/photos/../secrets.png" }, false],
    [{ file: "/photos/a..png" }, false],
    [{ file: "/photos/yard/front.png" }, false],
    [{ file: "/photos/our yard.png" }, false],
    [{ file: "/photos/IMG_2041.JPG" }, true],
    [{ file: "/photos/yard.2026.webp" }, true],
    [{ file: "/photos/yard.svg" }, false],
    [{ file: "/images/yard.png" }, false],
    [{ alt: " " }, false],
    [{ width: 0 }, false],
    [{ onload: "alert(1)" }, false],
  ])("photographs are files below public/photos, with words and measure: %j", (changed, ok) => {
    expect(parseSetting("photographs", [{ ...photo, ...changed }]).ok).toBe(ok);
  });

  it("a review has its text, who wrote it and where from", () => {
    const review = { text: "On time.", name: "Maria A.", from: "Winter Park" };
    expect(parseSetting("reviews", [review]).ok).toBe(true);
    for (const missing of ["text", "name", "from"])
      expect(parseSetting("reviews", [{ ...review, [missing]: " " }]).ok, missing).toBe(false);
    expect(parseSetting("reviews", Array(7).fill(review)).ok).toBe(false);
  });
});
