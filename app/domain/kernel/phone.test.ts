import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, phoneColumns, phoneView, readPhone, samePhone } from "./phone";

describe("a telephone number", () => {
  it.each([
    ["4075550133", "+14075550133", null, "(407) 555-0133"],
    ["1-407-555-0133", "+14075550133", null, "(407) 555-0133"],
    ["14075550133", "+14075550133", null, "(407) 555-0133"],
    ["+1 (407) 555–0133", "+14075550133", null, "(407) 555-0133"],
    ["+14075550133", "+14075550133", null, "(407) 555-0133"],
    ["407\u2011555\u20110133", "+14075550133", null, "(407) 555-0133"],
    ["407\u00a0555\u00a00133", "+14075550133", null, "(407) 555-0133"],
    [" 407 . 555 / 0133 ", "+14075550133", null, "(407) 555-0133"],
    ["tel:407.555.0133", "+14075550133", null, "(407) 555-0133"],
    ["tel:+1-407-555-0133;ext=12", "+14075550133", "12", "(407) 555-0133 ext. 12"],
    ["407 555 0133 x12", "+14075550133", "12", "(407) 555-0133 ext. 12"],
    ["407-555-0133, Ext: 012", "+14075550133", "012", "(407) 555-0133 ext. 012"],
    ["4075550133#9", "+14075550133", "9", "(407) 555-0133 ext. 9"],
    ["(407) 555-0133 ext. 12", "+14075550133", "12", "(407) 555-0133 ext. 12"],
    ["407 555 0133 extension 123456", "+14075550133", "123456", "(407) 555-0133 ext. 123456"],
    // An area code that nobody has yet, and what invented examples use.
    ["(000) 000-0000", "+10000000000", null, "(000) 000-0000"],
    ["123 456 7890", "+11234567890", null, "(123) 456-7890"],
    ["+44 20 7946 0018", "+442079460018", null, "+44 20 7946 0018"],
    ["+44 (0)20 7946 0018", "+442079460018", null, "+44 20 7946 0018"],
    ["011 44 20 7946 0018", "+442079460018", null, "+44 20 7946 0018"],
    ["0044 20 7946 0018 x 7", "+442079460018", "7", "+44 20 7946 0018 ext. 7"],
    ["442079460018", "+442079460018", null, "+44 20 7946 0018"],
    ["+39 06 698 12345", "+390669812345", null, "+39 06 6981 2345"],
    ["+52 55 1234 5678", "+525512345678", null, "+52 55 1234 5678"],
    // A country that our list does not know, and a number too short for its country: their networks decide.
    ["+999 123 456 7890", "+9991234567890", null, "+9991234567890"],
    ["+1 407 555 013", "+1407555013", null, "+1 407555013"],
  ])("typed %o is %s, extension %s, and reads %s", (typed, e164, extension, shown) => {
    expect(readPhone(typed)).toEqual({ e164, extension });
    expect(formatPhone(e164, extension)).toBe(shown);
    expect(readPhone(shown)).toEqual({ e164, extension });
  });

  it.each([
    "",
    "555-0133",
    "555-0133 x407",
    "1".repeat(16),
    "call 407 555 0133",
    "1-800-FLOWERS",
    // No network knows it: nobody says which country's 020 it is.
    "020 7946 0018",
    "00000000000",
    "+0 407 555 0133",
    "407 555 0133 or 407 555 0134",
    `4075550133${" ".repeat(80)}`,
  ])("is none: %o", (typed) => {
    expect(readPhone(typed)).toBeNull();
  });

  it("is the same when what is shown is read again, and when what is kept is", () => {
    const digits = (min: number, max: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(""));
    const typed = fc
      .tuple(fc.constantFrom("", "+", "+1", "+44", "+49", "+52", "+39", "+54", "011"), digits(6, 15))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(typed, fc.option(digits(1, 6)), (number, extension) => {
        const phone = readPhone(extension === null ? number : `${number} x${extension}`);
        fc.pre(phone !== null);
        expect(phone.e164).toMatch(/^\+[1-9]\d{9,14}$/);
        expect(phone.extension).toBe(extension);
        expect(readPhone(phone.e164)).toEqual({ e164: phone.e164, extension: null });
        expect(readPhone(formatPhone(phone.e164, phone.extension))).toEqual(phone);
      }),
      { numRuns: 3_000 },
    );
  });

  it("is compared by the line it reaches", () => {
    expect(samePhone("(407) 555-0133", "+1 407 555 0133 x12")).toBe(true);
    expect(samePhone("+14075550133", "+14075550134")).toBe(false);
    expect(samePhone("ask for Bo", "ask for Bo")).toBe(true);
    expect(samePhone("ask for Bo", "")).toBe(false);
  });

  it("is kept as it is where it cannot be read, shown so, and dialled by nobody", () => {
    expect(phoneColumns("407-555-0133 x12")).toEqual({ phone: "+14075550133", phone_extension: "12" });
    expect(phoneColumns("ask for Bo")).toEqual({ phone: "ask for Bo", phone_extension: null });
    expect(phoneView({ phone: "+14075550133", phone_extension: "12" })).toEqual({
      text: "(407) 555-0133 ext. 12",
      href: "tel:+14075550133",
    });
    expect(phoneView({ phone: "ask for Bo", phone_extension: null })).toEqual({ text: "ask for Bo", href: undefined });
    // In rows of before, a foreign number stands as it was typed.
    expect(phoneView({ phone: "+44 (0)20 7946 0018", phone_extension: null })).toEqual({
      text: "+44 (0)20 7946 0018",
      href: "tel:+442079460018",
    });
  });
});
