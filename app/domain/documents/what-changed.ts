/** What is different from what was signed, in words: a new signature names everything that changed. Pure. */
import { formatDay } from "../kernel/days";
import { formatCents } from "../kernel/money";
import { STREET_NEEDS } from "../schedule/placement";
import { isExemptWords } from "./exempt-words";
import type { AgreementView, DocumentLine } from "./views";

type Content = Omit<AgreementView, "signature">;

/**
 * "15 → 20 yards", "General debris → Roofing", "Total: $409.32 → $598.32". Never empty: the words may be what changed.
 * `isOthers`: who reads it may be somebody else than who signed, and is not told who and where that was.
 */
export function whatChanged(before: Content, now: Content, { isOthers = false } = {}): string[] {
  const found = [...changedOrder(before, now, isOthers), ...changedWords(before, now)];
  return found.length > 0 ? found : ["A detail of the agreement, not your order or its total"];
}

/** Whether the order is as it was signed, and what changed is our own: the agreement's words, our phone number. */
export function isOnlyOurs(before: Content, now: Content): boolean {
  return changedOrder(before, now).length === 0;
}

/** Who it is for, where that is, and whether they have an account with us. */
const WHOSE: readonly string[] = ["Address", "Name", "Email", "Phone", "Payment"];

function changedOrder(before: Content, now: Content, isOthers = false): string[] {
  const fields: [name: string, was: string, is: string][] = [
    ["Delivery", formatDay(before.deliveryDay, { year: true }), formatDay(now.deliveryDay, { year: true })],
    ["Time", before.windowLabel, now.windowLabel],
    ["Rental days", String(before.rentalDays), String(now.rentalDays)],
    ["Pickup", formatDay(before.pickupDay, { year: true }), formatDay(now.pickupDay, { year: true })],
    ["Address", before.serviceAddress.join(", "), now.serviceAddress.join(", ")],
    ["Name", before.customer.name, now.customer.name],
    ["Email", before.customer.email, now.customer.email],
    ["Phone", before.customer.phone, now.customer.phone],
    ["Booking number", before.bookingNumber, now.bookingNumber],
    ["Payment", paymentWords(before), paymentWords(now)],
    ["Tax rate", before.figures.taxRatePercent, now.figures.taxRatePercent],
    ["Total", formatCents(before.figures.total), formatCents(now.figures.total)],
  ];
  return [
    ...changedLines(before.lines, now.lines),
    ...fields.flatMap(([name, was, is]) =>
      was === is ? [] : [`${name}: ${isOthers && WHOSE.includes(name) ? "" : `${was} → `}${is}`],
    ),
    ...changedChoices(before.choices, now.choices),
  ];
}

/** How it is paid is the order's own, also where the office chose it after the signature. */
function paymentWords({ accountDays }: Content): string {
  return accountDays === undefined ? "by card" : `on account, within ${accountDays} days of the invoice`;
}

/** Not said of an order: what nobody chose otherwise (`placement-rules.ts`). */
const PLACEMENT = "Placement: ";
const UNSAID = "on the driveway.";

/**
 * A choice of several ("Placement: …") is one change, and of a long one its first sentence says which it is. A certificate
 * that holds no more is not named: it may be somebody else's than who reads this.
 */
function changedChoices(before: readonly string[], now: readonly string[]): string[] {
  const [gone, exempt] = [
    before.filter((text) => !now.includes(text) && !isExemptWords(text)),
    before.some(isExemptWords) && !now.some(isExemptWords) ? ["Tax: no longer exempt"] : [],
  ];
  const come = now.filter((text) => !before.includes(text));
  const nameOf = (text: string) => /^\w+: /.exec(text)?.[0];
  const other = (text: string, choices: readonly string[]) =>
    choices.find((one) => nameOf(one) !== undefined && nameOf(one) === nameOf(text));
  const short = (text: string) => /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;
  return [
    ...exempt,
    ...gone.map((text) => {
      const instead = other(text, come);
      return instead
        ? `${text.replace(/\.$/, "")} → ${instead.slice(nameOf(instead)?.length)}`
        : nameOf(text) === PLACEMENT
          ? `${text.replace(/\.$/, "")} → ${UNSAID}`
          : text === STREET_NEEDS
            ? "No street permit is needed any more"
            : `No longer chosen: ${short(text)}`;
    }),
    ...come
      .filter((text) => !other(text, gone))
      .map((text) =>
        nameOf(text) === PLACEMENT
          ? `${PLACEMENT}${UNSAID.replace(/\.$/, "")} → ${text.slice(PLACEMENT.length)}`
          : text === STREET_NEEDS
            ? "A street permit is needed now"
            : `Now chosen: ${short(text)}`,
      ),
  ];
}

/** A material stands first in a line's detail (`documentLines`). */
function parts(line: DocumentLine) {
  const size = /^(\d+)-yard/.exec(line.description)?.[1] ?? line.description;
  return { size, material: line.detail?.split(" · ")[0] ?? "", quantity: String(line.quantity) };
}

function inWords(line: DocumentLine): string {
  const { material } = parts(line);
  return `${line.quantity} × ${line.description}${material && `, ${material}`}`;
}

/** Lines that stayed are left out; those that are left on both sides are taken for the same dumpsters, in their order. */
function changedLines(before: readonly DocumentLine[], now: readonly DocumentLine[]): string[] {
  const same = (a: DocumentLine) => (b: DocumentLine) => inWords(a) === inWords(b) && a.totalCents === b.totalCents;
  const [was, is] = [[...before], [...now]];
  for (const line of before) {
    const at = is.findIndex(same(line));
    if (at < 0) continue;
    is.splice(at, 1);
    was.splice(was.findIndex(same(line)), 1);
  }
  const several = Math.max(before.length, now.length) > 1;
  const pairs = Math.min(was.length, is.length);
  return [
    ...was.slice(0, pairs).flatMap((line, i) => {
      const changes = changedLine(line, is[i] ?? line);
      return several ? [`${inWords(line)}: ${changes.join(", ")}`] : changes;
    }),
    ...was.slice(pairs).map((line) => `Removed: ${inWords(line)}`),
    ...is.slice(pairs).map((line) => `Added: ${inWords(line)}`),
  ];
}

function changedLine(before: DocumentLine, now: DocumentLine): string[] {
  const [was, is] = [parts(before), parts(now)];
  const changes = [
    was.size === is.size ? "" : `${was.size} → ${is.size} yards`,
    was.material === is.material ? "" : `${was.material} → ${is.material}`,
    was.quantity === is.quantity ? "" : `Quantity: ${was.quantity} → ${is.quantity}`,
    before.totalCents === now.totalCents
      ? ""
      : `Price: ${formatCents(before.totalCents)} → ${formatCents(now.totalCents)}`,
  ].filter(Boolean);
  return changes.length > 0 ? changes : ["its description"];
}

function changedWords(before: Content, now: Content): string[] {
  const text = ({ sections }: Content) =>
    sections.map(({ heading, paragraphs, bullets }) => ({ heading, words: JSON.stringify([paragraphs, bullets]) }));
  const [was, is] = [text(before), text(now)];
  const changed = is.filter(({ heading, words }) => was.find((one) => one.heading === heading)?.words !== words);
  const removed = was.filter(({ heading }) => !is.some((one) => one.heading === heading));
  const headings = [...changed, ...removed].map(({ heading }) => `“${heading}”`);
  return [
    ...(headings.length > 0 ? [`The words of the agreement: ${headings.join(", ")}`] : []),
    ...(JSON.stringify(before.business) === JSON.stringify(now.business) ? [] : ["Our own name, address or contact"]),
  ];
}
