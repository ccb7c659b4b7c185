/** One answer of the office's search, as `/crm/search.json` gives it. */
export interface Found {
  kind: "booking" | "customer" | "lead" | "dumpster" | "ticket";
  title: string;
  detail: string;
  url: string;
  /** Whom to call at a tap; null where no number is known. */
  call: { label: string; href: string } | null;
  /** A new order for this customer; null where it is not about one. */
  order: string | null;
}

export const KIND: Readonly<Record<Found["kind"], string>> = {
  booking: "Booking",
  customer: "Customer",
  lead: "Lead",
  dumpster: "Dumpster",
  ticket: "Weight ticket",
};
