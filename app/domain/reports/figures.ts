/**
 * What is counted, each fact of a figure a row (report_facts; migration 0065 says from what). A further figure is its view
 * and triggers in a migration, a line here, and its place on the page (`reports.server.ts`, app/ui/office/reports). Pure.
 */
import { LEAD_KIND } from "../leads/labels";
import { JOB_KIND } from "../states/job-labels";
import { CHARGE_KIND } from "../states/labels";

/** How an amount is told; what is stored is a whole number of its unit. */
export type Measure = "cents" | "hours" | "minutes" | "pounds" | "hundredths" | "booked" | "units";

export interface FigureWords {
  /** What its rows are, as a heading. */
  title: string;
  /** The column of the key, and a key in words; an unknown one shows as itself. */
  keyHead: string;
  key: (key: string) => string;
  amount?: { head: string; as: Measure };
  extra?: { head: string; as: Measure };
  /** The column of what is known besides; where it has none, nothing is. */
  detail?: string;
}

const CHARGE_LABELS: Readonly<Record<string, string>> = { ...CHARGE_KIND, written_off: "Written off" };
const JOB_LABELS: Readonly<Record<string, string>> = JOB_KIND;
const LEAD_LABELS: Readonly<Record<string, string>> = LEAD_KIND;
const SOURCES: Readonly<Record<string, string>> = { web: "Website", staff: "Office" };
const BILLING: Readonly<Record<string, string>> = { open: "No charge yet", proposed: "Charge on its way" };
const oneOf = (labels: Readonly<Record<string, string>>) => (key: string) => labels[key] ?? key;
const size = (key: string) => `${key} yards`;
const job = { keyHead: "Job", key: oneOf(JOB_LABELS) };

export const FIGURES = {
  revenue: {
    title: "Charges and credits",
    keyHead: "Kind",
    key: oneOf(CHARGE_LABELS),
    amount: { head: "Before tax", as: "cents" },
    extra: { head: "Tax", as: "cents" },
    detail: "What for",
  },
  order: {
    title: "Orders booked",
    keyHead: "Came by",
    key: oneOf(SOURCES),
    amount: { head: "Total", as: "cents" },
    extra: { head: "Dumpsters", as: "units" },
  },
  order_zip: {
    title: "Orders by ZIP",
    keyHead: "ZIP",
    key: (zip) => zip,
    amount: { head: "Total", as: "cents" },
    extra: { head: "Dumpsters", as: "units" },
  },
  cancellation: {
    title: "Cancellations",
    keyHead: "Fee in percent",
    key: (percent) => `${percent}%`,
    amount: { head: "Fee", as: "cents" },
    extra: { head: "Given back", as: "cents" },
    detail: "Why",
  },
  set_down: { title: "Dumpsters set down", keyHead: "Size", key: size },
  collected: {
    title: "Dumpsters collected",
    keyHead: "Size",
    key: size,
    amount: { head: "Days at the site", as: "hours" },
  },
  trip: { title: "Trips to customers", ...job },
  dry_run: { title: "Dry runs", ...job, detail: "Why" },
  arrival: { title: "Trucks that came", ...job },
  late: { title: "Late arrivals", ...job, amount: { head: "Late by", as: "minutes" } },
  lead: {
    title: "Leads",
    keyHead: "Kind",
    key: oneOf(LEAD_LABELS),
    amount: { head: "Booked", as: "booked" },
    detail: "Who",
  },
  ticket: {
    title: "Loads weighed",
    keyHead: "Size",
    key: size,
    amount: { head: "Net pounds", as: "pounds" },
    detail: "Ticket",
  },
  unbilled: {
    title: "Heavy loads not charged",
    keyHead: "Charge",
    key: oneOf(BILLING),
    amount: { head: "Tons over", as: "hundredths" },
    detail: "Ticket",
  },
} as const satisfies Record<string, FigureWords>;

export type Figure = keyof typeof FIGURES;

export function isFigure(value: unknown): value is Figure {
  return typeof value === "string" && Object.hasOwn(FIGURES, value);
}

/** The words of a figure, whichever it is. */
export function wordsOf(figure: Figure): FigureWords {
  return FIGURES[figure];
}
