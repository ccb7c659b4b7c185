import { redirect } from "@remix-run/node";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { findAgreementLink, type AgreementLink } from "~/domain/documents/agreement.server";
import { draftNeedsConsultation, type DraftData } from "~/domain/booking/draft/data";
import { findDraft, isExpired, type Draft } from "~/domain/booking/draft/drafts.server";
import type { Order } from "~/domain/booking/order/order.server";
import { draftAgreement, type UnsignedAgreement } from "~/domain/documents/agreement.server";
import { grantableOrder, type Rights } from "~/domain/booking/draft/grants";
import { rightsFor } from "~/domain/booking/draft/grants.server";
import { NUMBER_WHEN_SIGNED, orderToSign } from "~/domain/documents/sign.server";
import { firstIncomplete, isReachable, type Progress, type Station } from "~/domain/booking/draft/steps";
import type { Actor } from "~/domain/kernel/deed";
import { findOpenCheckout } from "~/domain/payments/checkouts.server";
import type { Settings } from "~/domain/settings/schema";
import { paths } from "~/paths";
import { releaseCheckout, website } from "~/services/payments/checkout.server";
import { isPayable } from "~/domain/states/status-rules";
import { keepsSheetCookie } from "~/styles.server";
import { draftCookies, mayOpenDraft } from "./links.server";
import type { Scope } from "../context.server";
import { mayCause } from "../limits/limits.server";

/** A draft with all that its pages need, read once per request and passed down. */
export interface OpenDraft {
  draft: Draft;
  settings: Settings;
  order: Order;
  /** What staff allowed for this very order, beyond what anybody may. */
  rights: Rights;
  /** What would be signed now; null until the schedule is known. */
  readonly unsigned: UnsignedAgreement | null;
  booking: Booking | null;
  agreement: AgreementLink | null;
  readonly signed: boolean;
}

export const CUSTOMER: Actor = { kind: "customer", label: "Customer" };

const STATION_PATH: Record<Station, (draft?: string) => string> = {
  project: paths.book.project,
  schedule: paths.book.schedule,
  agreement: paths.book.agreement,
  payment: paths.book.payment,
  "call-back": paths.book.callback,
};

export function stationPath(station: Station, draft: string): string {
  return STATION_PATH[station](draft);
}

/** Where a draft stands: the first station that still wants something. */
export function nextStation(open: OpenDraft): Station {
  return firstIncomplete(progressOf(open));
}

/** Whether this station of the draft may be opened now. */
export function mayVisit(open: OpenDraft, station: Station): boolean {
  return isReachable(station, progressOf(open));
}

function progressOf({ draft, order, signed, rights }: OpenDraft): Progress {
  return { data: draft.data, stepsDone: draft.stepsDone, signed, lacksSize: order.lacksSize, rights };
}

/** Whether this material needs a talk that nobody of the office has had about it yet. */
export function needsCallBack(scope: Scope, draft: Draft["id"], data: DraftData): boolean {
  return (
    draftNeedsConsultation(data) &&
    !rightsFor(scope.services.db.orm, draft, grantableOrder(data), scope.services.clock.now()).has("consultation")
  );
}

/**
 * The draft named by ?draft=… for one station. Throws redirects: to the confirmation once it is paid, to the page for
 * an expired or foreign draft (GET only: a POST wakes an expired draft, nothing typed is lost), to the first incomplete
 * station when this one cannot be reached yet. Null when no draft is named, or when a POST names one that is not theirs.
 */
export function openDraft(scope: Scope, request: Request, station: Station): OpenDraft | null {
  const id = new URL(request.url).searchParams.get("draft");
  const reading = request.method === "GET" || request.method === "HEAD";
  if (!id) return null;
  const draft = findDraft(scope.services.db.orm, id);
  if (!draft || !mayOpenDraft(scope, request, draft)) {
    if (reading) throw redirect(paths.book.expired(id));
    return null;
  }
  const open = readOpenDraft(scope, draft);
  if (open.booking && !isPayable(open.booking)) throw toConfirmation(open.booking);
  if (reading && isExpired(draft, scope.services.clock.now())) throw redirect(paths.book.expired(id));
  if (!mayVisit(open, station)) throw redirect(stationPath(nextStation(open), draft.id));
  return open;
}

/** Where every way leads once the order is paid, or cannot be paid any more; that page opens the booking. */
export function toConfirmation({ capability }: Pick<Booking, "capability">): Response {
  return redirect(paths.confirmation(capability));
}

/** Like openDraft, but a missing draft leads to the start. */
export function requireDraft(scope: Scope, request: Request, station: Station): OpenDraft {
  const open = openDraft(scope, request, station);
  if (!open) throw redirect(paths.book.project());
  return open;
}

export function readOpenDraft(scope: Scope, draft: Draft): OpenDraft {
  const { services } = scope;
  const settings = services.settings();
  const { orm } = services.db;
  const booking = draft.bookingId ? findBooking(orm, { id: draft.bookingId }) : null;
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), services.clock.now());
  const order = orderToSign(orm, settings, draft, booking, rights, services.clock.now());
  const agreement = booking ? findAgreementLink(orm, booking.id) : null;
  // Most pages do not ask for it, and writing out the whole agreement takes longer than the rest of this.
  const write = () =>
    draftAgreement(settings, draft.data, order, booking?.booking_number ?? NUMBER_WHEN_SIGNED, website(services));
  let written: UnsignedAgreement | null | undefined;
  return {
    draft,
    settings,
    order,
    rights,
    booking,
    agreement,
    get unsigned() {
      return (written ??= write());
    },
    get signed() {
      return agreement !== null && agreement.contentSha256 === this.unsigned?.view.contentSha256;
    },
  };
}

/**
 * Before an order may change, its own open checkout is ended and its hold given back, so that nobody competes with
 * themselves. Throws the redirect to the confirmation when it was paid meanwhile; false when Stripe cannot be asked, or
 * was asked for this too often.
 */
export async function releaseOwnHold(
  scope: Scope,
  open: OpenDraft,
  why: "order_changed" | "signed_again" = "order_changed",
): Promise<boolean> {
  if (!open.booking || !findOpenCheckout(scope.services.db.orm, open.booking.id)) return true;
  if (!(await mayCause(scope, "release", { target: open.booking.id })).ok) return false;
  const released = await releaseCheckout(scope.services, scope.deed(CUSTOMER), open.booking.id, why);
  if (released === "paid") throw toConfirmation(open.booking);
  return released === "released";
}

export const CANNOT_CHANGE_NOW =
  "Your open payment page could not be ended at our card partner just now, so nothing was changed. Please try again in a few minutes, or call us.";

/** Goes on, with the cookie that proves whose draft it is. */
export function redirectWithDraft(scope: Scope, request: Request, draft: Draft["id"], to: string): Response {
  const headers = new Headers();
  for (const cookie of [...draftCookies(scope, request, draft), keepsSheetCookie(scope.services.config.secureCookies)])
    headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}
