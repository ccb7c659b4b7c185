import type { MessageKind } from "./policy";
import type { AnswerKind } from "./texts";

/** The messages by name, as those who answer for them read the list. Pure. */

type NameOf<K> = K extends `${"mail" | "sms"}.${infer N}` ? N : never;
/** One cause; a mail, a text, or both tell it. */
export type MessageName = NameOf<SampleKind>;
/** What is sent, and what the word of a text is answered with. */
export type SampleKind = MessageKind | AnswerKind;

export const MESSAGE_GROUPS = {
  order: "The order",
  days: "What a day brings",
  trucks: "The trucks",
  money: "Money",
  office: "To the office and its people",
  accounts: "Accounts",
  answers: "Answers to a word",
} as const;
export type MessageGroup = keyof typeof MESSAGE_GROUPS;

interface Described {
  title: string;
  /** When it leaves. */
  when: string;
  group: MessageGroup;
}

/** Each message with its name and its moment. A new one says what it is, or the types say so. */
export const MESSAGE_NAMES: Readonly<Record<MessageName, Described>> = {
  "sign-request": { title: "Sign and pay", when: "The office has prepared an order", group: "order" },
  "booking-link": { title: "Booking link", when: "A caller outside our hours asks for it by a key", group: "order" },
  resume: { title: "Saved order", when: "Somebody asks for the link to their order", group: "order" },
  "booking-confirmed": { title: "Booking confirmed", when: "An order is paid, or goes on account", group: "order" },
  "booking-documents": { title: "Documents once more", when: "Somebody asks for the papers again", group: "order" },
  scheduled: { title: "Delivery scheduled", when: "A truck is planned for each dumpster of the order", group: "order" },
  moved: { title: "Another day", when: "A delivery or a pickup was moved", group: "order" },
  cancelled: { title: "Cancelled", when: "An order, or one dumpster of it, is cancelled", group: "order" },
  extended: { title: "More days", when: "A customer keeps a dumpster longer", group: "order" },
  "pickup-requested": {
    title: "Pickup requested",
    when: "A customer asks for the pickup; daily charges stop",
    group: "order",
  },
  "pickup-kept": { title: "Keeps it after all", when: "A customer takes a pickup back", group: "order" },
  "extra-planned": {
    title: "Another truck planned",
    when: "A swap, an emptying or a move is asked for",
    group: "order",
  },
  "extra-withdrawn": { title: "Truck taken back", when: "A customer takes such a truck back", group: "order" },
  "new-card": { title: "Card changed", when: "A customer puts another card on file", group: "money" },
  "day-before": { title: "Our truck comes tomorrow", when: "8 in the morning, a day before the truck", group: "days" },
  "due-soon": { title: "Two days left", when: "8 in the morning, two days before the pickup", group: "days" },
  "due-today": { title: "Due today", when: "8 in the morning of the pickup’s day", group: "days" },
  overdue: { title: "Overdue", when: "8 in the morning, 1, 3 and 7 days after, then each week", group: "days" },
  "delivery-late": {
    title: "We are late with the delivery",
    when: "A delivery’s time is over and no truck has left for it",
    group: "days",
  },
  "errand-late": {
    title: "We are late with a swap, an emptying or a move",
    when: "8 in the morning after its day, while no truck has left for it",
    group: "days",
  },
  "on-the-way": { title: "Driver on the way", when: "A truck leaves for the customer", group: "trucks" },
  "called-back": { title: "The truck turned back", when: "A truck was called back on its way", group: "trucks" },
  "access-blocked": { title: "Cannot get in", when: "A driver stands there and cannot get in", group: "trucks" },
  delivered: { title: "Delivered", when: "A dumpster is set down", group: "trucks" },
  "delivery-failed": {
    title: "Delivery not possible",
    when: "A driver had to leave with the dumpster",
    group: "trucks",
  },
  "picked-up": { title: "Picked up", when: "A dumpster is on the truck", group: "trucks" },
  "pickup-failed": {
    title: "Pickup not possible",
    when: "A driver had to leave without the dumpster",
    group: "trucks",
  },
  "extra-failed": {
    title: "Swap, emptying or move not possible",
    when: "A driver had to leave without doing it",
    group: "trucks",
  },
  "charge-notice": {
    title: "Charge notice",
    when: "A later charge has its proof, a day before it is made",
    group: "money",
  },
  "balance-due": { title: "Please pay", when: "A card was refused, or the office sends the link", group: "money" },
  "charge-paid": { title: "Receipt for a later charge", when: "A later charge is paid", group: "money" },
  "charge-dropped": { title: "No charge", when: "A charge that was noticed is taken back", group: "money" },
  "final-statement": { title: "Final statement", when: "A rental is over", group: "money" },
  "payment-received": { title: "Payment by hand", when: "A check or cash was written down", group: "money" },
  refund: { title: "Refund", when: "A refund came to its end", group: "money" },
  "late-payment": { title: "Payment goes back", when: "A payment came too late, or twice", group: "money" },
  lead: { title: "New request", when: "Somebody asks for a call", group: "office" },
  "office-digest": {
    title: "To clear up",
    when: "By day, once a day at most, while money or numbers wait for somebody",
    group: "office",
  },
  invitation: { title: "Invitation", when: "Somebody is invited to the team, or to drive", group: "office" },
  "confirm-account": { title: "Confirm your address", when: "Somebody signs up", group: "accounts" },
  "account-key": { title: "Link or code", when: "Somebody asks for a link or a code by mail", group: "accounts" },
  "account-code": { title: "Code by text", when: "Somebody asks for a code by text", group: "accounts" },
  "account-changed": {
    title: "Account changed",
    when: "A password, address or second factor was changed",
    group: "accounts",
  },
  "stop-answer": { title: "Answer to STOP", when: "A phone texts STOP, CANCEL or one of their like", group: "answers" },
  "start-answer": { title: "Answer to START", when: "A phone that had stopped our texts wants them", group: "answers" },
  "help-answer": { title: "Answer to HELP", when: "A phone texts HELP or INFO", group: "answers" },
};

const nameOf = (kind: SampleKind) => kind.replace(/^(mail|sms)\./, "") as MessageName;

/** In the order in which they are read: group by group. */
export const LISTED_NAMES: readonly MessageName[] = Object.keys(MESSAGE_GROUPS).flatMap((of) =>
  (Object.keys(MESSAGE_NAMES) as MessageName[]).filter((name) => MESSAGE_NAMES[name].group === of),
);

export const isMessageName = (name: unknown): name is MessageName =>
  typeof name === "string" && Object.hasOwn(MESSAGE_NAMES, name);

/** The kinds that tell a cause, the mail before the text. */
export function kindsNamed(kinds: readonly SampleKind[], name: MessageName): SampleKind[] {
  return kinds.filter((kind) => nameOf(kind) === name).sort();
}
