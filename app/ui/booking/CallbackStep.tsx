import { Form } from "@remix-run/react";
import { ErrorSummary, Field, Notice, SubmitButton, TextareaField, type Answers } from "../form";
import { telLink, type FocusedFacts } from "../frame/facts";
import { StepHeading } from "./parts";
import type { CallbackView } from "./views";
import { Unbroken } from "../Unbroken";

const REASONS: Record<CallbackView["reason"], string> = {
  consultation:
    "We need a short call about this material first, so that we find the right facility and quote the right price.",
  outside_area: "We do not deliver there yet. Leave your number, and we will tell you what we can do.",
  minimum_order: "Your order is below the minimum for your area. Let us work it out by phone.",
  large_order: "For an order of this size we plan the trucks together with you.",
  call_back: "Tell us what you need. We will call you.",
};

/** A request instead of a booking: what was typed is kept, and the office calls (domain.md, 4.7). */
export function CallbackStep({
  view,
  facts,
  problem,
}: { view: CallbackView; facts: FocusedFacts } & Pick<Answers, "problem">) {
  if (view.sent) return <CallbackSent view={view} facts={facts} sent={view.sent} />;
  const answers = { problem, values: view.values };
  return (
    <div className="max-w-2xl">
      <ErrorSummary problem={problem} />
      <StepHeading title="Let us call you">{REASONS[view.reason]}</StepHeading>
      {view.detail && (
        <div className="mt-4">
          <Notice kind="warn">
            <p>{view.detail}</p>
          </Notice>
        </div>
      )}
      {view.summary.length > 0 && (
        <>
          <h2 className="mt-6 text-xl">What we already know</h2>
          <ul className="mt-2">
            {view.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <Form method="post" noValidate>
        <Field {...answers} name="name" label="Your name" autoComplete="name" />
        <Field {...answers} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
        <Field
          {...answers}
          name="email"
          label="Email (optional)"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          autoCapitalize="none"
        />
        <Field
          {...answers}
          name="zip"
          accessKey="3"
          label="ZIP code (optional)"
          className="short"
          inputMode="numeric"
          autoComplete="postal-code"
        />
        <TextareaField {...answers} name="message" label="What do you need? (optional)" maxLength={2000} />
        <p className="actions">
          <SubmitButton className="button big">Call me back</SubmitButton>{" "}
          <a className="button secondary" href={telLink(facts.phone)}>
            Call {facts.phone} now
          </a>
        </p>
      </Form>
    </div>
  );
}

function CallbackSent({
  view,
  facts,
  sent,
}: {
  view: CallbackView;
  facts: FocusedFacts;
  sent: { name: string; phone: string };
}) {
  return (
    <div className="stack max-w-2xl">
      <StepHeading title="We will call you">
        Thank you, {sent.name}. We will call you at {sent.phone} during our hours, <Unbroken text={facts.hoursLabel} />.
      </StepHeading>
      {view.summary.length > 0 && (
        <ul>
          {view.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>Nothing is booked or charged yet.</p>
      <p className="actions">
        <a className="button" href="/" accessKey="3">
          Return to Home
        </a>{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </p>
    </div>
  );
}
