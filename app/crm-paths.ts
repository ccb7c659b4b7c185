import { query } from "./paths";

/** The queue's and the stops' part of the overview's address; `lead`: one that was just closed. */
type OverviewView = Partial<
  Record<"whose" | "after" | "done" | "stops" | "from" | "number" | "lead", string | undefined>
>;

/** The filter of the list of bookings. */
type BookingList = Partial<Record<"q" | "status" | "day" | "money", string>>;

/** The time that a report is about: a month, or days of one's own. */
type Asked = Partial<Record<"month" | "from" | "to", string>>;

/** The office's addresses, apart from the others: customers' pages load none of them. */
export const crmPaths = {
  root: "/crm",
  withWarnings: "/crm/overview?told=warnings",
  tab: (tab: string) => `/crm/${tab}`,
  overview: (view: OverviewView = {}, at = "") => `/crm/overview${query(view)}${at && `#${at}`}`,
  booking: (number: string, at = "") => `/crm/bookings/${number}${at && `#${at}`}`,
  editBooking: (number: string) => `/crm/bookings/${number}/edit`,
  /** `job`: the one that is to be moved. */
  dispatch: (day?: string, job?: string) => `/crm/dispatch${query({ day, job })}${job ? "#move" : ""}`,
  /** A day to be closed for a storm; with `part` and `reason` the page shows what that would do. */
  closeDay: (wish: { day?: string | undefined; part?: string; reason?: string }) => `/crm/dispatch/close${query(wish)}`,
  inventory: (filter: Record<string, string | undefined> = {}) => `/crm/inventory${query(filter)}`,
  /** Later charges, by where they stand; `charge`: the one that is open. */
  billing: (filter: Record<string, string | undefined> = {}) =>
    `/crm/billing${query(filter)}${filter["charge"] ? "#charge" : ""}`,
  billingCsv: (filter: Record<string, string | undefined>) => `/crm/billing.csv${query(filter)}`,
  /** A charge of a booking, added by hand. */
  addCharge: (number: string) => `/crm/billing/new${query({ booking: number })}`,
  dumpster: (number: string) => `/crm/inventory/${encodeURIComponent(number)}`,
  addDumpster: "/crm/inventory/new",
  /** The next eight weeks; `size`: where on the page. */
  availability: (size?: number | string) => `/crm/inventory/availability${size ? `#size-${size}` : ""}`,
  labels: (filter: Record<string, string | undefined> = {}) => `/crm/inventory/labels${query(filter)}`,
  /** `task`: which of them. */
  reconcile: (task?: string) => `/crm/inventory/reconcile${query({ task })}`,
  driver: (id: string) => `/crm/drivers/${id}`,
  trucks: "/crm/drivers/trucks",
  facilities: "/crm/drivers/facilities",
  /** What a customer needs beyond delivery and pickup, for one of a booking's dumpsters. */
  extra: (number: string, values: Record<string, string> = {}) => `/crm/bookings/${number}/needs${query(values)}`,
  /** With the proposal for the day. */
  dispatchPlan: (day: string) => `/crm/dispatch${query({ day, plan: "1" })}#plan`,
  /** `told`: how many jobs were given as on a former day, and how many were left: "3-2". */
  dispatchCopied: (day: string, told: string) => `/crm/dispatch${query({ day, copied: told })}`,
  /** The day on paper, a page for each driver. */
  dispatchSheet: (day: string) => `/crm/dispatch/sheet${query({ day })}`,
  /** What drivers' phones say that does not fit; `job`: of this one. */
  phones: (job?: string) => `/crm/dispatch/phones${job ? `#${job}` : ""}`,
  search: (q?: string) => `/crm/search${query({ q })}`,
  searchJson: (q: string) => `/crm/search.json${query({ q })}`,
  bookings: (filter: BookingList = {}) => `/crm/bookings${query(filter)}`,
  /** By a filter as it stands in an address: "q=ada&status=on_site". */
  bookingsBy: (filter: string) => `/crm/bookings${filter && `?${filter}`}`,
  /** The saved views, to keep this filter as another one; `view`: the one that is to be changed. */
  views: (filter: BookingList, view?: string) => `/crm/bookings/views${query({ ...filter, view })}`,
  bookingsCsv: (filter: BookingList) => `/crm/bookings.csv${query(filter)}`,
  newBooking: "/crm/bookings/new",
  serviceArea: (id: string) => `/crm/service-areas/${id}`,
  customer: (id: string, values: Record<string, string> = {}, at = "") =>
    `/crm/customers/${id}${query(values)}${at && `#${at}`}`,
  statement: (id: string, month?: string) => `/crm/customers/${id}/statement${query({ month })}`,
  statementPdf: (id: string, month: string) => `/crm/customers/${id}/statement.pdf${query({ month })}`,
  statementCsv: (id: string, month: string) => `/crm/customers/${id}/statement.csv${query({ month })}`,
  /** An order that the office prepared, as the one draft that the caller has open as well. */
  prepared: (number: string) => `/crm/bookings/${number}/order`,
  orderJson: "/crm/order.json",
  newBookingFor: (customer: string) => `/crm/bookings/new${query({ customer })}`,
  /** With everything that a lead had typed. By its id: an address is kept in histories and logs, and has an end. */
  newBookingFrom: (lead: string) => `/crm/bookings/new${query({ lead })}`,
  lead: (id: string) => `/crm/overview/leads/${id}`,
  leads: (state?: string, after?: string) => `/crm/overview/leads${query({ state, after })}`,
  disputes: (after?: string) => `/crm/billing/disputes${query({ after })}`,
  dispute: (id: string) => `/crm/billing/disputes/${id}`,
  /** The evidence as it would be sent now. */
  evidence: (id: string) => `/crm/billing/disputes/${id}/evidence.pdf`,
  /** `refund`: the one that is seen to. */
  refunds: (refund?: string) => `/crm/billing/refunds${query({ refund })}${refund ? `#${refund}` : ""}`,
  refundPaid: "/crm/billing/refunds?told=paid",
  /** Who owes how much on account. */
  owed: "/crm/billing/owed",
  owedCsv: "/crm/billing/owed.csv",
  takings: (day?: string) => `/crm/billing/takings${query({ day })}`,
  export: (period: { from?: string; to?: string } = {}) => `/crm/billing/export${query(period)}`,
  journalCsv: (period: { from: string; to: string }) => `/crm/billing/journal.csv${query(period)}`,
  quickBooksCsv: (period: { from: string; to: string }) => `/crm/billing/quickbooks.csv${query(period)}`,
  /** A check or cash of a customer; `booking`: what it is for first. */
  receive: (customer: string, values: Record<string, string> = {}) =>
    `/crm/billing/receive/${customer}${query(values)}`,
  /** Money back outside the rules. */
  giveBack: (number: string, values: Record<string, string> = {}) => `/crm/bookings/${number}/refund${query(values)}`,
  calls: (filter: Record<string, string | undefined> = {}) => `/crm/calls${query(filter)}`,
  call: (id: string) => `/crm/calls${query({ call: id })}`,
  /** A phone order that goes on where a call left it. */
  newBookingAfter: (call: string) => `/crm/bookings/new${query({ call })}`,
  voicemail: (id: string) => `/crm/calls/${id}/voicemail`,
  /** What a browser says of its telephone. */
  voice: (call: "heartbeat" | "ring" | "available" | "bind" | "typed" | "left" | "wrap") => `/crm/voice/${call}`,
  /** The person's telephone as it is kept, and who is calling: the screen pop of `call`. */
  voiceJson: (call?: string) => `/crm/voice.json${query({ call })}`,
  flags: "/crm/settings/flags",
  checkVoice: "/crm/settings/telephone",
  /** The messages with made-up facts; `message`: one of them whole. */
  messages: (message?: string) => `/crm/settings/messages${query({ message })}`,
  messageMail: (kind: string, sample: number) =>
    `/crm/settings/messages/mail${query({ kind, sample: String(sample) })}`,
  setup: (page: "settings" | "pricing", group: string) => `/crm/${page}/${group}`,
  /** `from`: the day from which it holds, where that is still to come; `closed`, `opened`: the days that were closed and opened by it. */
  setupSaved: (
    page: "settings" | "pricing",
    group: string,
    { from, closed, opened }: { from: string | null; closed: readonly string[]; opened: readonly string[] },
  ) =>
    `/crm/${page}${query({ saved: group, from: from ?? undefined, closed: closed.join(".") || undefined, opened: opened.join(".") || undefined })}`,
  paper: "/crm/settings/documents/paper",
  reports: (asked: Asked = {}, at = "") => `/crm/reports${query(asked)}${at && `#${at}`}`,
  /** What a figure of the reports counts; `key`: only this one's. */
  reportRows: (filter: Record<"figure" | "from" | "to", string> & { key?: string | undefined; after?: string }) =>
    `/crm/reports/rows${query(filter)}`,
  /** A report's table as a file; with `figure` the rows behind one. */
  reportCsv: (asked: Asked & { report?: string; figure?: string; key?: string | undefined }) =>
    `/crm/reports.csv${query(asked)}`,
  logs: (filter: Record<string, string | undefined> = {}) => `/crm/logs${query(filter)}`,
} as const;
