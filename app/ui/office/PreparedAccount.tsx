import { Form } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import { SubmitButton } from "~/ui/form";
import { Panel } from "./bits";
import { ORDER_FORM } from "./order-form";

/** The customer's account, in cents, and whether the order goes there as it is now. */
export interface AccountOffer {
  days: number;
  owed: number;
  limit: number;
  allowed: boolean;
  /** Their own number, as their record has it now. */
  poNumber: string | null;
}

/** How a prepared order of a customer with terms is paid: by card, or on their account. */
export function PreparedAccount({ offer }: { offer: AccountOffer }) {
  const { days, owed, limit, allowed, poNumber } = offer;
  return (
    <Panel title="How it is paid" id="how-paid">
      <p>
        {allowed ? (
          <>
            <b>On account</b>: signed by the link and booked at once, without a card. To be paid within {days} days.
          </>
        ) : (
          "By card, when they have signed."
        )}
      </p>
      {allowed && (
        <p>
          {poNumber ? (
            <>
              Their invoice will have the PO number <b>{poNumber}</b>.
            </>
          ) : (
            "They have no PO number: one that is kept in their record before they sign stands on the invoice."
          )}
        </p>
      )}
      <p className="hint">
        {formatCents(owed)} of {formatCents(limit)} is owed on their account. A change of the dumpsters, the days, the
        ZIP or the contact ends this. Their message says how it is paid, so the link goes out again with this button.
      </p>
      <Form method="post">
        <SubmitButton intent={allowed ? "card" : "account"} className="button secondary" form={ORDER_FORM}>
          {allowed ? "Have it paid by card" : "Book it on account"}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
