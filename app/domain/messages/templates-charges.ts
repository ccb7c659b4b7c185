import { formatCents, type Cents } from "../kernel/money";
import type { FallsDue } from "../states/money";
import { composeMail, type Block, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** Mails about later charges: each says what, how it was worked out, by which section, and what can be done. */

/** A later charge in words, as the booking's page has it too. */
export interface ChargeMailFacts {
  title: string;
  total: Cents;
  lines: string[];
  proofs: string[];
  clause: { heading: string; text: string } | null;
  /** "Dumpster 2 of 3" */
  dumpster: string | null;
  /** Where it stands, as a sentence. */
  stands: string;
}

const about = ({ dumpster, title }: ChargeMailFacts) => (dumpster ? `${dumpster}. ${title}` : title);

function chargeBlocks(charge: ChargeMailFacts, photos: number): (Block | null)[] {
  return [
    {
      kind: "facts",
      rows: [
        ["For", about(charge)],
        ["Amount", formatCents(charge.total)],
      ],
    },
    charge.lines.length > 0 ? { kind: "heading", text: "How we worked it out" } : null,
    charge.lines.length > 0 ? { kind: "steps", items: charge.lines } : null,
    { kind: "heading", text: "The proof" },
    ...charge.proofs.map((text): Block => ({ kind: "paragraph", text })),
    photos > 0
      ? { kind: "paragraph", text: photos === 1 ? "The photo is attached." : `The ${photos} photos are attached.` }
      : null,
    charge.clause ? { kind: "heading", text: `Your agreement: ${charge.clause.heading}` } : null,
    charge.clause ? { kind: "paragraph", text: charge.clause.text } : null,
  ];
}

/** `due`: when it is charged, "Tuesday, December 8, 1:01 pm"; `answer`: the office's words, where the customer had asked. */
export function chargeNotice(
  facts: BookingMailFacts & {
    charge: ChargeMailFacts;
    photos: number;
    due: string;
    answer: string | null;
    /** How it falls due. */
    how: FallsDue;
    questionUrl: string;
  },
): MailContent {
  const { charge, due, answer, how } = facts;
  const sum = formatCents(charge.total);
  const what = {
    account: `put ${sum} on your account`,
    card: `charge ${sum} to the card on file`,
    page: `ask you to pay ${sum}`,
  }[how];
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${answer === null ? "" : "our answer about "}${sum} for ${charge.title.replace(/^./, (first) => first.toLowerCase())}`,
    preview: `On ${due}, we ${what}, unless you question it.`,
    heading: answer === null ? "A charge for your rental" : "Our answer about the charge",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. Nothing is charged yet. On ${due}, we ${what}, unless you question it before.`,
      },
      answer === null ? null : { kind: "heading", text: "You asked, and we looked again" },
      answer === null ? null : { kind: "paragraph", text: answer },
      ...chargeBlocks(charge, facts.photos),
      { kind: "button", label: "Question this charge", url: facts.questionUrl },
      {
        kind: "paragraph",
        text: `If you question it, we stop and look again before anything is charged. Or call ${facts.business.phone}. If all is well, you need do nothing.`,
      },
    ],
  });
}

const TEXTED: Readonly<Record<FallsDue, string>> = {
  account: "put it on your account",
  card: "charge it",
  page: "ask you to pay it",
};

/** The same as a text: "Extra weight: 1.37 tons, $143.85. We charge it on Tue, Dec 8, 1:01 pm, unless you question it." */
export const noticeWords = ({
  title,
  total,
  due,
  isAnswer,
  how,
}: Record<"title" | "due", string> & { total: Cents; isAnswer: boolean; how: FallsDue }): string =>
  `${isAnswer ? "We have answered your question. " : ""}${title}, ${formatCents(total)}. We ${TEXTED[how]} on ${due}, unless you question it${isAnswer ? " again" : ""}.`;

