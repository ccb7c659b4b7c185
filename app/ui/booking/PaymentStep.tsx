import { Form } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import { Checkbox, ErrorSummary, Notice, SubmitButton, type Answers } from "../form";
import { OrderSummary } from "./OrderSummary";
import { StepHeading } from "./parts";
import { KeptPart } from "../kept-part";
import { WhatCouldCostMore } from "./CostMore";
import { PricePanel } from "./PricePanel";
import { SaveForLater } from "./SaveForLater";
import { Undeliverable } from "./Undeliverable";
import type { PaymentView } from "./views";

/**
 * Step 4: the order, its price, what could be charged later, the card consent, one button; each said once. The price
 * stands above the consent on a narrow screen too. The answer is a 303 to the checkout.
 */
export function PaymentStep({ view, problem }: { view: PaymentView } & Pick<Answers, "problem">) {
  const { order, figures } = view;
  const free = order.price.total === 0;
  return (
    // reloadDocument: the checkout is another host, which a script's request could not follow.
    <Form method="post" noValidate reloadDocument className="with-side">
      <div>
        <ErrorSummary problem={problem} />
        <StepHeading title="Check and pay">
          Is everything right? You pay on our payment provider&rsquo;s secure page.
          {order.bookingNumber && (
            <>
              {" "}
              Your booking number is <span className="inline-block">{order.bookingNumber}.</span>
            </>
          )}
        </StepHeading>
        {view.declined && <p className="notice bad">{view.declined}</p>}
        {view.undeliverable && <Undeliverable view={view.undeliverable} />}
        {view.heldUntil && (
          <div className="mt-6">
            <Notice kind="good">
              <p>
                <b>Held for you:</b> yours {view.heldUntil}.
              </p>
            </Notice>
          </div>
        )}
        <OrderSummary order={order} change={view.change} />
        {view.change && (
          <p className="mt-4">
            <a href={view.change.agreement}>Read your signed agreement again</a>
          </p>
        )}
      </div>
      <div className="side">
        <PricePanel price={order.price} figures={figures} heading="What you pay now" />
      </div>
      <div>
        <KeptPart of={WhatCouldCostMore} props={{ more: view.costMore, total: order.price.total }} />
        {!view.undeliverable && (
          <>
            <KeptPart
              of={CardOnFile}
              props={{ label: view.cardConsentText, values: view.values, problem }}
              apart={!!problem}
            />
            <p className="actions">
              <SubmitButton intent="continue" className="button big">
                {free ? "Save your card and book for $0.00" : `Pay ${formatCents(order.price.total)} securely`}
              </SubmitButton>
            </p>
            <p className="hint mt-3">
              {free ? "Nothing is charged now." : "Credit card only. We never see your card number."}
            </p>
          </>
        )}
        <div className="mt-10">
          <SaveForLater save={view.save} />
        </div>
      </div>
    </Form>
  );
}

function CardOnFile({ label, ...answers }: { label: string } & Answers) {
  return (
    <section className="card strong mt-10" aria-labelledby="card-heading">
      <h2 className="text-2xl" id="card-heading">
        Your card on file
      </h2>
      <Checkbox {...answers} name="cardConsent" accessKey="3" label={label} />
    </section>
  );
}
