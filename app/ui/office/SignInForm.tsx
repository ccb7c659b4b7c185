import { Form } from "@remix-run/react";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import type { Problem } from "~/http/answers/forms.server";
import { Field } from "~/ui/form";
import { Spinner } from "../frame/Spinner";
import { useSlow } from "../frame/use-slow";

interface Props {
  mode: "login" | "signup";
  problem?: Problem | null;
  values?: Problem["values"];
  next?: string;
  /** Hidden fields that go along. */
  carried?: ReactNode;
}

/**
 * Email or phone, and password. Works without script; pasting is allowed. The answer is a document load, because the
 * signed-in pages have a security policy of their own: until it comes, a spinner shows (specification, section 2).
 */
export function SignInForm({ mode, problem, values, next, carried }: Props) {
  const signingUp = mode === "signup";
  const [waits, setWaits] = useState(false);
  const slow = useSlow(waits ? mode : null);
  // Brought back by the browser's Back as it was left.
  useEffect(() => {
    // A page's own first showing may come after a first tap, on a slow phone: that one goes on.
    const back = ({ persisted }: PageTransitionEvent) => persisted && setWaits(false);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);
  const send = (event: FormEvent) => {
    // A second tap would begin a second session.
    if (waits) event.preventDefault();
    setWaits(true);
  };
  return (
    <Form method="post" reloadDocument className="stack" onSubmit={send}>
      {next && <input type="hidden" name="next" value={next} />}
      {carried}
      <Field
        name="email"
        accessKey="3"
        label="Email address or phone number"
        required
        maxLength={254}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        problem={problem}
        values={values}
      />
      <Field
        name="password"
        type="password"
        label="Password"
        required
        maxLength={128}
        minLength={signingUp ? 6 : undefined}
        problem={problem}
        autoComplete={signingUp ? "new-password" : "current-password"}
        hint={signingUp ? "At least 6 characters. Not one of the common ones." : undefined}
      />
      <button type="submit" name="intent" value={mode} className="button full" aria-disabled={waits || undefined}>
        {signingUp ? "Sign Up" : "Login"}
        {slow && <Spinner />}
      </button>
      <p role="status" className="unseen">
        {slow && (signingUp ? "Signing you up" : "Signing you in")}
      </p>
    </Form>
  );
}