/** "Your card was declined. $143.85 is still to be paid." `refused` null: the office sends the link again. */
export const balanceWords = (refused: string | null, said: string): string =>
  refused === null ? `${said} of your rental is still to be paid.` : `${refused} ${said} is still to be paid.`;

export function balanceDue(
  facts: BookingMailFacts & {
    balance: { charges: { title: string; total: Cents }[]; said: string };
    refused: string | null;
    payUrl: string;
  },
): MailContent {
  const said = balanceWords(facts.refused, facts.balance.said);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: please pay ${facts.balance.said}`,
    preview: said,
    heading: `Please pay ${facts.balance.said}`,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      {
        kind: "sums",
        rows: facts.balance.charges.map(({ title, total }): [string, string] => [title, formatCents(total)]),
      },
      { kind: "button", label: `Pay ${facts.balance.said}`, url: facts.payUrl },
      {
        kind: "paragraph",
        text: `You can pay with any card. The link opens the page to pay and nothing else of your booking. Questions? Call ${facts.business.phone}.`,
      },
    ],
  });
}

/** The receipt. `paidWith`: "Visa ending in 4242", null while it is not known. `invoiceUrl` null where the company makes no invoices. */
export function chargePaid(
  facts: BookingMailFacts & { charge: ChargeMailFacts; paidWith: string | null; invoiceUrl: string | null },
): MailContent {
  const sum = formatCents(facts.charge.total);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: receipt for ${sum}`,
    preview: `${facts.charge.title}: ${sum} is paid.`,
    heading: `${sum} is paid`,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. Thank you. This is your receipt.` },
      {
        kind: "facts",
        rows: [
          ["Booking number", facts.bookingNumber],
          ["For", about(facts.charge)],
          ["Paid", sum],
          ...(facts.paidWith ? [["With", facts.paidWith] satisfies [string, string]] : []),
        ],
      },
      facts.charge.lines.length > 0 ? { kind: "steps", items: facts.charge.lines } : null,
      facts.invoiceUrl ? { kind: "links", items: [["Invoice", facts.invoiceUrl]] } : null,
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

/** A charge that the customer knew of, and that nobody asks for any more. */
export function chargeDropped(facts: BookingMailFacts & { charge: ChargeMailFacts }): MailContent {
  const { charge } = facts;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: you do not pay ${formatCents(charge.total)}`,
    preview: `${charge.title}: ${charge.stands}`,
    heading: "You do not pay this charge",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. We told you of a charge. ${charge.stands}` },
      {
        kind: "facts",
        rows: [
          ["For", about(charge)],
          ["Amount", formatCents(charge.total)],
        ],
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

const SEE_IT = "See and print the statement";

/** The end of a rental: everything that was charged, paid and given back. `open`: what is still to be paid, in words. */
export function finalStatement(
  facts: BookingMailFacts & {
    rows: [label: string, value: string][];
    tickets: string[];
    open: string | null;
    /** Where it is paid; null where nothing is. */
    payUrl: string | null;
    statementUrl: string;
  },
): MailContent {
  const { open } = facts;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: your final statement`,
    preview: open ?? "All done and paid. Thank you.",
    heading: "Your final statement",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. Your rental is over. ${open ?? "Nothing more is to be paid. Thank you."}`,
      },
      facts.tickets.length > 0 ? { kind: "heading", text: "What your load weighed" } : null,
      ...facts.tickets.map((text): Block => ({ kind: "paragraph", text })),
      { kind: "heading", text: "The money" },
      { kind: "sums", rows: facts.rows },
      ...(facts.payUrl === null
        ? [{ kind: "button", label: SEE_IT, url: facts.statementUrl } satisfies Block]
        : [
            { kind: "button", label: "Pay what is open", url: facts.payUrl } satisfies Block,
            { kind: "links", items: [[SEE_IT, facts.statementUrl]] } satisfies Block,
          ]),
      { kind: "paragraph", text: `Something not right? Call ${facts.business.phone}.` },
    ],
  });
}
