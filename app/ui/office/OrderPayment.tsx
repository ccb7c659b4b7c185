import { useEffect, useRef, useState, type RefObject } from "react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { RadioCards, type Answers, type Values } from "~/ui/form";
import { hasRoom, howPaidNow, PAYMENT_OF, PAYMENT_PRESET, readHowPaid, type HowPaid } from "./order-payment";
import type { OrderAnswers } from "./phone-order";

type Account = NonNullable<OrderAnswers["account"]>;

/** How the order is paid while it is typed, from what the form began with; null for a caller without terms. */
export function useHowPaid(
  form: RefObject<HTMLFormElement | null>,
  { given, account, total }: { given: Values; account: Account | null; total: Cents | null },
): { paid: HowPaid | null; choose: () => void } {
  const [said, setSaid] = useState(() => readHowPaid(given));
  const paid = howPaidNow(said, account, total);
  if (paid !== said) setSaid(paid);
  const drawn = useRef(paid);
  useEffect(() => {
    const before = drawn.current;
    drawn.current = paid;
    // What is drawn once, React leaves as it stands; of another account it is drawn anew.
    if (!paid || before?.of !== paid.of || paid.isChosen || before.by === paid.by) return;
    const now = form.current?.querySelector<HTMLInputElement>(`[name=payment][value=${paid.by}]`);
    if (now) now.checked = true;
  }, [form, paid]);
  const choose = () => {
    const by = form.current && new FormData(form.current).get("payment");
    if (paid && (by === "account" || by === "card")) setSaid({ of: paid.of, by, isChosen: true });
  };
  return { paid: account && paid, choose };
}

/** Asked of a caller with terms alone, after all that is typed always. Their one message says it as it was chosen here. */
export function OrderPayment({
  account,
  paid,
  total,
  problem,
}: Pick<Answers, "problem"> & { account: Account; paid: HowPaid; total: Cents | null }) {
  const { days, owed, limit, isConfirmed } = account;
  return (
    <>
      <input type="hidden" name={PAYMENT_OF} value={paid.of} />
      <input type="hidden" name={PAYMENT_PRESET} value={paid.isChosen ? "" : paid.by} />
      <RadioCards
        key={paid.of}
        name="payment"
        legend="How is it paid?"
        fallback={paid.by}
        choices={[
          { value: "card", label: "By card", text: "when they have signed" },
          {
            value: "account",
            label: `On account, within ${days} days`,
            text: `${formatCents(owed)} of ${formatCents(limit)} used`,
          },
        ]}
        // Of what was sent only what a person chose still stands, and that is in `paid`.
        problem={problem ? { ...problem, values: {} } : null}
      >
        <p className="hint" role="status">
          {!isConfirmed && "The link goes where nobody has confirmed that it reaches them. "}
          {total !== null && !hasRoom(account, total) && `This order of ${formatCents(total)} would pass their limit.`}
        </p>
      </RadioCards>
    </>
  );
}
