import { query } from "./paths";

/** The queue's and the stops' part of the overview's address. */
type OverviewView = Partial<Record<"whose" | "after" | "done" | "stops" | "from" | "number", string | undefined>>;

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
  /** What drivers' phones say that does not fit; `job`: of this one. */
  phones: (job?: string) => `/crm/dispatch/phones${job ? `#${job}` : ""}`,
  search: (q?: string) => `/crm/search${query({ q })}`,
  searchJson: (q: string) => `/crm/search.json${query({ q })}`,
  bookings: (filter: { q?: string; status?: string; money?: string } = {}) => `/crm/bookings${query(filter)}`,
  /** By a filter as it stands in an address: "q=ada&status=on_site". */
  bookingsBy: (filter: string) => `/crm/bookings${filter && `?${filter}`}`,
  /** The saved views, to keep this filter as another one; `view`: the one that is to be changed. */
  views: (filter: { q?: string; status?: string; money?: string }, view?: string) =>
    `/crm/bookings/views${query({ ...filter, view })}`,
  bookingsCsv: (filter: { q?: string; status?: string; money?: string }) => `/crm/bookings.csv${query(filter)}`,
  newBooking: "/crm/bookings/new",
  serviceArea: (id: string) => `/crm/service-areas/${id}`,
  customer: (id: string, values: Record<string, string> = {}) => `/crm/customers/${id}${query(values)}`,
  statement: (id: string, month?: string) => `/crm/customers/${id}/statement${query({ month })}`,
  statementCsv: (id: string, month: string) => `/crm/customers/${id}/statement.csv${query({ month })}`,
  /** An order that the office prepared, as the one draft that the caller has open as well. */
  prepared: (number: string) => `/crm/bookings/${number}/order`,
  orderJson: "/crm/order.json",
  newBookingFor: (customer: string) => `/crm/bookings/new${query({ customer })}`,
  lead: (id: string) => `/crm/overview/leads/${id}`,
  flags: "/crm/settings/flags",
  setup: (page: "settings" | "pricing", group: string) => `/crm/${page}/${group}`,
  setupSaved: (page: "settings" | "pricing", group: string) => `/crm/${page}${query({ saved: group })}`,
  paper: "/crm/settings/documents/paper",
  logs: (filter: Record<string, string | undefined> = {}) => `/crm/logs${query(filter)}`,
} as const;
