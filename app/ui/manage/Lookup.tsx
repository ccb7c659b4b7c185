import { Form } from "@remix-run/react";
import { telLink } from "../frame/facts";
import { ErrorSummary, Field, Notice, SubmitButton, useProblem } from "../form";

/** Number and email address open a booking (domain.md, 4.2). */
export function Lookup({ number, notice, phone }: { number: string; notice: string | null; phone: string }) {
  const problem = useProblem();
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      {notice && !problem && (
        <Notice kind="warn" live>
          <p>{notice}</p>
        </Notice>
      )}
      <h1>Manage your booking</h1>
      <p className="lead">See the dates, get your documents, or cancel.</p>
      <Form method="post" noValidate>
        <Field
          name="bookingNumber"
          data-alt="3"
          label="Booking number"
          hint="It is in our email, like DMP-2026-000123."
          problem={problem}
          values={{ bookingNumber: number }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Field
          name="email"
          label="Email address or phone number"
          hint="The one you used to book."
          problem={problem}
          autoComplete="email"
          inputMode="email"
          required
        />
        <p className="actions">
          <SubmitButton>Find my booking</SubmitButton>
        </p>
      </Form>
      <p className="soft">
        No booking number handy? Open the link in any of our emails, or call{" "}
        <a className="num" href={telLink(phone)}>
          {phone}
        </a>
        .
      </p>
    </div>
  );
}
