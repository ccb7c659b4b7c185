import { Form } from "@remix-run/react";
import type { LEAD_STATE } from "~/domain/leads/labels";
import { crmPaths } from "~/crm-paths";

/** The buttons that a lead's state allows. Posts to the lead's own page. */
export function LeadSteps({ id, state }: { id: string; state: keyof typeof LEAD_STATE }) {
  return (
    <Form method="post" action={crmPaths.lead(id)} className="steps-of">
      {state !== "contacted" && (
        <button className="small-button" name="state" value="contacted">
          {state === "closed" ? "Take up again" : "Called"}
        </button>
      )}{" "}
      {state !== "closed" && (
        <button className="small-button" name="state" value="closed">
          Close
        </button>
      )}
    </Form>
  );
}
