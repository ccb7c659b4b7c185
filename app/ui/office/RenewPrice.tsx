import { Form } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { SubmitButton } from "~/ui/form";
import { byKey } from "./Keys";

/** A price of the office that has ended: what it is today, or why it cannot be renewed as it is. */
export type RenewalView =
  /** `good`: "until December 7, 2026, 3:42 pm", were it renewed now. */
  { ended: string; was: Cents; now: Cents; good: string } | { ended: string; why: string };

interface Props {
  action: string;
  renewal: RenewalView;
  /** The form of the same page that goes along: what is typed there is saved first. */
  form?: string;
}

/** One button: the same order at the price of today, its dumpsters held again, its link sent again. */
export function RenewPrice({ action, renewal, form }: Props) {
  const over = (
    <>
      The price was good <b>{renewal.ended}</b>, and is over.
    </>
  );
  if ("why" in renewal)
    return (
      <div className="notice warn mb-4">
        <p>
          {over} It cannot be renewed as it is: {renewal.why}
        </p>
      </div>
    );
  const { was, now, good } = renewal;
  return (
    <Form method="post" action={action} className="notice warn mb-4">
      <input type="hidden" name="total" value={now} form={form} />
      <p>
        {over}{" "}
        {was === now ? (
          <>
            Today it costs the same: <b>{formatCents(now)}</b>.
          </>
        ) : (
          <>
            Today it costs <b>{formatCents(now)}</b>, before <s>{formatCents(was)}</s>.
          </>
        )}
      </p>
      <p>
        <SubmitButton intent="renew" className="button" form={form} {...byKey("r", "Renew the price")}>
          Renew at {formatCents(now)} and send the link
        </SubmitButton>
      </p>
      <p className="hint">Good {good}. The dumpsters are counted and held again.</p>
    </Form>
  );
}
