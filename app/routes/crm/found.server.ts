import { shortDay } from "~/domain/kernel/moments";
import type { CustomerHit, DumpsterHit, Hit, LeadHit } from "~/domain/records/find.server";
import { phoneView } from "~/domain/kernel/phone";
import { askedWords } from "~/domain/leads/request";
import { bookingStatusLabel } from "~/domain/states/labels";
import { crmPaths } from "~/crm-paths";
import { shortItems } from "~/ui/office/status-bits";
import type { Found } from "~/ui/office/found";

/** A hit in words, with the address that it leads to (contract.md: `{results:[{kind,title,detail,url}]}`). */
export function foundWords(hit: Hit, thisYear: string): Found {
  if (hit.kind === "dumpster") return dumpsterWords(hit);
  if (hit.kind === "ticket")
    return {
      kind: "ticket",
      title: `Ticket ${hit.number}`,
      detail: `${hit.facility}, ${hit.netPounds.toLocaleString("en-US")} lb, ${hit.of.name}, ${hit.of.booking}`,
      url: crmPaths.booking(hit.of.booking, "job-facts"),
      call: null,
      order: null,
    };
  if (hit.kind === "customer") return customerWords(hit);
  if (hit.kind === "lead") return leadWords(hit, thisYear);
  return {
    kind: "booking",
    title: `${hit.name}, ${hit.number}`,
    detail: [
      bookingStatusLabel(hit.status),
      shortItems(hit.items),
      `delivery ${shortDay(hit.deliveryDate, thisYear)}`,
      hit.city,
    ].join(" · "),
    url: crmPaths.booking(hit.number),
    call: callTo(hit.phone),
    order: crmPaths.newBookingFor(hit.customer),
  };
}

/** One that is out leads to whose it is; one in the yard to its own record. */
function dumpsterWords({ number, size, of, isOut }: DumpsterHit): Found {
  return {
    kind: "dumpster",
    title: `Dumpster ${number}`,
    detail: `${size} yards${of ? `, ${isOut ? "with" : "last with"} ${of.name}, ${of.booking}` : ", never out so far"}`,
    url: of && isOut ? crmPaths.booking(of.booking) : crmPaths.dumpster(number),
    call: null,
    order: null,
  };
}

function customerWords({ id, name, person, phone, email, site, notServed }: CustomerHit): Found {
  return {
    kind: "customer",
    title: name,
    detail: [notServed ? "Do not serve" : "", person, phone, email, site].filter(Boolean).join(" · "),
    url: crmPaths.customer(id),
    call: callTo({ phone, phone_extension: null }),
    order: notServed ? null : crmPaths.newBookingFor(id),
  };
}

/** The order begins with what they said when they asked. */
function leadWords({ lead }: LeadHit, thisYear: string): Found {
  return {
    kind: "lead",
    title: lead.name,
    detail: [lead.state === "closed" ? "Closed" : "", askedWords(lead, thisYear), phoneView(lead).text, lead.email]
      .filter(Boolean)
      .join(" · "),
    url: crmPaths.lead(lead.id),
    call: callTo(lead),
    order: crmPaths.newBookingFrom(lead.id),
  };
}

function callTo(row: { phone: string; phone_extension: string | null }): Found["call"] {
  const { text, href } = phoneView(row);
  return href ? { label: text, href } : null;
}
