/**
 * The reports as tables: what stands below each picture, and what its file has. One definition for both, so that they
 * cannot differ. A further report is a line here and its place on the page. Pure.
 */
import type { CsvCell } from "../kernel/csv";
import { formatCents } from "../kernel/money";
import type { Figure } from "./figures";
import type { Reports } from "./reports.server";

/** How a column's numbers are told. */
type As = "text" | "count" | "cents" | "percent" | "days" | "minutes" | "tons" | "rate";

export interface Column {
  head: string;
  as: As;
}

export interface TableRow {
  cells: (string | number | null)[];
  /** Which facts its figures are of: the key, and the days where they are others than the report's. */
  facts?: { figure: Figure; key?: string; from?: string; to?: string };
}

export interface ReportTable {
  columns: Column[];
  rows: TableRow[];
}

const text = (head: string): Column => ({ head, as: "text" });
const count = (head: string): Column => ({ head, as: "count" });
const cents = (head: string): Column => ({ head, as: "cents" });
const percent = (head: string): Column => ({ head, as: "percent" });

/** A part of a whole; null where there is no whole. */
export const share = (part: number, of: number): number | null => (of > 0 ? part / of : null);
/** Hours of some stays as the days of one. */
const daysEach = (hours: number, n: number): number | null => (n > 0 ? hours / 24 / n : null);

export const REPORTS = {
  revenue: {
    title: "Revenue by day",
    table: ({ revenue: { days } }: Reports): ReportTable => ({
      columns: [text("Day"), cents("Revenue"), cents("The time before")],
      rows: days.map(({ day, amount, before }) => ({
        cells: [day, amount, before],
        facts: { figure: "revenue", from: day, to: day },
      })),
    }),
  },
  kinds: {
    title: "Revenue by kind",
    table: ({ revenue: { kinds } }: Reports): ReportTable => ({
      columns: [text("Kind"), count("Entries"), cents("Revenue"), cents("Tax"), cents("The time before")],
      rows: kinds.map(({ key, label, n, amount, extra, before }) => ({
        cells: [label, n, amount, extra, before],
        facts: { figure: "revenue", key },
      })),
    }),
  },
  months: {
    title: "Revenue by month",
    table: ({ months }: Reports): ReportTable => ({
      columns: [text("Month"), cents("Revenue")],
      rows: months.map(({ month, amount }) => ({ cells: [month, amount] })),
    }),
  },
  orders: {
    title: "Orders",
    table: ({ orders: { sources } }: Reports): ReportTable => ({
      columns: [text("Came by"), count("Orders"), count("Dumpsters"), cents("With tax"), cents("Average")],
      rows: sources.map(({ key, label, n, amount, extra }) => ({
        cells: [label, n, extra, amount, n > 0 ? Math.round(amount / n) : null],
        facts: { figure: "order", key },
      })),
    }),
  },
  sizes: {
    title: "Use of the fleet",
    table: ({ fleet: { days, sizes } }: Reports): ReportTable => ({
      columns: [
        text("Size"),
        count("Owned"),
        count("Days out"),
        percent("In use"),
        count("Set down"),
        count("Collected"),
        { head: "Turns each", as: "rate" },
        { head: "Days at a site", as: "days" },
      ],
      rows: sizes.map(({ size, owned, out, of, setDown, collected, hours }) => ({
        cells: [
          `${size} yards`,
          owned,
          out,
          share(out, of),
          setDown,
          collected,
          share(collected, days.length > 0 ? of / days.length : 0),
          daysEach(hours, collected),
        ],
        facts: { figure: "collected", key: size },
      })),
    }),
  },
  nights: {
    title: "Dumpsters out, day by day",
    table: ({ fleet: { days, sizes } }: Reports): ReportTable => ({
      columns: [text("Day"), ...sizes.map(({ size }) => count(`${size} yards`)), count("All")],
      rows: days.map((day, i) => {
        const out = sizes.map(({ nights }) => nights[i] ?? 0);
        return { cells: [day, ...out, out.reduce((all, one) => all + one, 0)] };
      }),
    }),
  },
  trips: {
    title: "Trips and dry runs",
    table: ({ trips }: Reports): ReportTable => ({
      columns: [text("Job"), count("Trips"), count("Dry runs"), percent("Share")],
      rows: trips.kinds.map(({ key, label, all, wrong }) => ({
        cells: [label, all, wrong, share(wrong, all)],
        facts: { figure: "dry_run", key },
      })),
    }),
  },
  late: {
    title: "Late arrivals",
    table: ({ late }: Reports): ReportTable => ({
      columns: [text("Job"), count("Came"), count("Late"), percent("Share"), { head: "Late by, each", as: "minutes" }],
      rows: late.kinds.map(({ key, label, all, wrong, amount }) => ({
        cells: [label, all, wrong, share(wrong, all), wrong > 0 ? amount / wrong : null],
        facts: { figure: "late", key },
      })),
    }),
  },
  tickets: {
    title: "Heavy loads not charged",
    table: ({ tickets }: Reports): ReportTable => ({
      columns: [text("Charge"), count("Loads"), { head: "Tons over", as: "tons" }, cents("Worth today")],
      rows: tickets.states.map(({ key, label, n, amount, worth }) => ({
        cells: [label, n, amount / 100, worth],
        facts: { figure: "unbilled", key },
      })),
    }),
  },
  leads: {
    title: "Leads and their bookings",
    table: ({ leads }: Reports): ReportTable => ({
      columns: [text("Kind"), count("Leads"), count("Booked"), percent("Share")],
      rows: leads.map(({ key, label, n, amount }) => ({
        cells: [label, n, amount, share(amount, n)],
        facts: { figure: "lead", key },
      })),
    }),
  },
  cancellations: {
    title: "Cancellations",
    table: ({ cancellations }: Reports): ReportTable => ({
      columns: [text("Fee"), count("Cancelled"), cents("Fees"), cents("Given back")],
      rows: cancellations.map(({ key, label, n, amount, extra }) => ({
        cells: [label, n, amount, extra],
        facts: { figure: "cancellation", key },
      })),
    }),
  },
  places: {
    title: "Where the orders go",
    table: ({ places }: Reports): ReportTable => ({
      columns: [text("ZIP"), text("Town"), count("Orders"), cents("With tax")],
      rows: places.top.map(({ key, city, n, amount }) => ({
        cells: [key, city, n, amount],
        facts: { figure: "order_zip", key },
      })),
    }),
  },
} as const satisfies Record<string, { title: string; table: (reports: Reports) => ReportTable }>;

