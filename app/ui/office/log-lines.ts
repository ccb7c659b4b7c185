import { formatWhen } from "./when";

/** A line of the log as its list shows it: the texts of its row, and nothing else. */
export interface ShownLine {
  id: string;
  when: string;
  what: string;
  level: string;
  message: string;
  bookingId: string;
}

interface Logged {
  id: number;
  at: number;
  level: "ERROR" | "WARN" | "INFO";
  module: string;
  action: string;
  message: string;
  bookingId: string | null;
}

export function shownLine(
  { id, at, level, module, action, message, bookingId }: Logged,
  thisYear: string | undefined,
): ShownLine {
  return {
    id: String(id),
    when: formatWhen(at, { thisYear }),
    what: `${module}, ${action}`,
    level,
    message,
    bookingId: bookingId ?? "",
  };
}

/** The lines of a table as it was sent, read back from it, as a list of bookings is (booking-lines.ts). */
export function readLog(table: HTMLTableElement | null): ShownLine[] {
  const named = (link: Element | null | undefined, name: string) =>
    new URLSearchParams(link?.getAttribute("href")?.split("?")[1]).get(name) ?? "";
  return [...(table?.tBodies[0]?.rows ?? [])].map(({ cells: [when, what, level, message, booking] }) => ({
    id: named(when?.querySelector("a"), "line"),
    when: when?.textContent ?? "",
    what: what?.textContent ?? "",
    level: level?.textContent ?? "",
    message: message?.textContent ?? "",
    bookingId: named(booking?.querySelector("a"), "booking"),
  }));
}

/** In the browser: the lines of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_LOG: ShownLine[] =
  typeof document === "undefined" ? [] : readLog(document.querySelector<HTMLTableElement>("table.log"));
