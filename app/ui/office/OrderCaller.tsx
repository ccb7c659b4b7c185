import { Checkbox, Field, Notice, SubmitButton, useHydrated, type Answers } from "~/ui/form";
import { CallLink } from "./CallLink";
import type { KnownView, OrderAnswers, RequestView } from "./phone-order";

interface Props extends Answers {
  caller: OrderAnswers["caller"];
  /** Begins with the number; of an order that is there already nobody asks who calls. */
  isNew: boolean;
  use: (known: KnownView) => void;
  /** What was probably meant by the address that stands there now. */
  meant: string | null;
  takeMeant: (email: string) => void;
}

/** Who calls: the number first, and what we know of it. */
export function OrderCaller({ caller, use, isNew, meant, takeMeant, ...answers }: Props) {
  const hydrated = useHydrated();
  return (
    <fieldset className="who">
      <legend>Caller</legend>
      <div className="quad halves">
        <Field
          name="phone"
          accessKey="3"
          type="tel"
          label="Phone"
          maxLength={40}
          autoComplete="off"
          autoFocus={isNew}
          required
          {...answers}
        />
        {!hydrated && isNew && (
          <p className="beside-field">
            <SubmitButton intent="lookup" className="button secondary" formNoValidate>
              Look up
            </SubmitButton>
          </p>
        )}
      </div>
      <div className="quad halves">
        {/* Without a longest length: the browser would cut a name and say nothing. */}
        <Field name="firstName" label="First name" autoComplete="off" required {...answers} />
        <Field name="lastName" label="Last name" autoComplete="off" required {...answers} />
        <Field
          name="email"
          type="email"
          label="Email"
          hint={
            <>
              May be left empty with text messages.{" "}
              <span role="status">{meant && <MeantEmail meant={meant} take={() => takeMeant(meant)} />}</span>
            </>
          }
          maxLength={254}
          autoComplete="off"
          {...answers}
        />
        <Checkbox name="smsConsent" label="Agrees to text messages about this booking" {...answers} />
      </div>
      {/* Seen below the number; by Tab after the fields, so that what appears there takes no key that was meant for the name.
          Of an unknown number nothing is reached by Tab: the next key is meant for the ZIP, whether it was answered or not. */}
      <div role="status" className="caller">
        {caller && <CallerWords caller={caller} use={use} />}
      </div>
    </fieldset>
  );
}

/** A question, no refusal: people have mailboxes of all names. Without script they type it over. */
function MeantEmail({ meant, take }: { meant: string; take: () => void }) {
  const hydrated = useHydrated();
  return (
    <span className="strong breakable inline-block">
      Did you mean{" "}
      {hydrated ? (
        <button type="button" className="small-button" onClick={take}>
          {meant}
        </button>
      ) : (
        meant
      )}
      ?
    </span>
  );
}

function CallerWords({ caller, use }: { caller: NonNullable<Props["caller"]>; use: Props["use"] }) {
  const hydrated = useHydrated();
  const { known, isStopped, notServed, open, requests, closed } = caller;
  return (
    <>
      {notServed && (
        <Notice kind="bad">
          <p>
            <b>Do not serve:</b> {notServed}
          </p>
        </Notice>
      )}
      {isStopped && (
        <p className="strong">This number said STOP: no text message goes there. Ask for an email address.</p>
      )}
      {open.length > 0 && (
        <Notice kind="warn">
          <p>
            <b>This number has {open.length === 1 ? "an open order" : "open orders"}.</b> Perhaps it is the one that is
            called about:
          </p>
          <ul className="plain">
            {open.map(({ number, url, words }) => (
              <li key={number}>
                <a href={url} target="_blank" rel="noreferrer">
                  {number}
                </a>
                : {words}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {requests.length > 0 && (
        <Notice kind="warn">
          <p>
            <b>This number has {requests.length === 1 ? "an open request" : "open requests"}.</b> An order does not
            close {requests.length === 1 ? "it" : "them"}:
          </p>
          <Requests of={requests} />
        </Notice>
      )}
      {closed.length > 0 && <Requests of={closed} state="Closed" />}
      {known.length + requests.length + closed.length === 0 && (
        <p className="hint">
          Nobody we know calls from <CallLink text={caller.phone} isPassing />.
        </p>
      )}
      {known.length > 0 && (
        <ul className="plain known">
          {known.map((one) => (
            <li key={one.key}>
              <b>{one.title}</b> <span className="hint">{one.detail}</span>{" "}
              {one.owed && (
                <>
                  <a
                    className={one.owed.isOverdue ? "state bad" : "strong"}
                    href={one.owed.url}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {one.owed.words}
                  </a>{" "}
                </>
              )}
              <button
                type={hydrated ? "button" : "submit"}
                name="intent"
                value={`lookup:${one.key}`}
                className="small-button"
                formNoValidate
                onClick={hydrated ? () => use(one) : undefined}
              >
                Fill in
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Requests({ of, state }: { of: RequestView[]; state?: string }) {
  return (
    <ul className="plain">
      {of.map(({ url, asked, message }) => (
        <li key={url}>
          {state && (
            <>
              <span className="state done">{state}</span>{" "}
            </>
          )}
          <a href={url} target="_blank" rel="noreferrer">
            {asked}
          </a>
          {message && `: ${message}`}
        </li>
      ))}
    </ul>
  );
}
