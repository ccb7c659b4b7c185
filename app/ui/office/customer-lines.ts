import type { CustomerRow } from "~/domain/records/customer-list.server";

/**
 * The customers of a table as it was sent, read back from it, as a list of bookings is (booking-lines.ts): fifty rows would
 * go a second time as data, a third of their page.
 */
export function readCustomers(table: HTMLTableElement | null): CustomerRow[] {
  return [...(table?.tBodies[0]?.rows ?? [])].map(({ cells: [who, phone, email, site, since] }) => {
    const link = who?.querySelector("a");
    return {
      id: link?.getAttribute("href")?.split("/").at(-1) ?? "",
      name: link?.textContent ?? "",
      person: who?.querySelector("span")?.textContent ?? "",
      phone: phone?.textContent ?? "",
      email: email?.firstChild?.nodeType === Node.TEXT_NODE ? (email.firstChild.nodeValue ?? "") : "",
      site: site?.textContent ?? "",
      notServed: email?.querySelector("span") !== null,
      since: since?.textContent ?? "",
    };
  });
}

/** In the browser: the rows of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_CUSTOMERS: CustomerRow[] =
  typeof document === "undefined" ? [] : readCustomers(document.querySelector<HTMLTableElement>("table.customers"));
