import { Form, useNavigation, useNavigationType } from "@remix-run/react";
import { forwardRef, useEffect, useRef, useState, type ComponentProps } from "react";
import { zipDigits } from "~/domain/service-area/rules";
import { paths } from "~/paths";
import { ErrorSummary } from "../form/ErrorSummary";
import { useErrorTitle } from "../form/error-title";
import { useSettled } from "../form/use-settled";

/** What the last check found; `zip` is its five digits, or what was typed where that is no ZIP. */
export interface ZipAnswer {
  zip: string;
  state: "valid" | "invalid";
  message: string;
  /** What was typed is no ZIP at all. */
  refused?: boolean;
  /** It could not be checked, so nobody knows whether we deliver there. */
  failed?: boolean;
}

/**
 * The summary of a refused check, as on every form (contract.md, "Errors"): where it came with the page, not where it
 * would push away what is being typed on.
 */
export function ZipRefused({ answer }: { answer: ZipAnswer | null }) {
  const [arrived] = useState(answer);
  // One and the same for as long as it stands: the summary takes the focus with each new one.
  const [problem] = useState(() => ({ ok: false as const, values: {}, fields: { zip: answer?.message ?? "" } }));
  useErrorTitle(answer?.refused ? answer : null);
  if (!answer?.refused || answer !== arrived) return null;
  return (
    <div className="wrap">
      <ErrorSummary problem={problem} />
    </div>
  );
}

/**
 * The ZIP check (specification, sections 4 and 5): idle → checking → valid or invalid. Typing clears the answer.
 * Without script it is a plain form whose answer comes with the page.
 */
export function ZipCheck({ answer }: { answer: ZipAnswer | null }) {
  const navigation = useNavigation();
  const checking = navigation.state !== "idle" && navigation.formData?.has("zip") === true;
  // Null until the field was read after hydration. A button that is disabled sooner swallows the Enter key that made
  // React hydrate at once.
  const [typed, setTyped] = useState<string | null>(null);
  const [editedSince, setEditedSince] = useState<ZipAnswer | null>(null);
  // An answer to another ZIP than the typed one: gone back to, or typed on while it was asked for.
  const isStale = answer !== null && (editedSince === answer || (typed !== null && typed !== answer.zip));
  const shown = checking || isStale ? null : answer;

  const field = useRef<HTMLInputElement>(null);
  const clean = () => {
    const input = field.current;
    if (!input) return;
    const digits = zipDigits(input.value);
    if (digits !== input.value) input.value = digits;
    setTyped(digits);
    if (answer && digits !== answer.zip) setEditedSince(answer);
  };
  useSettled(() => (answer && field.current?.value === answer.zip ? setTyped(answer.zip) : clean()));
  // Back and forward bring an earlier answer, with the ZIP that it is about.
  const moved = String(useNavigationType()) === "POP";
  const arrived = useRef(answer);
  useEffect(() => {
    if (!moved || !answer || answer === arrived.current || !field.current) return;
    field.current.value = answer.zip;
    setTyped(answer.zip);
  }, [moved, answer]);
  return (
    <Form action={paths.home} className="zip" preventScrollReset noValidate>
      <ZipLabel />
      <div className="go">
        <ZipInput
          ref={field}
          defaultValue={answer?.zip ?? ""}
          onInput={clean}
          aria-describedby="zip-hint zip-answer"
          aria-invalid={shown?.state === "invalid" || undefined}
        />
        <button
          type="submit"
          className="button"
          disabled={typed === ""}
          aria-disabled={checking || undefined}
          onClick={(event) => checking && event.preventDefault()}
        >
          {checking ? "Checking…" : "Check"}
        </button>
      </div>
      <div id="zip-answer" role="status">
        {/* One that came with the page has the focus, as the summary of a form has; not where somebody is typing. */}
        {shown && (
          <div tabIndex={-1} autoFocus={shown === arrived.current && !shown.refused}>
            <Answer answer={shown} />
          </div>
        )}
      </div>
    </Form>
  );
}

/** The same question where no script waits for it: the answer is the home page's. */
export function PlainZipCheck() {
  return (
    <form action={paths.home} className="zip" noValidate>
      <ZipLabel />
      <div className="go">
        <ZipInput data-plain="" aria-describedby="zip-hint" />
        <button type="submit" className="button">
          Check
        </button>
      </div>
    </form>
  );
}

function ZipLabel() {
  return (
    <>
      <label htmlFor="zip" className="face">
        Do we deliver to you?
      </label>
      <p className="hint" id="zip-hint">
        Your 5-digit ZIP code
      </p>
    </>
  );
}

const ZipInput = forwardRef<HTMLInputElement, ComponentProps<"input"> & { "data-plain"?: "" }>((more, ref) => (
  <input
    ref={ref}
    id="zip"
    name="zip"
    data-alt="3"
    className="input"
    type="text"
    inputMode="numeric"
    autoComplete="postal-code"
    {...more}
  />
));
ZipInput.displayName = "ZipInput";

function Answer({ answer: { state, message, zip, refused, failed } }: { answer: ZipAnswer }) {
  return state === "valid" ? (
    <div className="notice good">
      <p>
        <b>{message}</b>
      </p>
      <p>
        <a className="button" href={paths.book.prefilled({ zip })}>
          Book for {zip}
        </a>
      </p>
    </div>
  ) : (
    <div>
      <p className="wrong">{message}</p>
      {!refused && !failed && (
        <p>
          <a href={paths.book.outsideArea(zip)}>Ask us to call you back</a>
        </p>
      )}
    </div>
  );
}
