import { expect, it } from "vitest";
import {
  cleanZip,
  minimumOrderProblem,
  ZIP_INVALID,
  ZIP_NOT_SERVED,
  zipDigits,
  zipServed,
  zipWithoutStreets,
} from "./rules";

it.each([
  ["32801", "32801"],
  [" 32 801 ", "32801"],
  ["FL 32801", "32801"],
  ["32801-1234", "32801"],
  ["32801 - 1234", "32801"],
  ["３２８０１", null],
  ["3280", null],
  ["328011", null],
  ["328011234", null],
  ["", null],
  ["abc", null],
])("%o is the ZIP %o", (typed, zip) => {
  expect(cleanZip(typed)).toBe(zip);
});

it("keeps at most five digits while typing", () => {
  expect(["328", "32801-1234", "a3b2"].map(zipDigits)).toEqual(["328", "32801", "32"]);
});

it("uses the specification's words", () => {
  expect(ZIP_INVALID).toBe("Please enter a valid 5-digit ZIP code.");
  expect(ZIP_NOT_SERVED).toBe(
    "We currently don't service this ZIP code. We serve Orange, Osceola, and Seminole counties in Florida.",
  );
  expect(zipServed("32801", "Orange")).toContain("Orange County");
  expect(zipWithoutStreets("32704")).toContain("32704");
});

it("speaks up below an area's minimum only", () => {
  expect(minimumOrderProblem(40000, 40000)).toBeNull();
  expect(minimumOrderProblem(0, 0)).toBeNull();
  expect(minimumOrderProblem(32900, 40000)).toBe(
    "The smallest order for your area is $400 before tax; yours is $329. Add to it, or ask us to call you back.",
  );
});
