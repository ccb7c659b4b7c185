import type { Orm } from "#db/client.server";
import { findExemption, type Exemption } from "../../customers/exemption.server";
import type { Day } from "../../kernel/days";
import type { DraftData } from "./data";
import type { Draft } from "./drafts.server";
import { onlySaid } from "./office-contact";

/**
 * The certificate by which an order that the office prepared pays no sales tax on a New York day: of who is reached by
 * its contact, found as well by what the office itself has said of that (domain.md, 4.23). The caller's link lets them
 * write another name, address and number into it, and a company's are no secret. Null for an order of nobody's.
 */
export function findOrderExemption(
  orm: Orm,
  { officeContact }: Pick<Draft, "officeContact">,
  { contactInfo }: Pick<DraftData, "contactInfo">,
  on: Day,
): Exemption | null {
  const theirs = findExemption(orm, contactInfo, on);
  // Of an order from before this was kept, whose caller had written the name: an address may be that of several.
  if (!theirs || !officeContact?.name) return null;
  const said = findExemption(orm, onlySaid(contactInfo, officeContact), on);
  return said?.certificate === theirs.certificate ? theirs : null;
}
