import { BOXES } from "~/domain/booking/draft/boxes";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { fieldWord } from "~/domain/booking/draft/write-words";
import { textsAt } from "~/domain/booking/draft/writes.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { dayAt, instant } from "~/domain/kernel/time.server";
import { preparedValues, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { isQuoteOver } from "~/domain/states/status-rules";
import { sentValues, shownAgain } from "~/http/answers/forms.server";
import type { Services } from "~/services.server";

type Asked = Pick<Services, "clock" | "db" | "settings">;

/** Made by the page, or about a price that is nobody's any more. */
const NOT_TYPED = /^(?:intent|seen|version|prepared|total|day|take-.*|materialQuestion|quoteUntil|quoteSeen)$/;
const ROW_WORDS: Readonly<Record<string, string>> = {
  dumpsterSize: "sizes",
  quantity: "how many",
  materialCategory: "materials",
  fullWindow: "also into a full window",
};

/** What the form of a prepared order has that is another than the order it was made from, each with its name. */
export function typedAnew({ clock, db, settings }: Asked, booking: Booking, form: FormData): string[] {
  const sent = shownAgain(sentValues(form));
  const draft = booking.draft_id === null ? null : findDraft(db.orm, booking.draft_id);
  type Values = Record<string, string | string[]>;
  const stands: Values = draft ? preparedValues({ draft, booking }, settings(), clock.now()) : {};
  // As the page was made: what the caller wrote since is not what was typed here.
  const stood: Values = draft ? { ...stands, ...textsAt(db.orm, draft.id, seenIn(sent)) } : {};
  const text = (value: string | string[] | undefined) => [value ?? ""].flat().filter(Boolean).join(", ");
  // A box that has no tick is not sent.
  const wished = { ...Object.fromEntries(BOXES.map((name) => [name, ""])), ...sent };
  return Object.entries(wished).flatMap(([name, value]) => {
    const typed = text(value);
    if (NOT_TYPED.test(name) || typed === text(stood[name]) || typed === text(stands[name])) return [];
    const isBox = BOXES.some((box) => box === name);
    return [`${ROW_WORDS[name] ?? fieldWord(name)}: ${isBox ? (typed === "on" ? "yes" : "no") : typed || "nothing"}`];
  });
}

/**
 * Whether a button beside the form has something to save first. A browser that does not know a button's `form` sends the
 * button alone: then nothing was typed.
 */
export function isTypedAnew(services: Asked, booking: Booking, form: FormData): boolean {
  if (!form.has("deliveryDate")) return false;
  return typedAnew(services, booking, form).length > 0 || endTyped(services, booking, form) !== null;
}

/** The last day of its price where another was typed; empty where the one that stood there was taken away. */
function endTyped({ clock, db, settings }: Asked, booking: Booking, form: FormData): string | null {
  const typed = String(form.get("quoteUntil") ?? "");
  const draft = booking.draft_id === null ? null : findDraft(db.orm, booking.draft_id);
  if (!draft) return null;
  const stands = preparedValues({ draft, booking }, settings(), clock.now()).quoteUntil;
  // Where it had ended none stood there, and a second press finds the price renewed.
  const isLeft =
    typed === stands || isEndLeft(form) || typed === endOf(booking) || (typed === "" && form.get("intent") === "renew");
  return isLeft ? null : typed;
}

/** Whether the last day of its price stands there as it came. */
export const isEndLeft = (form: FormData): boolean =>
  form.has("quoteSeen") && form.get("quoteSeen") === form.get("quoteUntil");

/**
 * What was left as it came is shown as it is now: another page may have given the price another end since. What is saved
 * is the end of that moment (`endOfCorrected`).
 */
export function withEndOfNow(
  { clock, settings }: Asked,
  prepared: Pick<PreparedRecord, "booking" | "draft">,
  form: FormData,
) {
  if (!isEndLeft(form)) return;
  const { quoteUntil } = preparedValues(prepared, settings(), clock.now());
  for (const name of ["quoteUntil", "quoteSeen"]) form.set(name, quoteUntil);
}

/** A page that was open as its price ended still has that day: nobody typed it, and nobody is to put it right. */
export function withoutEndedDay({ clock }: Asked, booking: Booking, form: FormData): void {
  if (isQuoteOver(booking, clock.now()) && form.get("quoteUntil") === endOf(booking)) form.set("quoteUntil", "");
}

const endOf = ({ quote_expires_at: end }: Booking) => (end === null ? "" : dayAt(instant(end - 1)));
