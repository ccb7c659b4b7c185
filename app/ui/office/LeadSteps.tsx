import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import type { LEAD_STATE } from "~/domain/leads/labels";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { Field, Notice, SubmitButton, TextareaField } from "~/ui/form";
import { Panel } from "./bits";
import { TimelineLines, type ToldLine } from "./TimelineLines";

type About = { problem?: Problem | null | undefined };
const pressed = (problem: About["problem"], intent: string) => (problem?.values["intent"] === intent ? problem : null);

/** What a lead's state allows; closed for a reason. Post to the lead's own page. */
export function LeadSteps({ state, problem }: About & { state: keyof typeof LEAD_STATE }) {
  const close = pressed(problem, "close");
  return (
    <>
      {state !== "contacted" && (
        <Form method="post" className="steps-of">
          <button className="small-button" name="intent" value="called">
            {state === "closed" ? "Take up again" : "Called"}
          </button>
        </Form>
      )}
      {state !== "closed" && (
        <details open={close !== null}>
          <summary>Close…</summary>
          <Form method="post" className="stack" onSubmit={takeNoteAlong}>
            <input type="hidden" name="halfNote" defaultValue="" />
            <Field
              name="why"
              label="Why, or what came of it (needed)"
              autoComplete="off"
              aria-required
              problem={close}
            />
            <SubmitButton intent="close" className="button secondary">
              Close
            </SubmitButton>
          </Form>
        </details>
      )}
    </>
  );
}

/** The page is left with a closing: what is half typed for the others is kept with it. */
function takeNoteAlong({ currentTarget }: FormEvent<HTMLFormElement>): void {
  const half = document.querySelector<HTMLTextAreaElement>(`textarea[name=note]`);
  const along = currentTarget.querySelector<HTMLInputElement>("input[name=halfNote]");
  if (half && along) along.value = half.value;
}

/** What became of a lead, newest first, and a note for the others: half typed, it outlasts whatever else is pressed. */
export function LeadHistory({ history, problem }: About & { history: readonly ToldLine[] }) {
  return (
    <Panel title="History" id="history">
      <Form method="post" className="stack" key={history.filter(({ isNote }) => isNote).length}>
        <TextareaField
          name="note"
          label="Add a note"
          rows={2}
          problem={pressed(problem, "note") ?? (problem?.fields["note"] ? problem : null)}
        />
        <SubmitButton intent="note" className="button secondary">
          Keep the note
        </SubmitButton>
      </Form>
      <TimelineLines lines={history} />
    </Panel>
  );
}

/** A lead that was just closed, with the way back; plain, for a page that sends its forms by itself (use-follow.ts). */
export function ClosedLeadNotice({ lead }: { lead: { id: string; name: string; closing: number } }) {
  return (
    <Notice kind="good" live arrived key={lead.closing}>
      <form method="post" action={crmPaths.lead(lead.id)} className="steps-of">
        <input type="hidden" name="closing" value={lead.closing} />
        <span>
          Closed: <Link to={crmPaths.lead(lead.id)}>{lead.name}</Link>.
        </span>
        <button className="small-button" name="intent" value="undo">
          Undo
        </button>
      </form>
    </Notice>
  );
}
