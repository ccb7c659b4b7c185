import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findCustomer, nameOf, standsFor } from "~/domain/customers/family.server";
import { formatCents } from "~/domain/kernel/money";
import { listOwing, listReceipt, planReceipt } from "~/domain/payments/receipts.server";
import { checkSent } from "~/domain/kernel/sent";
import { methodWords } from "~/domain/payments/methods";
import { requireAdmin } from "~/http/access/guards.server";
import { refuse, sentValues } from "~/http/answers/forms.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { ReceiptForm, ReceiptReview } from "~/ui/office/ReceiptForm";
import { useSent } from "~/ui/office/use-sent";
import { RECEIPT_FORM, RECEIPT_INTENTS } from "./money-intents.server";

export const meta: MetaFunction = () => [
  { title: "Check or cash · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

function find({ services }: Scope, id: string | undefined) {
  const known = findCustomer(services.db.orm, id ?? "");
  if (!known) throw new Response("There is no such customer.", { status: 404 });
  return standsFor(services.db.orm, known);
}

/** What it would pay stands in the address with what was typed: nothing is booked before somebody has seen it. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { orm } = scope.services.db;
  const customer = find(scope, args.params["id"]);
  const owing = listOwing(orm, customer.id);
  const sent = sentValues(new URL(args.request.url).searchParams);
  const asked = "amount" in sent ? checkSent(sent, RECEIPT_FORM) : null;
  const plan = asked?.ok ? planReceipt(orm, customer.id, asked.value.amount, asked.value.booking) : null;
  const told = typeof sent["told"] === "string" ? listReceipt(orm, sent["told"]) : [];
  const [first] = told;
  return {
    id: customer.id,
    name: nameOf(customer),
    owing: owing.map(({ booking, owed, held }) => ({ id: booking.id, number: booking.booking_number, owed, held })),
    owed: owing.reduce((sum, one) => sum + one.owed, 0),
    held: owing.reduce((sum, one) => sum + one.held, 0),
    values: Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, String(value)])),
    problem: asked && !asked.ok ? refuse(sent, asked.fields) : null,
    review:
      asked?.ok && plan?.ok
        ? {
            amount: asked.value.amount,
            words: methodWords({ ...asked.value, deposit_batch: asked.value.batch }),
            over: plan.over,
            parts: plan.parts.map(({ booking, owed, held, part }) => ({
              number: booking.booking_number,
              owed,
              held,
              part,
            })),
          }
        : null,
    told: first
      ? {
          words: methodWords(first.payment),
          sum: told.reduce((sum, { payment }) => sum + payment.amount, 0),
          numbers: told.map(({ booking }) => booking.booking_number),
        }
      : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    RECEIPT_INTENTS,
    scope,
    args.request,
    () => find(scope, args.params["id"]),
    ({ id }) => crmPaths.receive(id),
  );
}

export default function ReceivePage() {
  const page = useLoaderData<typeof loader>();
  const problem = useSent() ?? page.problem;
  const { id, name, told, review } = page;
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Check or cash of {name}</h1>
        <BillingNav />
        <p className="hint">
          Owed: {formatCents(page.owed)}
          {page.held > 0 && `, ${formatCents(page.held)} of which a bank holds`}.{" "}
          <Link to={crmPaths.customer(id)}>The customer’s record</Link>
        </p>
      </header>
      {told && !problem && (
        <Notice kind="good" live>
          <p>
            {told.words}, {formatCents(told.sum)}: written down for {told.numbers.join(", ")}. The receipt is on its
            way.
          </p>
        </Notice>
      )}
      {page.owing.length === 0 ? (
        <p className="empty">This customer owes nothing now.</p>
      ) : review ? (
        <ReceiptReview {...page} review={review} />
      ) : (
        <ReceiptForm {...page} problem={problem ?? undefined} />
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
