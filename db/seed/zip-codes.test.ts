import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { parseZipCodes, ZIP_CODES } from "./zip-codes";

it("holds the 119 ZIPs of the three counties, each once", () => {
  expect(ZIP_CODES).toHaveLength(119);
  expect(new Set(ZIP_CODES.map((row) => row.zip)).size).toBe(119);
  const perCounty = Object.fromEntries(
    ["Orange", "Osceola", "Seminole"].map((name) => [name, ZIP_CODES.filter((row) => row.county === name).length]),
  );
  expect(perCounty).toEqual({ Orange: 79, Osceola: 15, Seminole: 25 });
  expect(ZIP_CODES.filter((row) => !row.has_street_addresses)).toHaveLength(50);
});

it("holds the business's own ZIP", () => {
  expect(ZIP_CODES.find((row) => row.zip === DEFAULT_SETTINGS.address.zip)).toMatchObject({
    city: "Orlando",
    has_street_addresses: true,
  });
});

it.each([
  "1234,X,Orange,1,2,yes",
  "32801,X,Lake,1,2,yes",
  "32801,X,Orange,1,2,maybe",
  "32801,X,Orange,1,2",
  "32801,a,b,Orange,1,2,yes",
])("refuses the row %s", (row) => {
  expect(() => parseZipCodes(`head\n${row}`)).toThrow("malformed row");
});
