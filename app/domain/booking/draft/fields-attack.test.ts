import { expect, it } from "vitest";
import { cleanZip } from "../../service-area/rules";
import { readSignInName } from "../../accounts/identity";
import { readPhone } from "../../kernel/phone";
import { phone } from "./fields";
import { manyLines, oneLine, readDate, tidyEmail, wholeNumber } from "../../kernel/typed";
import { tidyBookingNumber } from "../customer/lookup.server";
import { readBookingNumber, searchWords } from "../office/search-words";

const HOSTILE = [
  `7${" ".repeat(20_000)}z`,
  ",".repeat(300_000),
  `${"1 ".repeat(100_000)}x`,
  `12345${" ".repeat(50_000)}-`,
  `a@${"a-".repeat(100_000)}`,
  `dmp${"-".repeat(100_000)}`,
  `a${"\u0301".repeat(32_000)}${"\u0327".repeat(32_000)}`,
];

/** Far above what reading takes on a busy machine, far below what it took. */
const IN_NO_TIME_MS = 1000;

// Each of these once took from seconds to minutes, during which the server answered nobody.
it.each(HOSTILE)("reads a text made to be slow in no time (%#)", (text) => {
  const begun = performance.now();
  for (const read of [
    wholeNumber,
    readPhone,
    phone.safeParse,
    readDate,
    tidyEmail,
    cleanZip,
    readBookingNumber,
    searchWords,
    tidyBookingNumber,
    oneLine,
    manyLines,
    readSignInName,
  ])
    read(text);
  expect(performance.now() - begun).toBeLessThan(IN_NO_TIME_MS);
});