export type ReportId = keyof typeof REPORTS;

export function isReport(value: unknown): value is ReportId {
  return typeof value === "string" && Object.hasOwn(REPORTS, value);
}

/** A cell in words. */
export function cellText(as: As, value: string | number | null): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  return WORDS[as](value);
}

const WORDS: Readonly<Record<As, (value: number) => string>> = {
  text: String,
  count: (value) => value.toLocaleString("en-US"),
  cents: formatCents,
  percent: percentText,
  days: (value) => value.toFixed(1),
  rate: (value) => value.toFixed(2),
  minutes: lateWords,
  tons: (value) => value.toFixed(2),
};

/** "25 min", "3 h 10 min", "2 days". */
function lateWords(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < 24 * 60) return `${Math.floor(whole / 60)} h ${whole % 60} min`;
  const days = Math.round(whole / (24 * 60));
  return days === 1 ? "1 day" : `${days} days`;
}

/** "7%", "0.4%": one digit more where it would be next to nothing. */
export function percentText(value: number): string {
  const hundredths = value * 100;
  return `${hundredths > 0 && hundredths < 1 ? hundredths.toFixed(1) : Math.round(hundredths)}%`;
}

/** A cell for a spreadsheet: dollars, percent as a number, no more digits than mean something. */
export function cellValue(as: As, value: string | number | null): CsvCell {
  if (typeof value !== "number") return value;
  if (as === "cents") return { cents: value };
  return Math.round(value * (as === "percent" ? 1000 : 100)) / (as === "percent" ? 10 : 100);
}
