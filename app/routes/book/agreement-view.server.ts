import type { Orm } from "#db/client.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { whatChanged } from "~/domain/documents/what-changed";
import { linksMadeAnew } from "~/domain/booking/draft/told-to-caller.server";
import { formatDay } from "~/domain/kernel/days";
import { dayAt, formatEnd, instant } from "~/domain/kernel/time.server";
import { findOrderExemption } from "~/domain/booking/draft/order-exemption.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { AgreementStepView, SaveView } from "~/ui/booking/views";
import { priceFiguresOf } from "~/ui/frame/figures";
import { editLinks, orderView, saveView, undeliverable } from "./booking-views.server";

/**
 * What somebody signs. `key`: the page was opened by the address that is the permission, and the way to its steps is by it as
 * well, whosever draft it is: the browser may have no cookie of it.
 */
export function agreementView(
  services: Pick<Services, "clock" | "config" | "db">,
  open: OpenDraft,
  { sent = null, key }: { sent?: SaveView["sent"]; key?: string },
): AgreementStepView {
  if (!open.unsigned) throw new Error("nothing to sign yet");
  const { view } = open.unsigned;
  const { id } = open.draft;
  const change = key
    ? { project: paths.signChange(key, "project"), schedule: paths.signChange(key, "schedule") }
    : { project: paths.book.project(id), schedule: paths.book.schedule(id) };
  return {
    order: {
      ...orderView(open.draft.data, open.order, open.booking?.booking_number ?? null),
      ...(!key && { edit: editLinks(open.draft) }),
    },
    change,
    figures: priceFiguresOf(open.settings),
    sections: view.sections,
    termsVersion: view.termsVersion,
    contentSha256: view.contentSha256,
    changes: changesSinceSigned(services.db.orm, open),
    undeliverable: undeliverable(services, open, change),
    signedUrl:
      open.signed && open.booking && isPayable(open.booking) && !isQuoteOver(open.booking, services.clock.now())
        ? paths.book.payment(id)
        : null,
    account:
      open.order.accountDays === null
        ? null
        : `Nothing to pay now: this order goes on your account, to be paid within ${open.order.accountDays} days.`,
    office: open.draft.preparedBy ? { version: open.draft.version, key: key ?? null } : null,
    quote: quoteOf(services, open),
    values: {},
    save: saveView(services, open, sent),
  };
}

/**
 * Until when the price that the office made is good, or where it made none for this order its link; tax is decided when
 * it is signed (domain.md, section 3).
 */
function quoteOf(
  { clock, db }: Pick<Services, "clock" | "db">,
  { booking, draft, order, rights }: OpenDraft,
): AgreementStepView["quote"] {
  if (!booking || booking.quote_expires_at === null) return null;
  const now = clock.now();
  const exempt = order.price.exempt === undefined ? null : findOrderExemption(db.orm, draft, draft.data, dayAt(now));
  const isSooner = exempt !== null && exempt.until < dayAt(instant(booking.quote_expires_at - 1));
  return {
    until: formatEnd(booking.quote_expires_at),
    isOver: isQuoteOver(booking, now),
    isFixed: rights.has("price"),
    untaxedUntil: isSooner ? formatDay(exempt.until, { year: true }) : null,
  };
}

/**
 * What is different from what was signed before, in words; null when nothing was signed. Where its links ended once, who
 * and where it was before may be another caller's.
 */
function changesSinceSigned(orm: Orm, { booking, unsigned, signed }: OpenDraft): string[] | null {
  const agreement = booking && unsigned && !signed ? findAgreement(orm, booking.id) : null;
  if (!booking || !agreement || !unsigned) return null;
  return whatChanged(agreement.view, unsigned.view, { isOthers: linksMadeAnew(orm, booking.id) !== null });
}
