import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { isQuoteOver } from "~/domain/states/status-rules";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { fieldTexts } from "~/domain/booking/draft/writes";
import { findPrepared, preparedValues } from "~/domain/records/prepared-record.server";
import { conflictProblem, withChosen } from "~/http/answers/conflicts.server";
import { readForm, refuse, sentValues, shownAgain } from "~/http/answers/forms.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { correctBooking } from "~/services/booking/prepare.server";
import { accountOffer, choosePayment } from "~/services/booking/on-account.server";
import { sendAgain } from "~/services/booking/send-again.server";
import { ErrorSummary } from "~/ui/form";
import { AlsoLooking } from "~/ui/office/AlsoLooking";
import { StatusTag } from "~/ui/office/bits";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { PreparedAccount } from "~/ui/office/PreparedAccount";
import { RenewPrice } from "~/ui/office/RenewPrice";
import { PreparedForm } from "~/ui/office/PreparedForm";
import { PreparedLink, PreparedSteps, PreparedWrites } from "~/ui/office/PreparedOrder";
import { PreparedTold } from "~/ui/office/PreparedTold";
import { answersIn, rowId } from "~/ui/office/phone-order";
import { answerOrder } from "./order-answers.server";
import { useSent } from "~/ui/office/use-sent";
import { preparedView, renewalView } from "./prepared-view.server";
import { orderProblem, withoutSaving } from "./phone-buttons.server";
import { orderOffer, parsePhoneOrder } from "./phone-order.server";

export const meta: MetaFunction = ({ params }) => [
  { title: `Order ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];
export const handle: LiveHandle = {
  live: ({ kind, id, booking }, data) => {
    const shown = (data as { view: ReturnType<typeof preparedView> } | undefined)?.view;
    return kind === "draft_written" ? id === shown?.draftId : kind !== "presence" && booking === shown?.bookingId;
  },
  endsIn: (data) => (data as { view: ReturnType<typeof preparedView> } | undefined)?.view.endsIn ?? null,
};

/** The order that was prepared; once it is paid or over, its record. */
function requirePrepared({ services }: Scope, number: string) {
  const found = findPrepared(services.db.orm, number);
  if (!found) throw redirect(crmPaths.booking(number));
  return found;
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const prepared = requirePrepared(scope, args.params["number"] ?? "");
  const values = { ...preparedValues(prepared, scope.services.clock.now()), prepared: prepared.booking.booking_number };
  return {
    values,
    offer: orderOffer(scope.services),
    answers: answerOrder(scope.services, values, prepared.hold),
    account: accountOffer(scope.services, prepared),
    renewal: renewalView(scope.services, prepared.booking),
    view: preparedView(prepared, scope.services.config.publicUrl, scope.services.clock.now()),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { services } = scope;
  const prepared = requirePrepared(scope, args.params["number"] ?? "");
  const { booking, draft, hold } = prepared;
  const form = withChosen(await readForm(args.request), fieldTexts(draft.data));
  const page = crmPaths.prepared(booking.booking_number);
  const deed = scope.deed(actor);
  const intent = form.get("intent");
  if (intent === "resend") {
    const sent = await services.db.write((tx) => sendAgain(tx, deed, booking));
    return redirect(`${page}?told=${sent.ok ? "again" : "nothing"}`);
  }
  if (intent === "account" || intent === "card") {
    const message = await choosePayment(services, deed, prepared, intent);
    if (message === null) return redirect(page);
    const values = preparedValues(prepared, services.clock.now());
    return orderProblem(services, refuse(values, { "": message }), 409, hold);
  }
  const values = shownAgain(sentValues(form));
  const shown = withoutSaving(services, values, {});
  if (shown) return orderProblem(services, refuse(shown, {}), 200, hold);
  const order = parsePhoneOrder(services, form);
  if (!order.ok) return orderProblem(services, order, 400, hold);
  const seen = seenIn(values);
  const done = await correctBooking(services, booking, order.value, seen, deed, readBookIntent(intent));
  const isOver = isQuoteOver(booking, services.clock.now());
  if (done.ok) return redirect(`${page}?told=${isOver ? "saved-over" : "saved"}`);
  if (!done.meanwhile)
    return orderProblem(
      services,
      { ...refuse(values, done.fields), ...(done.title && { title: done.title }) },
      400,
      hold,
    );
  const version = findDraft(services.db.orm, draft.id)?.version ?? draft.version;
  const lineField = (field: string) => (field === "lines" ? rowId(0, "size") : field);
  return orderProblem(services, conflictProblem(values, done.meanwhile, version, "office", lineField), 409, hold);
}

export default function PreparedPage() {
  const { values, offer, answers, account, view, renewal } = useLoaderData<typeof loader>();
  const refused = useSent();
  const wrong = refused && Object.keys(refused.fields).length > 0;
  return (
    <>
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
      {!refused && <PreparedTold />}
      {renewal && <RenewPrice number={view.number} renewal={renewal} />}
      <div className="prepared">
        <PreparedSteps view={view} />
        <PreparedLink view={view} />
        {account && <PreparedAccount offer={account} />}
        <PreparedWrites view={view} />
      </div>
      <PreparedForm {...{ values, offer, answers: answersIn(refused, answers), view }} problem={refused} />
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
