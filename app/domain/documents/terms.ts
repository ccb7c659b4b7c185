import { keptFor, keptTexts } from "../kernel/kept";
import { formatPrice } from "../kernel/money";
import type { AgreementSection, AgreementView } from "./views";
import { chargeSections } from "./terms-charges";
import { dumpsterSections } from "./terms-dumpster";
import { plusTax, tons, type TermsFacts } from "./terms-facts";

export type { TermsFacts } from "./terms-facts";

/** Changes with every change of the words below. It is printed, stored and hashed with each signature. */
export const TERMS_VERSION = "2026-11-29.1";

/**
 * The rental agreement in plain English (specification, section 9; domain.md, sections 2 to 4). The owner's own words, if
 * there are any, are its last section: an empty line between paragraphs.
 */
export function agreementSections(facts: TermsFacts, ownWords = ""): readonly AgreementSection[] {
  const key = JSON.stringify([facts, ownWords]);
  const known = written.get(key);
  if (known) return known;
  // Frozen, as many orders share it.
  const sections = Object.freeze(writeSections(facts, ownWords));
  written.set(key, sections);
  return sections;
}

/** Most orders have the same terms: writing them out was a twelfth of the time of a page after the signature. */
const written = keptTexts<readonly AgreementSection[]>(100);

function writeSections(facts: TermsFacts, ownWords: string): readonly AgreementSection[] {
  const paragraphs = ownWords.split(/\n\s*\n/).flatMap((text) => text.replace(/\s+/g, " ").trim() || []);
  return [
    ...dumpsterSections(facts),
    ...chargeSections(facts),
    ...(paragraphs.length > 0 ? [{ id: "further-terms", heading: "Further terms", paragraphs }] : []),
  ];
}

/** What a customer agrees to in writing for the card on file (domain.md 4.16): names every later charge. */
export const cardConsentText = keptFor(
  (facts: TermsFacts): string =>
    `I agree that ${facts.businessName} keeps my card on file and may charge it later for: weight over ${tons(facts.includedTons)} ` +
    `(${formatPrice(facts.overagePerTon)} plus ${formatPrice(facts.landfillPerTon)} landfill fee per ton), extra days (${formatPrice(facts.extensionPerDay)} a day for each dumpster${plusTax(facts, ", ")}), trips to the facility that I ask for (${formatPrice(facts.haulFee)} each${plusTax(facts, ", ")}), ` +
    `the difference in price when the load is another material than the one I ordered, permits outside Orlando (what they cost), ` +
    `a dry run (${formatPrice(facts.dryRunFee)}), items that may not go in (${formatPrice(facts.prohibitedItemFee)} each), light cleaning (${formatPrice(facts.lightCleaningFee)}), ` +
    `and moving or tampering with the dumpster (${formatPrice(facts.tamperFee)}). ` +
    `Each charge comes with proof and a notice ${facts.noticeHours} hours before, and I can question it.`,
);

/** What is hashed: all that the customer agrees to, nothing that is only known after signing. */
export type CanonicalFacts = Omit<AgreementView, "signature" | "contentSha256">;

/**
 * The agreement as one stable text, whose SHA-256 proves what was signed: the same facts give the same bytes whatever
 * the order of their keys; a change of any figure, name, day or word gives others. Amounts are cents.
 */
export function canonicalAgreement(view: CanonicalFacts): string {
  const {
    business,
    bookingNumber,
    customer,
    serviceAddress,
    lines,
    deliveryDay,
    windowLabel,
    pickupDay,
    rentalDays,
    choices,
    figures,
    sections,
    termsVersion,
  } = view;
  const content = {
    business,
    bookingNumber,
    customer,
    serviceAddress,
    lines,
    deliveryDay,
    windowLabel,
    pickupDay,
    rentalDays,
    choices,
    figures,
    sections: null,
    termsVersion,
  };
  const text = JSON.stringify(sortKeys(content), null, 1);
  // A key of the outermost object is the only thing that can begin a line so: within a text, line ends are escaped.
  const at = text.indexOf(SECTIONS) + SECTIONS.length;
  return `rental-agreement/1\n${text.slice(0, at)}${sectionsText(sections)}${text.slice(at + "null".length)}\n`;
}

const SECTIONS = '\n "sections": ';

function sortKeys(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, sortKeys(entry)]));
}

/** The terms are most of an agreement, and the same list, which nothing can change, in many. */
const sectionsText = keptFor((sections: CanonicalFacts["sections"]): string =>
  JSON.stringify(sortKeys(sections), null, 1).replaceAll("\n", "\n "),
);
