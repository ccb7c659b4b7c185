import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SubmitButton } from "../form";
import { Panel } from "./bits";

/** An admin's word that a load has no weight ticket, and why: without it its dumpster does not settle. */
export function TicketWaiver({
  unweighed,
  problem,
}: {
  unweighed: { id: string; number: number }[];
  problem?: Problem | undefined;
}) {
  const [unit] = unweighed;
  if (!unit) return null;
  return (
    <Panel title="No weight ticket" id="ticket">
      <p>Dumpster {unit.number} is back, and nobody has written down what its load weighed.</p>
      <details>
        <summary>Settle it without one</summary>
        <Form method="post" className="stack">
          <input type="hidden" name="unitId" value={unit.id} />
          <Field
            name="ticketWhy"
            label="Why is there none?"
            aria-required
            maxLength={200}
            autoComplete="off"
            problem={problem}
          />
          <SubmitButton intent="waive_ticket" className="button secondary">
            Settle it without a ticket
          </SubmitButton>
        </Form>
      </details>
    </Panel>
  );
}
