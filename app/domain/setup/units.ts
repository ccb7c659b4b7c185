/**
 * How one value of the settings is typed, shown again and said, by its unit. Pure. What a value may be is the settings'
 * own schema (settings/schema.ts); here it is only read.
 */
import { manyLines, oneLine } from "../kernel/typed";
import { formatDay, parseDay, weekday, type Day } from "../kernel/days";
import { formatPrice, percentText, readDollars } from "../kernel/money";
import { readDayLines, TOO_LONG } from "./day-lines";

export type Typed = string | string[];

interface Way {
  /** Undefined for what cannot be read at all. */
  read(typed: Typed): unknown;
  /** As a form has it. */
  shown(value: unknown): Typed;
  /** As a person says it. */
  said(value: unknown): string;
  /** What to do about what cannot be read. */
  wrong: string;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const first = (typed: Typed): string => (Array.isArray(typed) ? (typed[0] ?? "") : typed).trim();
const many = (typed: Typed): string[] => (Array.isArray(typed) ? typed : typed === "" ? [] : [typed]);
const lines = (typed: Typed): string[] =>
  first(typed)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
/** "1,250" and "1250.5"; nothing that JavaScript alone calls a number. */
const number = (typed: Typed): number | undefined => {
  const text = first(typed).replace(/^\+/, "");
  return /^-?(\d{1,3}(,\d{3})+|\d{1,9})(\.\d{1,6})?$/.test(text) ? Number(text.replaceAll(",", "")) : undefined;
};
const percentOf = (typed: Typed) => number(first(typed).replace(/\s*%$/, ""));
const plain = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const orNone = (text: string) => (text === "" ? "none" : text);

const line: Way = { read: (typed) => oneLine(first(typed)), shown: plain, said: (v) => orNone(plain(v)), wrong: "" };
const figure: Way = { read: number, shown: plain, said: plain, wrong: "Enter a number." };
const percentWay = (fraction: boolean): Way => ({
  read(typed) {
    const found = percentOf(typed);
    return found === undefined || !fraction ? found : Number((found / 100).toFixed(8));
  },
  shown: (value) => plain(fraction ? Number((Number(value) * 100).toFixed(6)) : value),
  said: (value) => percentText(fraction ? Number(value) : Number(value) / 100),
  wrong: "Enter a percentage such as 8 or 6.5.",
});

export const UNITS = {
  line,
  email: line,
  phone: line,
  text: {
    read: (typed) => manyLines(first(typed)),
    shown: plain,
    said: (value) => orNone(plain(value)),
    wrong: "",
  },
  cents: {
    read: (typed) => readDollars(first(typed)) ?? undefined,
    shown: (value) => (value === undefined ? "" : String(Number(value) / 100)),
    said: (value) => formatPrice(Number(value)),
    wrong: "Enter an amount in dollars, such as 25 or 49.50.",
  },
  percent: percentWay(false),
  fraction: percentWay(true),
  whole: figure,
  number: figure,
  onOff: {
    read: (typed) => first(typed) === "on",
    shown: (value) => (value ? "on" : ""),
    said: (value) => (value ? "on" : "off"),
    wrong: "",
  },
  /** Minutes since midnight, typed as a time; 24:00 is the day's end. */
  minute: {
    read(typed) {
      const time = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(first(typed));
      return time ? Number(time[1]) * 60 + Number(time[2]) : undefined;
    },
    shown: (value) => clock(Number(value)),
    said: (value) => clock(Number(value)),
    wrong: "Enter a time like 12:00.",
  },
  time: line,
  weekdays: {
    read: (typed) =>
      many(typed)
        .map((name) => WEEKDAYS.indexOf(name))
        .sort((a, b) => a - b),
    shown: (value) => (value as number[]).map((at) => WEEKDAYS[at] ?? ""),
    said: (value) => (value as number[]).map((at) => (WEEKDAYS[at] ?? "").slice(0, 3)).join(", "),
    wrong: "",
  },
  weekdayNames: {
    read: (typed) => WEEKDAYS.filter((name) => many(typed).includes(name)),
    shown: (value) => [...(value as string[])],
    said: (value) => (value as string[]).map((name) => name.slice(0, 3)).join(", "),
    wrong: "",
  },
  /** One in each line, as people type dates, or several in a row; a name behind one is read over and not kept. */
  days: {
    read: (typed) => readDayLines(lines(typed)),
    shown: (value) => (value as string[]).map((on) => `${on} ${dayName(on)}`.trim()).join("\n"),
    said: (value) =>
      (value as string[])
        .map((on) => (parseDay(on) ? formatDay(on as Day, { short: true, year: true }) : on))
        .join("; ") || "none",
    wrong: TOO_LONG,
  },
  photographs: rows(["file", "alt", "width", "height"]),
  reviews: rows(["text", "name", "from"]),
} as const satisfies Record<string, Way>;
export type Unit = keyof typeof UNITS;

export const WEEKDAY_CHOICES = WEEKDAYS.map((name) => ({ value: name, label: name }));

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

function dayName(on: string): string {
  const known = parseDay(on);
  return known ? (WEEKDAYS[weekday(known)] ?? "") : "";
}

/** As many days are named. */
const MOST_NAMED = 3;

/** How far ahead a day makes sense in a list of them: a year that was mistyped is farther. */
const FARTHEST_YEARS = 3;

/**
 * Days that are new in a list and can only be slips: over already, or years away. Null where there are none; those that
 * stand there since their year was this one stay.
 */
export function newDaysTrouble(before: readonly string[], after: readonly string[], today: Day): string | null {
  const last = `${Number(today.slice(0, 4)) + FARTHEST_YEARS}${today.slice(4)}`;
  const fresh = after.filter((on) => parseDay(on) !== null && !before.includes(on));
  const named = (days: string[]) =>
    days
      .slice(0, MOST_NAMED)
      .map((on) => UNITS.days.said([on]))
      .join("; ");
  const over = fresh.filter((on) => on < today);
  const far = fresh.filter((on) => on > last);
  const said = [
    ...(over.length > 0 ? [`${named(over)}: over already. Check the year, or take it out.`] : []),
    ...(far.length > 0
      ? [`${named(far)}: more than ${FARTHEST_YEARS} years ahead. Check the year, or take it out.`]
      : []),
  ];
  return said.length > 0 ? said.join(" ") : null;
}

/** A list of things, one in each line, their parts between bars. */
function rows(columns: readonly string[]): Way {
  const figures = ["width", "height"];
  return {
    read: (typed) =>
      lines(typed).map((one) => {
        const parts = one.split("|").map((part) => part.trim());
        return Object.fromEntries(
          columns.map((name, at) => [
            name,
            figures.includes(name) ? (number(parts[at] ?? "") ?? 0) : (parts[at] ?? ""),
          ]),
        );
      }),
    shown: (value) =>
      (value as Record<string, unknown>[]).map((one) => columns.map((name) => plain(one[name])).join(" | ")).join("\n"),
    said: (value) => {
      const count = (value as unknown[]).length;
      return count === 0 ? "none" : String(count);
    },
    wrong: "",
  };
}
