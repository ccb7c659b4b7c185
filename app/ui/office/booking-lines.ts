import type { Day } from "~/domain/kernel/days";
import { shortDay } from "~/domain/kernel/moments";
import { formatCents } from "~/domain/kernel/money";
import { bookingStatusLabel } from "~/domain/states/labels";
import { cancelledWords, shortItems, toneOf, TONES } from "./status-bits";

/** A booking as the lists of the office show it: the texts of its row, and nothing else. */
export interface BookingLine {
  number: string;
  /** Of a company: "Schultz & Söhne LLC, Ana Ruiz". */
  name: string;
  city: string;
  tone: string;
  status: string;
  onHold: boolean;
  items: string;
  /** "; 1 of 3 is cancelled", or nothing. */
  cancelled: string;
  delivery: string;
  /** In a list by money, what came in and went back instead: "$409.32 − $50.00". */
  total: string;
}

export interface Listed {
  number: string;
  status: string;
  onHold: string | null;
  items: string;
  units: number;
  /** How many of its several dumpsters are cancelled. */
  cancelled: number;
  deliveryDate: string;
  /** Cents. */
  total: number;
  firstName: string;
  lastName: string;
  company: string | null;
  city: string;
  /** What came in and went back in the time that a list is about, in cents. */
  moved?: { came: number; went: number } | undefined;
}

export function bookingLine(row: Listed, thisYear: string | undefined): BookingLine {
  return {
    number: row.number,
    name: `${row.company ? `${row.company}, ` : ""}${row.firstName} ${row.lastName}`,
    city: row.city,
    tone: toneOf(row.status),
    status: bookingStatusLabel(row.status),
    onHold: row.onHold !== null && row.onHold !== "",
    items: shortItems(row.items),
    cancelled: cancelledWords(row),
    delivery: shortDay(row.deliveryDate as Day, thisYear),
    total: row.moved ? movedWords(row.moved) : formatCents(row.total),
  };
}

/** "$409.32", "−$50.00", "$409.32 − $50.00". */
function movedWords({ came, went }: { came: number; went: number }): string {
  if (went === 0) return formatCents(came);
  return came === 0 ? formatCents(-went) : `${formatCents(came)} − ${formatCents(went)}`;
}

/**
 * The lines of a table as it was sent, read back from it: fifty bookings are a third of their page, and would go a
 * second time as data. The texts alone count, so that a translated page is taken over as it stands.
 */
export function readLines(table: HTMLTableElement | null): BookingLine[] {
  return [...(table?.tBodies[0]?.rows ?? [])].map(({ cells }) => {
    const [number, who, status, items, delivery, total] = [...cells].map((cell) => cell.textContent ?? "");
    const city = cells[1]?.querySelector("span")?.textContent ?? "";
    const cancelled = cells[3]?.querySelector("b")?.textContent ?? "";
    const tags = cells[2]?.querySelectorAll("b");
    return {
      number: number ?? "",
      name: (who ?? "").slice(0, (who ?? "").length - city.length),
      city,
      tone: TONES.find((tone) => tags?.[0]?.classList.contains(tone)) ?? "",
      status: tags?.[0]?.textContent ?? status ?? "",
      onHold: tags?.length === 2,
      items: (items ?? "").slice(0, (items ?? "").length - cancelled.length),
      cancelled,
      delivery: delivery ?? "",
      total: total ?? "",
    };
  });
}

/**
 * In the browser: the lines of the page that was sent. Read once, because React may clear the document to make it anew.
 */
export const SENT_LINES: BookingLine[] =
  typeof document === "undefined" ? [] : readLines(document.querySelector<HTMLTableElement>("table.bookings"));
