import type { Orm } from "#db/client.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { whatChanged } from "~/domain/documents/what-changed";
import { formatEnd, type Instant } from "~/domain/kernel/time.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { AgreementStepView, SaveView } from "~/ui/booking/views";
import { priceFiguresOf } from "~/ui/frame/figures";
import { editLinks, orderView, saveView, undeliverable } from "./booking-views.server";

/** What somebody signs, for their own draft and for what the office prepared. */
export function agreementView(
  services: Pick<Services, "clock" | "config" | "db">,
  open: OpenDraft,
  sent: SaveView["sent"],
): AgreementStepView {
  if (!open.unsigned) throw new Error("nothing to sign yet");
  const { view } = open.unsigned;
  const { id, data, preparedBy } = open.draft;
  // What the office prepared is opened by its address: the way to its steps is by it as well.
  const isOwn = preparedBy === null;
  const key = open.booking?.signing_key;
  const change =
    isOwn || !key
      ? { project: paths.book.project(id), schedule: paths.book.schedule(id) }
      : { project: paths.signChange(key, "project"), schedule: paths.signChange(key, "schedule") };
  return {
    order: {
      ...orderView(data, open.order, open.booking?.booking_number ?? null),
      ...(isOwn && { edit: editLinks(open.draft) }),
    },
    change,
    figures: priceFiguresOf(open.settings),
    sections: view.sections,
    termsVersion: view.termsVersion,
    contentSha256: view.contentSha256,
    changes: changesSinceSigned(services.db.orm, open),
    undeliverable: undeliverable(services, open, change.schedule),
    signedUrl:
      open.signed && open.booking && isPayable(open.booking) && !isQuoteOver(open.booking, services.clock.now())
        ? paths.book.payment(id)
        : null,
    account:
      open.order.accountDays === null
        ? null
        : `Nothing to pay now: this order goes on your account, to be paid within ${open.order.accountDays} days.`,
    quote: quoteOf(open.booking, services.clock.now()),
    values: {},
    save: saveView(services, open, sent),
  };
}

/** Whichever way the caller came here: the link's page leads to the order's own steps, and these lead back by the draft. */
function quoteOf(booking: OpenDraft["booking"], now: Instant): AgreementStepView["quote"] {
  if (!booking || booking.quote_expires_at === null) return null;
  return { until: formatEnd(booking.quote_expires_at), isOver: isQuoteOver(booking, now) };
}

/** What is different from what was signed before, in words; null when nothing was signed. */
function changesSinceSigned(orm: Orm, { booking, unsigned, signed }: OpenDraft): string[] | null {
  const agreement = booking && unsigned && !signed ? findAgreement(orm, booking.id) : null;
  return agreement && unsigned ? whatChanged(agreement.view, unsigned.view) : null;
}
