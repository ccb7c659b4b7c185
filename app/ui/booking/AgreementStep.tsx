import { Form } from "@remix-run/react";
import { Fragment } from "react";
import type { AgreementSection } from "~/domain/documents/views";
import { formatCents } from "~/domain/kernel/money";
import { Checkbox, ErrorSummary, errorOf, Field, Notice, SubmitButton, type Answers } from "../form";
import { KeptPart } from "../kept-part";
import { OfficeWrote } from "./OfficeWrote";
import { OrderSummary } from "./OrderSummary";
import { StepHeading } from "./parts";
import { PricePanel } from "./PricePanel";
import { SaveForLater } from "./SaveForLater";
import { SignaturePad } from "./SignaturePad";
import { Undeliverable } from "./Undeliverable";
import type { AgreementStepView } from "./views";

/**
 * Step 3, and /sign-agreement: read the order, the price and the terms, type the name, agree. The price stands above the
 * signature on a narrow screen too.
 */
export function AgreementStep({
  view,
  problem,
  action = view.account ? "Sign and book" : "Sign and continue to payment",
}: { view: AgreementStepView; action?: string } & Pick<Answers, "problem">) {
  const answers = { problem, values: view.values };
  return (
    <Form method="post" noValidate className="with-side">
      <div>
        <ErrorSummary problem={problem} />
        <StepHeading title="Rental agreement">
          This is what we agree on. Read it, then sign with your name.
          {view.order.bookingNumber && (
            <>
              {" "}
              Booking <span className="inline-block">{view.order.bookingNumber}.</span>
            </>
          )}
        </StepHeading>
        {view.quote &&
          (view.quote.isOver ? (
            <Notice kind="warn">
              <p>
                The price that we made for you was good {view.quote.until}, and is over. Below stands the price of
                today.
              </p>
            </Notice>
          ) : (
            <p>
              {view.quote.isFixed ? "The price is good" : "The link works"} <b>{view.quote.until}</b>.
              {!view.quote.isFixed && " The price is that of the day you sign."}
              {view.quote.untaxedUntil && (
                <>
                  {" "}
                  Without sales tax only if you sign by <b>{view.quote.untaxedUntil}</b>: your exemption certificate
                  ends then.
                </>
              )}
            </p>
          ))}
        {view.changes && (
          <Notice kind="warn">
            <p>
              <b>Something changed since you signed.</b> Please check it and sign again; your booking number stays the
              same.
            </p>
            <ul>
              {view.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </Notice>
        )}
        {view.undeliverable && <Undeliverable view={view.undeliverable} />}
        {view.signedUrl && !view.undeliverable && (
          <Notice kind="good">
            <p>
              You have signed this, and nothing in it has changed since. <a href={view.signedUrl}>Go on to payment</a>
            </p>
          </Notice>
        )}
        {view.account && (
          <Notice>
            <p>{view.account}</p>
          </Notice>
        )}
        <input type="hidden" name="seen" value={view.contentSha256} />
        {view.office && <input type="hidden" name="version" value={view.office.version} />}
        <OrderSummary order={view.order} change={view.change} />
      </div>
      <div className="side">
        <PricePanel
          price={view.order.price}
          figures={view.figures}
          paid={view.account ? "On your account." : undefined}
        />
      </div>
      <div>
        <h2 className="text-2xl" id="terms-heading">
          The terms
        </h2>
        <KeptPart of={Terms} props={{ sections: view.sections, version: view.termsVersion }} />
        {!view.undeliverable && (
          <>
            <fieldset>
              <legend>Your signature</legend>
              <Field
                {...answers}
                name="signatureName"
                accessKey="3"
                label="Type your full name"
                autoComplete="name"
                hint="This counts as your signature."
              />
              <SignaturePad error={errorOf("signatureImage", answers)} />
              <Checkbox
                {...answers}
                name="agree"
                label={`I have read the agreement and the price of ${formatCents(view.order.price.total)}, and I agree to both.`}
              />
            </fieldset>
            <p className="actions">
              <SubmitButton intent="continue" className="button big">
                {action}
              </SubmitButton>
            </p>
          </>
        )}
        <div className="mt-10">
          <SaveForLater save={view.save} />
        </div>
      </div>
      {view.office && <OfficeWrote seen={view.office.version} signingKey={view.office.key} />}
    </Form>
  );
}

function Terms({ sections, version }: { sections: AgreementStepView["sections"]; version: string }) {
  return (
    <section className="terms mt-3" aria-labelledby="terms-heading" tabIndex={0}>
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
      <p className="hint mt-6">Version {version}</p>
    </section>
  );
}

/** As on paper: the list stands below the paragraph that announces it with a colon, else below the first one. */
function Section({ section }: { section: AgreementSection }) {
  const at = Math.max(
    0,
    section.paragraphs.findIndex((text) => text.endsWith(":")),
  );
  return (
    <section className="stack" id={`terms-${section.id}`}>
      <h3>{section.heading}</h3>
      {section.paragraphs.map((text, i) => (
        <Fragment key={text}>
          <p>{text}</p>
          {i === at && section.bullets && (
            <ul>
              {section.bullets.map((bullet) => (
                <li key={bullet}>{bullet}</li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
    </section>
  );
}
