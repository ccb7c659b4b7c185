import { BOOKING_STATUS } from "~/domain/states/labels";
import { addDays } from "~/domain/kernel/days";
import type { ToDo } from "~/domain/documents/to-sign.server";
import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { moneySentence, statusWords } from "~/domain/records/status-words";
import { WITH_PERMIT } from "~/domain/states/labels";
import { asSentence } from "~/domain/states/sentence";
import { paths } from "~/paths";
import type { MadeUp, Samples } from "./sample-facts.server";

type Kinds = Extract<
  MessageKind,
  `${"mail" | "sms"}.${"booking-confirmed" | "booking-documents" | "cancelled" | "refund" | "late-payment" | "sign-request" | "resume" | "lead" | "moved"}`
>;

const documents = ({ url }: MadeUp) => [
  { label: "Invoice (PDF)", url: url("/files/example") },
  { label: "Rental agreement (PDF)", url: url("/files/example") },
];
const PAID = { paid: 40932, card: "Visa ending in 4242", due: null };

const moneyOf = ({ facts }: MadeUp) => ({ amount: 36839, phone: facts.business.phone });

const SECOND = "20-yard dumpster (number 2)";
const BY_CARD = { off: null, back: [{ cents: 36839, state: "under-way", by: ["card"], card: "Visa 4242" }] } as const;
const ON_ACCOUNT = { off: 36839, back: [] } as const;
function cancelled({ facts, papers }: MadeUp, how: typeof BY_CARD | typeof ON_ACCOUNT = BY_CARD) {
  const money = { paid: 40932, fee: 4093, ...how, already: 0, inAll: false };
  const said = { headline: BOOKING_STATUS.cancelled.label, more: moneySentence(money) };
  return {
    ...facts,
    ...money,
    said,
    tierPercent: 10,
    trip: 0,
    papers: [papers.invoice, papers.creditNote],
  };
}

function moved({ facts, today, workday }: MadeUp) {
  const was = { day: facts.deliveryDay, hours: "8AM to 12PM" };
  const is = { day: workday(facts.deliveryDay, 1), hours: "12PM to 5PM" };
  const unit = {
    dumpster: "20-yard dumpster",
    what: "delivery" as const,
    was,
    is,
    pickup: workday(facts.pickupDay, 1),
    isKept: false,
  };
  return {
    byUs: { units: [unit], reason: null, isFree: false },
    storm: { units: [unit], reason: "tropical storm", isFree: true },
    pickup: {
      units: [
        {
          ...unit,
          what: "pickup" as const,
          was: { day: workday(today, 0), hours: "" },
          is: { day: workday(workday(today, 0), 2), hours: "" },
          pickup: null,
        },
      ],
      reason: null,
      isFree: false,
    },
  };
}

