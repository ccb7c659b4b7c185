import { Form } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { BillingRecord } from "~/domain/records/billing.server";
import type { Problem } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { When } from "./bits";
import { CheckboxGroup, Field, SubmitButton, TextareaField } from "../form";

type Shown = { charge: BillingRecord; problem?: Problem | undefined };

/** By where it stands: what nobody may do now is not shown, and refused when it is sent. */
export function Actions({ charge, isAdmin, now, problem }: Shown & { isAdmin: boolean; now: number }) {
  const { state } = charge;
  const isEarly = state === "proposed" || state === "evidence_ready" || state === "noticed";
  const isOwed = state === "failed" || state === "requires_action" || state === "billed";
  const address = crmPaths.billing({ charge: charge.id });
  const press = (intent: string, label: string, hint?: string) => (
    <Form method="post" action={address}>
      <SubmitButton intent={intent} className="button secondary">
        {label}
      </SubmitButton>{" "}
      {hint && <span className="hint">{hint}</span>}
    </Form>
  );
  return (
    <>
      {state === "proposed" && charge.lacks.includes(APPROVAL) && isAdmin && press("approve", "Allow this charge")}
      {charge.heldWhy !== null && press("release", "Let it go on")}
      {state === "noticed" && charge.dueAt === null && press("told", "Told by phone", "Their time begins now.")}
      {state === "noticed" && charge.dueAt !== null && charge.dueAt <= now && press("run", "Charge it now")}
      {state === "noticed" && charge.dueAt !== null && charge.dueAt > now && (
        <p className="hint">
          It runs by itself <When at={charge.dueAt} />, not before: until then its customer may question it.
        </p>
      )}
      {state === "failed" && !charge.onAccount && press("run", "Charge the card again")}
      {(state === "failed" || state === "requires_action") && press("link", "Send the payment link again")}
      {state === "proposed" && <ProofForm charge={charge} problem={problem} />}
      {isEarly && (
        <details>
          <summary>Ask less</summary>
          <Form method="post" action={address} className="stack">
            <Field
              name="amount"
              label={charge.tax > 0 ? "New amount, before tax" : "New amount"}
              inputMode="decimal"
              autoComplete="off"
              problem={problem}
            />
            <Reason problem={problem} />
            <SubmitButton intent="lower" className="button secondary">
              Propose it anew
            </SubmitButton>
          </Form>
        </details>
      )}
      {(isEarly || state === "questioned") && charge.heldWhy === null && (
        <WithReason title="Hold it" intent="hold" label="Hold" address={address} problem={problem} />
      )}
      {(state === "proposed" || state === "evidence_ready") && (
        <WithReason title="It is wrong" intent="void" label="Void it" address={address} problem={problem} />
      )}
      {isAdmin && (isEarly || isOwed || state === "questioned") && (
        <WithReason title="Waive it" intent="waive" label="Waive it" address={address} problem={problem} />
      )}
      {isAdmin && isOwed && (
        <WithReason title="Write it off" intent="write_off" label="Write it off" address={address} problem={problem} />
      )}
    </>
  );
}

const APPROVAL = "an admin’s yes";

function Reason({ problem }: { problem?: Problem | undefined }) {
  return (
    <Field
      name="why"
      label="Why? The customer reads it where they know of it."
      aria-required
      maxLength={200}
      autoComplete="off"
      problem={problem}
    />
  );
}

function WithReason({
  title,
  intent,
  label,
  address,
  problem,
}: {
  title: string;
  intent: string;
  label: string;
  address: string;
  problem?: Problem | undefined;
}) {
  return (
    <details>
      <summary>{title}</summary>
      <Form method="post" action={address} className="stack">
        <Reason problem={problem} />
        <SubmitButton intent={intent} className="button secondary">
          {label}
        </SubmitButton>
      </Form>
    </details>
  );
}

function ProofForm({ charge, problem }: Shown) {
  return (
    <details open={charge.lacks.length > 0 && !charge.lacks.includes(APPROVAL)}>
      <summary>Put proof to it</summary>
      <Form method="post" action={crmPaths.billing({ charge: charge.id })} className="stack">
        <PhotoChoice photos={charge.others} problem={problem} />
        <TextareaField name="note" label="What we know, in words" rows={2} maxLength={500} problem={problem} />
        <SubmitButton intent="proof" className="button secondary">
          Put it to the charge
        </SubmitButton>
      </Form>
    </details>
  );
}

/** The booking's photographs, to choose which of them prove it. */
export function PhotoChoice({
  photos,
  problem,
}: {
  photos: readonly { capability: string; step: string; at: number }[];
  problem?: Problem | undefined;
}) {
  if (photos.length === 0) return <p className="hint">The booking has no other photos.</p>;
  return (
    <>
      <CheckboxGroup
        name="photo"
        legend="Which photos show it?"
        hint="In the order of the pictures below."
        choices={photos.map(({ capability, step }, i) => ({
          value: capability,
          label: `Photo ${i + 1}: ${step}`,
        }))}
        problem={problem}
      />
      <Pictures of={photos.map(({ capability }) => capability)} />
    </>
  );
}

/** Photographs that prove something, small; each leads to the large one. */
export function Pictures({ of }: { of: readonly string[] }) {
  return (
    <p className="pictures">
      {of.map((capability, i) => (
        <a key={capability} href={paths.photo(capability)}>
          <img
            src={paths.photo(capability, "small")}
            alt={`Proof ${i + 1} of ${of.length}`}
            width={160}
            loading="lazy"
          />
        </a>
      ))}
    </p>
  );
}
