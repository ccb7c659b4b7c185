/** What staff may allow on a prepared order beyond what anybody may (domain.md, 4.25). Pure. */
import { phoneColumns } from "../../kernel/phone";
import type { Instant } from "../../kernel/time.server";
import { needsConsultation } from "../../pricing/rules";
import { chosenOf, type OrderLine } from "../../pricing/types";
import { orderLines, type DraftData } from "./data";

/**
 * `consultation`: these materials were talked about. `full_window`: this order comes in this window, however full it is
 * and however many trips it takes. `price`: this order costs what the office said. `on_account`: it goes on the account
 * of the customer who orders, instead of a payment page. `exempt`: whoever orders it shows a certificate, and it is taxed
 * by that, however often it is put right.
 */
export type Right = "consultation" | "full_window" | "price" | "on_account" | "exempt";
export type Rights = ReadonlySet<Right>;

/** What everybody has. */
export const NO_RIGHTS: Rights = new Set();

/** The facts of an order that a right can depend on. */
export interface GrantableOrder {
  lines: readonly OrderLine[];
  zip: string;
  deliveryDate: string;
  deliveryTime: string;
  /** Whose order it is: email address and number, as they are kept. */
  contact: readonly [string, string];
}

/** An order as its draft has it now; its prices are not part of it. */
export function grantableOrder(data: DraftData): GrantableOrder {
  const { zip, deliveryDate, deliveryTime, contactInfo } = data;
  const contact = [contactInfo.email.toLowerCase(), phoneColumns(contactInfo.phone).phone] as const;
  return { lines: orderLines(data), zip, deliveryDate, deliveryTime, contact };
}

/**
 * The facts that a right is given for, as one canonical text: the same facts are the same text. Migration 0005 writes
 * them too.
 */
export function factsFor(right: Right, { lines, zip, deliveryDate, deliveryTime, contact }: GrantableOrder): string {
  switch (right) {
    case "consultation":
      return JSON.stringify({
        materials: [
          ...new Set(lines.map(({ material }) => material).filter((material) => needsConsultation([{ material }]))),
        ].sort(),
      });
    case "full_window":
      return JSON.stringify({
        deliveryDate,
        deliveryTime,
        lines: lines.map(({ size, quantity, material }) => [size, quantity, material]),
      });
    case "price":
      return JSON.stringify({
        zip,
        lines: lines.map(({ size, quantity, material, ...line }) => {
          const { rentalDays, ...more } = chosenOf(line);
          return [size, quantity, material, rentalDays, ...Object.entries(more)];
        }),
      });
    case "exempt":
      return JSON.stringify({ contact: contact[0] || contact[1] });
    case "on_account":
      return JSON.stringify({ contact, price: factsFor("price", { lines, zip, deliveryDate, deliveryTime, contact }) });
  }
}

export interface GivenRight {
  right: Right;
  facts: string;
  ends_at: Instant;
  ended_at: Instant | null;
}

/** Whether a grant holds for an order as it is now. One that has ended, or was given for other facts, is none. */
export function covers(grant: GivenRight, order: GrantableOrder, now: Instant): boolean {
  return grant.ended_at === null && now <= grant.ends_at && grant.facts === factsFor(grant.right, order);
}
