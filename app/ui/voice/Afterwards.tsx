import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { crmPaths } from "~/crm-paths";
import { CALL_REASON, CALL_REASONS } from "~/domain/voice/labels";
import type { Problem } from "~/http/answers/forms.server";
import { FieldError } from "../form";
import { linkPressed } from "../office/use-follow";
import { useOpened } from "../office/use-opened";
import type { CallLine } from "./call-lines";

interface Props {
  row: CallLine;
  isOpen: boolean;
  problem: Problem | undefined;
}

/**
 * Why they called, a line, and whom it was about, after the call. In a list a link leads to the call by itself, where its
 * forms are; with scripts they open in their place.
 */
export function Afterwards({ row, isOpen, problem }: Props) {
  const shown = useOpened(row.id, isOpen || problem !== undefined);
  const reason = useRef<HTMLSelectElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) reason.current?.focus();
  }, [shown.isOpen]);
  const words = row.reason ? "Change…" : "Say why…";
  if (!shown.isOpen)
    return (
      <a
        // Of the page that it stands in: fifty times the address would be written out.
        href={crmPaths.call(row.id).slice(crmPaths.calls().length)}
        onClick={(event) => {
          if (!linkPressed(event)) return;
          event.preventDefault();
          isPressed.current = true;
          shown.open();
        }}
      >
        {words}
      </a>
    );
  const bindId = `bind-${row.id}`;
  return (
    <details open>
      <summary>{words}</summary>
      <Form method="post" className="row">
        <input type="hidden" name="call" value={row.id} />
        <label htmlFor={`reason-${row.id}`}>Reason</label>
        <select
          ref={reason}
          id={`reason-${row.id}`}
          name="reason"
          className="input"
          defaultValue={row.reason ?? "question"}
        >
          {CALL_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {CALL_REASON[reason]}
            </option>
          ))}
        </select>
        <label htmlFor={`note-${row.id}`}>Note</label>
        <input id={`note-${row.id}`} name="note" className="input" maxLength={300} defaultValue={row.note} />
        <button className="button secondary" name="intent" value="wrap">
          Save
        </button>
      </Form>
      <Form method="post" className="row">
        <input type="hidden" name="call" value={row.id} />
        <label htmlFor={bindId}>About booking or customer</label>
        <FieldError id={bindId} error={problem?.fields[bindId]} />
        <input
          id={bindId}
          name="booking"
          className="input"
          maxLength={254}
          defaultValue={String(problem?.values["booking"] ?? row.booking)}
          aria-invalid={problem?.fields[bindId] ? true : undefined}
          aria-describedby={`${problem?.fields[bindId] ? `${bindId}-error ` : ""}${bindId}-hint`}
        />
        <button className="button secondary" name="intent" value="bind">
          Put it there
        </button>
        <span id={`${bindId}-hint`} className="hint">
          A booking’s number, or a customer’s phone or email; empty for nobody. What was made in the call goes along.
        </span>
      </Form>
    </details>
  );
}
