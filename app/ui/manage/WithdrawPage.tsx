import { Form } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { Notice, SubmitButton, type Answers } from "../form";
import { Unbroken } from "../Unbroken";
import { manageAddress } from "./addresses";
import { SelfPage } from "./SelfPage";

interface Page {
  number: string;
  /** Null where nothing can be taken back. `back` in cents. `isDisputed`: its payment, at the customer's bank. */
  plan: { kind: string; when: string; back: Cents; isDisputed: boolean; card: string | null } | null;
}

const WHAT: Readonly<Record<string, string>> = { swap: "the swap", relocate: "the move on your site" };

/** What goes back, then the button. */
export function WithdrawPage({ page, problem, phone }: { page: Page; phone: string } & Pick<Answers, "problem">) {
  const { number, plan } = page;
  if (!plan)
    return (
      <SelfPage
        {...{ number, problem, phone }}
        heading="Nothing to take back"
        lead="Its truck has left, or it was taken back already."
      />
    );
  return (
    <SelfPage
      {...{ number, problem, phone }}
      heading={`Take back ${WHAT[plan.kind] ?? "the emptying"}?`}
      lead={`It is planned for ${plan.when}. Nothing has moved yet.`}
    >
      <Notice kind="good">
        <p>
          {plan.back > 0 ? (
            <>
              The whole <b className="money">{formatCents(plan.back)}</b> goes back to {plan.card ?? "your card"}
              {plan.isDisputed ? (
                " once your bank has decided about the payment."
              ) : (
                <Unbroken text=". Banks show it within 5–10 business days." />
              )}
            </>
          ) : (
            "Nothing was charged for it, so taking it back costs nothing."
          )}
        </p>
      </Notice>
      <Form method="post" className="actions">
        <SubmitButton className="button danger">
          {plan.back > 0 ? `Take it back and refund ${formatCents(plan.back)}` : "Take it back"}
        </SubmitButton>{" "}
        <a className="button secondary" href={manageAddress(number)}>
          Keep it as planned
        </a>
      </Form>
    </SelfPage>
  );
}
