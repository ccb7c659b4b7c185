import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { findPrepared, preparedValues, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { answerIntent } from "~/http/answers/intents.server";
import { readOpenDraft } from "~/http/access/draft.server";
import { findSentForm } from "~/http/access/kept-form.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { accountOffer } from "~/services/booking/on-account.server";
import { ErrorSummary } from "~/ui/form";
import { AlsoLooking } from "~/ui/office/AlsoLooking";
import { StatusTag } from "~/ui/office/status-bits";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { PreparedAccount } from "~/ui/office/PreparedAccount";
import { RenewPrice } from "~/ui/office/RenewPrice";
import { PreparedFirstButton, PreparedForm } from "~/ui/office/PreparedForm";
import { PreparedLink, PreparedObstacle, PreparedSteps, PreparedWrites } from "~/ui/office/PreparedOrder";
import { PreparedOverNotice, useUntilOver, type PreparedOver } from "~/ui/office/PreparedOver";
import { PreparedTold } from "~/ui/office/PreparedTold";
import { answersIn } from "~/ui/office/phone-order";
import { ORDER_FORM } from "~/ui/office/order-form";
import { answerOrder } from "./order-answers.server";
import { useSent } from "~/ui/office/use-sent";
import { answerOrderForm, PREPARED_INTENTS, type PreparedOn } from "./prepared-intents.server";
import { asItIs } from "./prepared-as-it-is.server";
import { overView, typedInVain } from "./prepared-over.server";
import { isTypedAnew } from "./prepared-typed.server";
import { preparedView, renewalView } from "./prepared-view.server";
import { orderOffer } from "./phone-order.server";

export const meta: MetaFunction = ({ params }) => [
  { title: `Order ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];
export const handle: LiveHandle = {
  live: ({ kind, id, booking }, data) => {
    const shown = viewIn(data);
    if (!shown) return false;
    if (kind === "draft_written") return id === shown.draftId;
    return kind === "link_sent" ? id === shown.bookingId : kind !== "presence" && booking === shown.bookingId;
  },
  // While a correction is half typed the caller's steps tick on (PreparedForm).
  keepsTyped: true,
  endsIn: (data) => viewIn(data)?.endsIn ?? null,
};
const viewIn = (data: unknown) => (data as { view?: ReturnType<typeof preparedView> } | undefined)?.view;

/** The order that was prepared; what was filled in and came too late is shown again, not passed over. */
function preparedFor({ services }: Scope, number: string, form: FormData): PreparedOn {
  const prepared = findPrepared(services.db.orm, number);
  if (prepared) return { prepared, form };
  const booking = findBooking(services.db.orm, { number });
  const isButton = Object.hasOwn(PREPARED_INTENTS, String(form.get("intent")));
  const isInVain = !isButton || (booking !== null && isTypedAnew(services, booking, form));
  throw (isInVain ? typedInVain(services, number, form) : null) ?? redirect(crmPaths.booking(number));
}

export async function loader(args: LoaderFunctionArgs): Promise<{ over: PreparedOver } | ReturnType<typeof pageOf>> {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const number = args.params["number"] ?? "";
  const prepared = findPrepared(scope.services.db.orm, number);
  if (!prepared) {
    // A page that is open reads itself again by a script: whether it may go on to the record, it alone knows.
    const over = args.request.headers.get("Sec-Fetch-Dest") === "empty" && overView(scope.services, number);
    if (over) return { over };
    throw redirect(crmPaths.booking(number));
  }
  return pageOf(scope, prepared, findSentForm(scope, args.request, account.id));
}

function pageOf(scope: Scope, prepared: PreparedRecord, sent: ReturnType<typeof findSentForm>) {
  const values = {
    ...preparedValues(prepared, scope.services.settings(), scope.services.clock.now()),
    prepared: prepared.booking.booking_number,
  };
  const account = accountOffer(scope.services, prepared);
  return {
    values,
    offer: orderOffer(scope.services),
    answers: answerOrder(scope.services, sent ? { ...values, ...sent.values } : values, prepared.hold),
    account,
    renewal: renewalView(scope.services, prepared.booking),
    view: preparedView(
      prepared,
      scope.services.config.publicUrl,
      scope.services.clock.now(),
      asItIs(scope.services.db.orm, readOpenDraft(scope, prepared.draft), prepared, scope.services.clock.now()),
      account?.allowed,
    ),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    PREPARED_INTENTS,
    scope,
    args.request,
    (_, form) => preparedFor(scope, args.params["number"] ?? "", form),
    ({ prepared: { booking } }) => crmPaths.prepared(booking.booking_number),
    (person, on) => answerOrderForm(scope, scope.deed(person.actor), on),
  );
}

export default function PreparedPage() {
  const refused = useSent();
  const shown = useUntilOver(useLoaderData<typeof loader>());
  if (!shown) return null;
  const { over, page } = shown;
  const { values, offer, answers, account, view, renewal } = page;
  const wrong = refused && Object.keys(refused.fields).length > 0;
  return (
    <>
      <PreparedFirstButton />
      {wrong && <ErrorSummary problem={refused} />}
      <header className="title">
        <h1>
          Order{" "}
          <Link className="num" to={crmPaths.booking(view.number)}>
            {view.number}
          </Link>
        </h1>
        <StatusTag status={view.status} />
        <AlsoLooking bookingId={view.bookingId} />
      </header>
      {over && <PreparedOverNotice over={over} />}
      {!refused && !over && <PreparedTold isSigned={view.isSigned} />}
      {renewal && !over && <RenewPrice action={crmPaths.prepared(view.number)} renewal={renewal} form={ORDER_FORM} />}
      <PreparedObstacle why={view.undeliverable} />
      <div className="prepared">
        <PreparedSteps view={view} />
        <PreparedLink view={view} />
        {account && !over && <PreparedAccount offer={account} />}
        <PreparedWrites view={view} />
      </div>
      <PreparedForm
        {...{ values, offer, answers: answersIn(refused, answers), view }}
        shownWhen={over ? null : view.isOver ? "renewed" : "saved"}
        problem={refused}
      />
    </>
  );
}

/** An answer may say that it has saved what was typed and not done the rest: the page shows the order as it is then. */
export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