/** What is ordered, paid, moved and cancelled. */
export const BOOKING_SAMPLES: Samples<Kinds> = {
  "mail.booking-confirmed": (made) => [
    { label: "Paid by card", mail: templates.bookingConfirmed({ ...made.facts, ...PAID, documents: documents(made) }) },
    {
      label: "On account, on the street",
      mail: templates.bookingConfirmed({
        ...made.facts,
        paid: 40932,
        card: null,
        due: addDays(made.today, 30),
        permitMissing: true,
        status: { ...made.facts.status, headline: `${made.facts.status.headline}, ${WITH_PERMIT}` },
        placement: "On the street",
        documents: documents(made),
      }),
    },
  ],
  "mail.booking-documents": (made) => [
    {
      label: "While it stands there",
      mail: templates.bookingDocuments({ ...made.in("on_site"), ...PAID, documents: documents(made) }),
    },
    {
      label: "Paid while its day was being closed",
      mail: templates.bookingDocuments({
        ...{ ...made.facts, ...PAID, documents: documents(made), needsDay: true },
        status: statusWords({
          ...{ status: "paid_pending_scheduling", cancelled: null, permitMissing: false, mayKeep: false },
          ...{ today: made.today, cancelsFree: true },
          units: [
            {
              ...{ state: "reserved", deliveryDay: made.facts.deliveryDay, window: "morning", isClosed: true },
              pickupDay: made.facts.pickupDay,
            },
          ],
        }),
      }),
    },
  ],
  "sms.booking-confirmed": ({ text, facts }) => [
    { label: "Paid", text: text("sms.booking-confirmed", "", facts.status) },
  ],
  "mail.cancelled": (made) => [
    { label: "The whole booking", mail: templates.bookingCancelled({ ...cancelled(made), only: null }) },
    {
      label: "One of three dumpsters",
      mail: templates.bookingCancelled({
        ...cancelled(made),
        said: { ...cancelled(made).said, headline: `One dumpster is cancelled: ${SECOND}` },
        only: {
          name: SECOND,
          dumpster: `${SECOND}, General debris`,
          deliveryDay: made.facts.deliveryDay,
          windowLabel: made.facts.windowLabel,
          left: 2,
        },
      }),
    },
    { label: "On account", mail: templates.bookingCancelled({ ...cancelled(made, ON_ACCOUNT), only: null }) },
  ],
  "sms.cancelled": (made) => [
    {
      label: "The whole booking",
      text: made.text("sms.cancelled", asSentence(cancelled(made).said), made.facts.status),
    },
    {
      label: "On account",
      text: made.text("sms.cancelled", asSentence(cancelled(made, ON_ACCOUNT).said), made.facts.status),
    },
  ],
  "sms.refund": (made) =>
    (["succeeded", "failed"] as const).map((state) => ({
      label: state === "succeeded" ? "Sent to the bank" : "Not possible",
      text: made.text("sms.refund", templates.refundWords({ ...moneyOf(made), why: "card" }, state), made.facts.status),
    })),
  "sms.late-payment": (made) =>
    (["returned", "nothing-left", "on-its-way"] as const).map((what) => ({
      label: { returned: "Too late", "nothing-left": "Too late, nothing charged", "on-its-way": "Paid twice" }[what],
      text: made.text(
        "sms.late-payment",
        templates.returnedWords({ ...moneyOf(made), amount: PAID.paid }, what),
        made.facts.status,
      ),
    })),
  "mail.refund": ({ facts, papers }) => {
    const refund = { ...facts, amount: 36839, card: "Visa ending in 4242", papers: [papers.creditNote] };
    return [
      { label: "Sent to the bank", mail: templates.refundSucceeded(refund) },
      { label: "Not possible", mail: templates.refundFailed({ ...refund, why: "card" }) },
      { label: "By check", mail: templates.refundByHand({ ...refund, by: "check 501", isCheck: true }) },
      { label: "In cash", mail: templates.refundByHand({ ...refund, by: "cash", isCheck: false }) },
    ];
  },
  "mail.late-payment": ({ facts, url }) => {
    const refund = { ...facts, amount: PAID.paid, card: "Visa ending in 4242" };
    const bookAgainUrl = url(paths.book.prefilled({ dumpsterSize: 20, zip: "32801" }));
    return [
      { label: "Too late", mail: templates.paymentReturned({ ...refund, bookAgainUrl, isBack: false }) },
      { label: "Too late, nothing charged", mail: templates.nothingLeft({ ...facts, bookAgainUrl }) },
      { label: "Paid twice", mail: templates.refundSubmitted(refund) },
      {
        label: "A change that was not possible",
        mail: templates.changeNotMade({ ...refund, asked: "Extra days: 3 more days", isBack: false }),
      },
    ];
  },
  "mail.sign-request": ({ facts, url, ends }) => {
    const order = { ...facts, signUrl: url("/sign-agreement/example"), ends: ends.order };
    const request = (toDo: ToDo, accountDays: number | null = null, isOfTheDay = false) =>
      templates.agreementRequest({
        ...order,
        toDo,
        isOfTheDay,
        heldUntil: accountDays === null ? ends.order : null,
        accountDays,
      });
    return [
      { label: "To sign and pay", mail: request("sign") },
      { label: "Signed, to be paid", mail: request("pay") },
      { label: "Changed after it was signed", mail: request("sign-again") },
      { label: "Changed, at the price of the day", mail: request("sign-again", null, true) },
      { label: "Our agreement was changed after it was signed", mail: request("sign-ours") },
      { label: "On account", mail: request("sign", 30) },
    ];
  },
  "sms.sign-request": ({ text, facts }) => [
    { label: "To sign and pay", text: text("sms.sign-request", "", facts.status) },
  ],
  "mail.resume": ({ facts, url, ends }) => [
    {
      label: "Saved order",
      mail: templates.resumeLink({ ...facts, resumeUrl: url("/book/resume?key=example"), ends: ends.order }),
    },
  ],
  "mail.lead": ({ facts, url }) => [
    {
      label: "Call-back asked for",
      mail: templates.newLead({
        business: facts.business,
        kind: "call_back",
        name: "Maria Gonzalez",
        phone: "(407) 555-0190",
        email: "maria@example.com",
        zip: "32801",
        message: "A garage full of old furniture. What size do I need?",
        leadUrl: url("/crm/overview/leads/example"),
      }),
    },
  ],
  "mail.moved": (made) => {
    const { byUs, storm, pickup } = moved(made);
    const shared = { ...made.facts, chooseUrl: made.reschedule };
    return [
      { label: "Planned anew", mail: templates.moved({ ...shared, moved: byUs }) },
      { label: "Their own late move", mail: templates.moved({ ...shared, moved: { ...byUs, floor: 20 } }) },
      { label: "A closed day", mail: templates.moved({ ...shared, moved: storm }) },
      { label: "A pickup", mail: templates.moved({ ...shared, moved: pickup }) },
      {
        label: "A pickup later than planned",
        mail: templates.moved({ ...shared, moved: { ...pickup, isFree: true, instead: "sooner_or_longer" } }),
      },
    ];
  },
  "sms.moved": (made) => {
    const { byUs, storm } = moved(made);
    return [
      { label: "Planned anew", text: made.text("sms.moved", templates.movedWords(byUs), made.facts.status) },
      { label: "A closed day", text: made.text("sms.moved", templates.movedWords(storm), made.facts.status) },
    ];
  },
};
