import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capWords, COUNTED_BY, WINDOW_SECONDS, type Cap, type CountedBy } from "./cap";
import { CAPS, type CapName } from "./caps";
import { MESSAGES } from "../messages/policy";
import { productFiles } from "../../../tests/support/sources";

const ROOT = join(import.meta.dirname, "../../..");
const names = Object.keys(CAPS) as CapName[];
const sources = productFiles().filter(({ file }) => !file.endsWith("limits/caps.ts"));
const used = (text: string) => sources.some(({ text: source }) => source.includes(`"${text}"`));

it.each(names)("%s is used somewhere", (name) => {
  expect(used(name)).toBe(true);
});

it.each(names)("%s has an hour's and a day's cap, unless it only reads", (name) => {
  const cap: Cap = CAPS[name];
  const windows = (Object.keys(COUNTED_BY) as CountedBy[]).flatMap((by) => (cap[by] ? [cap[by]] : []));
  expect(windows.length).toBeGreaterThan(0);
  if (cap.causes.every((caused) => caused === "question")) return;
  for (const most of windows) {
    // Everybody together has no day: an attack in the morning must not close the evening.
    if (most !== cap.all)
      expect(most).toMatchObject({ hour: expect.any(Number) as number, day: expect.any(Number) as number });
    const figures = (Object.keys(WINDOW_SECONDS) as (keyof typeof WINDOW_SECONDS)[]).flatMap(
      (window) => most[window] ?? [],
    );
    expect(figures).toEqual([...figures].sort((a, b) => a - b));
  }
});

it("says what a target is wherever it counts by one", () => {
  for (const name of names) {
    const cap: Cap = CAPS[name];
    expect([name, cap.per !== undefined]).toEqual([name, Boolean(cap.target ?? cap.both)]);
  }
});

it("protects a mailbox or a number by every message that is free to cause", () => {
  const caps = Object.values(MESSAGES).flatMap((policy) => ("cap" in policy ? [policy.cap] : []));
  expect(new Set(caps).size).toBe(caps.length);
  for (const name of caps)
    expect(CAPS[name]).toMatchObject({
      ...(name.startsWith("sms-") ? { per: "phone number", causes: ["text"] } : { per: "mailbox", causes: ["mail"] }),
      target: { hour: expect.any(Number) as number, day: expect.any(Number) as number },
    });
});

it("tells the most that one mailbox gets for nothing as the list does", () => {
  const aDay = (...caps: (keyof typeof CAPS)[]) =>
    caps.reduce((sum, name) => sum + ((CAPS[name] as Cap).target?.day ?? 0), 0);
  const strangers = aDay("mail-resume", "mail-account", "mail-account-key", "mail-cancelled");
  const text = readFileSync(join(ROOT, "docs/limits.md"), "utf8").replace(/\s+/g, " ");
  expect(text).toContain(
    `at most ${
      strangers + aDay("mail-documents")
    } mails a day that nobody paid for, if every way is used up at once, and ${strangers} of them without a paid booking`,
  );
});

/** The rows of the first table of docs/limits.md, whose columns are padded: name, what, at most, test. */
const rows = [
  ...readFileSync(join(ROOT, "docs/limits.md"), "utf8").matchAll(
    /^\| `([\w-]+)` +\| (.+?) +\| (.+?) +\| `(.+?)` > (.+?) +\|$/gm,
  ),
].map(([, name = "", what, most, file = "", test = ""]) => ({ name, what, most, file, test }));

it("stands in docs/limits.md, figure by figure", () => {
  expect(rows.map(({ name, what, most }) => ({ name, what, most }))).toEqual(
    names.map((name) => ({
      name,
      what: `${CAPS[name].what} (${CAPS[name].causes.join(", ")})`,
      most: capWords(CAPS[name]),
    })),
  );
});

it.each(rows)("$name is held by the test that docs/limits.md names", ({ file, test }) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(test);
});
