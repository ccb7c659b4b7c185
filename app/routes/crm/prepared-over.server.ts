import { data } from "@remix-run/node";
import { editableOf } from "~/domain/booking/office/edit";
import { BOXES } from "~/domain/booking/draft/boxes";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { textsAt } from "~/domain/booking/draft/writes.server";
import { fieldWord } from "~/domain/booking/draft/write-words";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { formatTime, type Instant } from "~/domain/kernel/time.server";
import { preparedValues } from "~/domain/records/prepared-record.server";
import { BOOKING_STATUS } from "~/domain/states/labels";
import { crmPaths } from "~/crm-paths";
import { sentValues, shownAgain } from "~/http/answers/forms.server";
import type { Gone } from "~/http/answers/gone.server";
import type { Services } from "~/services.server";
import type { PreparedOver } from "~/ui/office/PreparedOver";

/** Where the office goes on with an order that is none of its forms' any more. */
const wayOn = ({ booking_number: number, ...booking }: Booking) =>
  editableOf(booking).length > 0
    ? { label: "Edit the record", to: crmPaths.editBooking(number) }
    : { label: "To the record", to: crmPaths.booking(number) };

/** "It was paid meanwhile.": by card, or put on the customer's account; else the status that it has. */
export const overWords = ({ status, paid_at }: Pick<Booking, "status" | "paid_at">): string =>
  paid_at !== null && status !== "cancelled"
    ? "It was paid meanwhile."
    : `It is not open any more: ${BOOKING_STATUS[status].label.toLowerCase()}.`;

/** The same for a page that was open on it meanwhile; null where no booking has the number. */
export function overView({ db }: Pick<Services, "db">, number: string): PreparedOver | null {
  const booking = findBooking(db.orm, { number });
  if (!booking) return null;
  const isPaid = booking.paid_at !== null && booking.status !== "cancelled";
  return {
    number,
    status: booking.status,
    paidAt: isPaid && booking.paid_at !== null ? formatTime(booking.paid_at) : null,
    words: overWords(booking),
    wayOn: wayOn(booking),
  };
}

/**
 * The answer to the form of a prepared order that was paid, or has ended, while it was filled in: nothing of it is saved,
 * and nothing is lost without a word. `typed` has what is another than the order that was paid for, each with its name.
 * Null while no booking has the number.
 */
export function typedInVain(
  { db, settings, clock }: Pick<Services, "clock" | "db" | "settings">,
  number: string,
  form: FormData,
) {
  const booking = findBooking(db.orm, { number });
  if (!booking) return null;
  const gone: Gone = {
    gone: `${overWords(booking)} What you sent came after that.`,
    heading: `Order ${number}: not saved`,
    typed: typedAnew(booking, shownAgain(sentValues(form)), db, settings(), clock.now()),
    back: wayOn(booking),
  };
  return data(gone, { status: 409, headers: { "Cache-Control": "no-store" } });
}

/** Made by the page, or about a price that is nobody's any more. */
const NOT_TYPED = /^(?:intent|seen|version|prepared|day|take-.*|materialQuestion|quoteUntil)$/;
const ROW_WORDS: Readonly<Record<string, string>> = {
  dumpsterSize: "sizes",
  quantity: "how many",
  materialCategory: "materials",
  fullWindow: "also into a full window",
};

function typedAnew(
  booking: Booking,
  sent: Record<string, string | string[]>,
  db: Services["db"],
  settings: ReturnType<Services["settings"]>,
  now: Instant,
): string[] {
  const draft = booking.draft_id === null ? null : findDraft(db.orm, booking.draft_id);
  // As the page was made: what the caller wrote since is not what was typed here.
  const stood: Record<string, string | string[]> = draft
    ? { ...preparedValues({ draft, booking }, settings, now), ...textsAt(db.orm, draft.id, seenIn(sent) ?? 0) }
    : {};
  const text = (value: string | string[] | undefined) => [value ?? ""].flat().filter(Boolean).join(", ");
  // A box that has no tick is not sent.
  const wished = { ...Object.fromEntries(BOXES.map((name) => [name, ""])), ...sent };
  return Object.entries(wished).flatMap(([name, value]) => {
    const [typed, was] = [text(value), text(stood[name])];
    if (NOT_TYPED.test(name) || typed === was) return [];
    const isBox = BOXES.some((box) => box === name);
    return [`${ROW_WORDS[name] ?? fieldWord(name)}: ${isBox ? (typed === "on" ? "yes" : "no") : typed || "nothing"}`];
  });
}
