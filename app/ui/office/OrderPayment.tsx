import { useState } from "react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { RadioCards, type Answers, type Values } from "~/ui/form";
import { rowValue, type OrderAnswers } from "./phone-order";

type Account = NonNullable<OrderAnswers["account"]>;

/**
 * How the order of a caller with terms is paid as the form stands; by card for everybody else. Their terms were granted for
 * orders like this one, so it begins on account, where that has room for it and the link goes where it was confirmed that
 * it reaches them; `total` in cents, null before there is a price.
 */
export function paymentOf(typed: Values, account: Account | null, total: Cents | null): "account" | "card" {
  if (!account) return "card";
  const chosen = rowValue(typed, "payment", 0);
  if (chosen === "account" || chosen === "card") return chosen;
  return account.isConfirmed && hasRoom(account, total) ? "account" : "card";
}

const hasRoom = ({ owed, limit }: Account, total: Cents | null) => owed + (total ?? 0) <= limit;

/** Asked of a caller with terms alone, after all that is typed always. Their one message says it as it was chosen here. */
export function OrderPayment({ account, total, ...answers }: Answers & { account: Account; total: Cents | null }) {
  const { days, owed, limit, isConfirmed } = account;
  // As it stood when the question appeared: nothing that was chosen is chosen otherwise while one types on.
  const [fallback] = useState(() => paymentOf({}, account, total));
  return (
    <RadioCards
      name="payment"
      legend="How is it paid?"
      fallback={fallback}
      choices={[
        { value: "card", label: "By card", text: "when they have signed" },
        {
          value: "account",
          label: `On account, within ${days} days`,
          text: `${formatCents(owed)} of ${formatCents(limit)} used`,
        },
      ]}
      {...answers}
    >
      <p className="hint" role="status">
        {!isConfirmed && "The link goes where nobody has confirmed that it reaches them. "}
        {total !== null && !hasRoom(account, total) && `This order of ${formatCents(total)} would pass their limit.`}
      </p>
    </RadioCards>
  );
}
