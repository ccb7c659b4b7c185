import { expect, it } from "vitest";
import { plainWhole } from "./whole";

it.each([
  ["20", 20],
  ["0", 0],
  ["999999999", 999_999_999],
])("%j is %d", (sent, is) => expect(plainWhole(sent)).toBe(is));

it.each([
  "",
  " ",
  " 20 ",
  "0x14",
  "1e1",
  "2e1",
  "20.0",
  "-20",
  "+20",
  "1_0",
  "٢٠",
  "1234567890",
  "Infinity",
  20,
  null,
  undefined,
])("%j is none", (sent) => expect(plainWhole(sent)).toBeNull());
