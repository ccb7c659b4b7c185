import { Form, Link } from "@remix-run/react";
import { CONFLICTS } from "~/domain/driver/entries";
import type { OpenAccount } from "~/domain/driver/journal-read.server";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { crmPaths } from "~/crm-paths";
import { SubmitButton } from "../form";
import { Panel, When } from "./bits";
import { broughtWords } from "./brought-words";
import { LongDay } from "./LongDay";
import { Shots } from "./PlaceShots";
import { look } from "./timeline-parts";

const OPEN_WORDS: Readonly<Record<string, string>> = {
  waiting: "Waits for the step before it.",
  quarantined: "Sent after this phone was signed out: not taken.",
};
const stepWords = (step: string) => (step === "report" ? "What they found" : (look(JOB_STATE, step) ?? step));

/** What a driver's phone says of a job beside our own record, and the two answers. */
export function TwoAccounts({ account }: { account: OpenAccount }) {
  const { jobId, driver, kind, booking, customer, state, day, window, hasIt, theirs, ours, never } = account;
  const isHeld = theirs.some((entry) => entry.state === "quarantined");
  return (
    <Panel title={`${JOB_KIND[kind]}: ${customer}`} id={jobId} className="accounts">
      <p>
        <Link to={crmPaths.booking(booking, "units")}>Booking {booking}</Link>
        {isHeld && " · The phone was signed out, or may send no more. Take its account only if you know who has it."}
      </p>
      <div className="two-accounts">
        <section aria-labelledby={`${jobId}-theirs`}>
          <h3 id={`${jobId}-theirs`}>{driver}’s phone</h3>
          <ol>
            {theirs.map(({ id, step, done_at, is_corrected, state: entryState, why, said, photos, ticketOf }) => (
              <li key={id}>
                <span className="strong">{stepWords(step)}</span>, <When at={done_at} />
                {is_corrected && " (the phone’s clock was wrong)"}
                {broughtWords(step, said.data) && <div>{broughtWords(step, said.data)}</div>}
                {photos.length > 0 && (
                  <Shots photos={photos} alt={(n) => `${stepWords(step)}, picture ${n} of the driver`} />
                )}
                <div className="hint">
                  {why ? look(CONFLICTS, why) : OPEN_WORDS[entryState]}
                  {ticketOf !== null && (
                    <>
                      {" "}
                      It is of <Link to={crmPaths.booking(ticketOf, "units")}>booking {ticketOf}</Link>.
                    </>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby={`${jobId}-ours`}>
          <h3 id={`${jobId}-ours`}>Our record</h3>
          <p>
            <span className="strong">{JOB_STATE[state]}</span>, <LongDay day={day} />, {deliveryTimeLabel(window)},{" "}
            {hasIt ? `${hasIt} has it` : "nobody has it"}
          </p>
          <ol>
            {ours.map(({ step, at, by }) => (
              <li key={step}>
                <span className="strong">{stepWords(step)}</span>, <When at={at} />
                <div className="hint">{by}</div>
              </li>
            ))}
          </ol>
        </section>
      </div>
      {never && (
        <p>
          {never === "cancelled" ? (
            "The job is cancelled, so these steps cannot be entered. Put right by hand what they changed, then keep ours: theirs stays readable in the booking’s record."
          ) : (
            <>
              {hasIt ?? "Nobody"} has the job now, and it is under way. To take this account,{" "}
              <Link to={crmPaths.dispatch(day, jobId)}>hand the job back to {driver}</Link> first. Kept as it is, theirs
              stays readable in the booking’s record.
            </>
          )}
        </p>
      )}
      <Form method="post" className="steps-of">
        <input type="hidden" name="driverId" value={account.driverId} />
        <input type="hidden" name="jobId" value={jobId} />
        <input type="hidden" name="seen" value={account.seen} />
        {!never && <SubmitButton intent="theirs">Take {driver}’s account</SubmitButton>}
        <SubmitButton intent="ours" className="button secondary">
          Keep ours
        </SubmitButton>
      </Form>
    </Panel>
  );
}
