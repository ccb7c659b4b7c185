import { SubmitButton } from "../form";
import { manageAddress } from "./addresses";

/** Leads an unpaid booking on to its payment. A plain form: the answer sets the draft's cookie, then goes there. */
export function PayForm({ number, label = "Continue to payment" }: { number: string; label?: string }) {
  return (
    <form method="post" action={manageAddress(number)}>
      <SubmitButton intent="pay">{label}</SubmitButton>
    </form>
  );
}
