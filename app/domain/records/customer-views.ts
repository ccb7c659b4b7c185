/** What the customer's pages show, as finished labels and cents. Types only, shared by the server and the views. */
import type { Cents } from "../kernel/money";
import type { BookingStatus } from "../states/transitions";
import type { StatusSentence } from "../states/sentence";
import type { Apart } from "../booking/order/apart";

/** A document of the customer: its PDF once that is made, and always a page that prints. */
export interface CustomerDocument {
  label: string;
  /** Null until the PDF is made. */
  pdfUrl: string | null;
  /** It will be made by itself: only what was paid for is (decision 0022). */
  pdfIsComing: boolean;
  capability: string;
}

/** Money in the customer's words; `amount` in cents, negative when it goes back. */
export interface MoneyRow {
  label: string;
  state: string;
  when: string;
  amount: Cents;
}

/** What a customer may see of a booking: finished labels, cents. Nothing of the office's own. */
/** Where its dumpsters have days of their own, its dates are the first and the last; few have it, so it is not sent else. */
export interface CustomerBooking extends Apart {
  number: string;
  status: BookingStatus;
  /** One sentence in two parts, as mails and texts say it too. */
  statusWords: StatusSentence;
  /** The label of the payment-success page: "Confirmed" (specification, section 2). */
  paidLabel: string;
  isPaid: boolean;
  /** Quoted, unpaid or expired: it can still be signed and paid. */
  isOpen: boolean;
  /** What the button says that leads on while it is open. */
  payLabel: string;
  orderDetails: string[];
  /** Every line of the price; they sum to the total. */
  lines: { label: string; cents: Cents }[];
  total: Cents;
  deliveryDate: string;
  /** What happens on that day, as a step of the page after the payment. */
  deliveryStep: string;
  /** Of one that stays until they ask (`isKept`): the last day that is paid for. */
  pickupDate: string;
  isKept: boolean;
  /** Its delivery day has passed without it: how long it stays from when it comes. */
  stayFromThen: string | null;
  deliveryTime: string;
  /** The same for a sentence: "8AM to 12PM". */
  deliveryHours: string;
  /** "7 days" */
  rental: string;
  wasteTypes: string[];
  instructions: string;
  customerName: string;
  /** Whose account it goes on, with their own order number; null of an order by card, which anybody can make. */
  company: string | null;
  poNumber: string | null;
  email: string;
  /** Where papers and receipts go by mail; empty where no address was given at all. */
  receiptEmail: string;
  addressLines: string[];
  /** Where on it the dumpster is set down. */
  placement: string;
  card: string | null;
  bookedAt: string;
  paidAt: string | null;
  /** "December 31, 2026": until when what is on account is paid; null where it is not. */
  accountDue: string | null;
  zip: string;
  size: number;
  material: string | null;
  included: string[];
}

/** A truck that comes, or was here today: each step with its time ("10:42 am"), null while it is to come. */
export interface TruckView {
  id: string;
  what: string;
  steps: { label: string; at: string | null }[];
}

/** What a customer can do with one of their dumpsters now; each is a page of its own. */
export type UnitAction = "reschedule" | "extend" | "pickup" | "keep" | "haul" | "swap" | "relocate";

export interface CustomerUnit {
  id: string;
  number: number;
  label: string;
  state: string;
  dates: string;
  /** What happens next with it, in a sentence. */
  next: string;
  /** From which minute no day is charged ("Thursday, December 3, 10:42 am"); null while days count. */
  stoppedAt: string | null;
  /** What its customer can do now, the likeliest first. */
  actions: UnitAction[];
  /** A truck that is planned beyond delivery and pickup. */
  planned: { jobId: string; what: string; when: string; mayEnd: boolean; note?: string } | null;
  /**
   * Something that is being bought and not paid yet: cents, and until when its price holds ("3:42 pm"). `over` where it cannot
   * be bought like this any more, and where it is chosen anew.
   */
  unpaid: {
    changeId: string;
    what: string;
    total: Cents;
    until: string;
    over?: "time" | "moved";
    again?: Extract<UnitAction, "extend" | "haul" | "swap">;
  } | null;
  /** May be cancelled on its own now. */
  mayCancel: boolean;
}

/** One thing that happened, for the customer: "December 3, 10:42 am". */
export interface TimelineRow {
  words: string;
  when: string;
}

/** A message that went to the customer, or came from them. */
export interface MessageRow {
  channel: string;
  words: string;
  when: string;
  isTheirs: boolean;
}

export interface Documents {
  invoice: CustomerDocument | null;
  agreement: CustomerDocument | null;
}

/** What the payment-success page says of a paid booking; all of it stands on /manage-booking. */
export type PaidBooking = Pick<
  CustomerBooking,
  | "number"
  | "status"
  | "statusWords"
  | "paidLabel"
  | "orderDetails"
  | "total"
  | "deliveryDate"
  | "deliveryStep"
  | "pickupDate"
  | "deliveryTime"
  | "deliveryHours"
  | "addressLines"
  | "placement"
  | "wasteTypes"
  | "email"
  | "receiptEmail"
> &
  // Sent where it is so: few have chosen it.
  Partial<Pick<CustomerBooking, "isKept" | "comeApart" | "goApart">> & {
    /** We are late with a delivery, have closed its day, or the office has stopped it: none of what was to come is said any more. */
    isOff?: true;
    /** Where another day is chosen, as we have closed the one that was paid for. */
    dayUrl?: string;
  };

/**
 * What the payment-success page shows; one page per outcome. `anotherUrl` is the request for an additional dumpster of
 * this booking while `isAddition`, else a booking of its own.
 */
export type PaymentResult =
  | { state: "no_session" }
  | { state: "processing"; sessionId: string; checkout: string | null; nextTry: number | null }
  /** `isChange`: it was for something more, and the booking stands. */
  | { state: "expired"; booking: Pick<CustomerBooking, "number">; isChange: boolean }
  | {
      state: "returned";
      booking: Pick<CustomerBooking, "number">;
      why: ReturnReason;
      amount: number;
      refundState: string | null;
      bookAgainUrl: string;
    }
  | {
      state: "confirmed";
      sessionId: string;
      bookingId: string;
      booking: PaidBooking;
      documents: Documents;
      invoices: InvoiceOffer;
      isAddition: boolean;
      anotherUrl: string;
    };

export type ReturnReason = "nothing_left" | "duplicate" | "wrong_amount" | "not_changed" | "not_charged";

/** The specification's "invoice feature". Null when it is switched off. */
export type InvoiceOffer = {
  /** Made and opened by itself once (status paid_pending_scheduling). */
  automatic: boolean;
  /** The Download Invoice button: signed-in users only. */
  mayDownload: boolean;
} | null;

/** Photographs and weight tickets, where the flag "customer downloads" lets the customer have them. */
export interface CustomerDownloads {
  photos: { capability: string; label: string }[];
  tickets: string[];
}
