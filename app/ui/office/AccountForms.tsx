import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { Field, SubmitButton } from "~/ui/form";

/** The ways on for whoever cannot log in with a password. */
export function SignInHelp() {
  return (
    <p className="hint ways">
      <a href={accountPaths.forgot}>Forgot your password?</a> <a href={accountPaths.code}>Log in with a code</a>{" "}
      <a href={accountPaths.resend}>Confirmation mail again</a>
    </p>
  );
}

/** One email address, or phone number where a text does as well, to which something is sent. */
export function AskByMail({
  problem,
  button,
  next,
  orText,
}: {
  problem?: Problem | null;
  button: string;
  next?: string;
  orText?: boolean;
}) {
  return (
    <Form method="post" reloadDocument className="stack">
      {next && <input type="hidden" name="next" value={next} />}
      <Field
        name="email"
        accessKey="3"
        label={orText ? "Email address or phone number" : "Email address"}
        required
        maxLength={254}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        problem={problem}
      />
      <SubmitButton className="button full">{button}</SubmitButton>
    </Form>
  );
}

/** A new password, typed once: it can be pasted, and what was mistyped is set anew by mail. */
export function NewPassword({
  name,
  label = "New password",
  problem,
}: {
  name: string;
  label?: string;
  problem?: Problem | null;
}) {
  return (
    <Field
      name={name}
      type="password"
      label={label}
      required
      minLength={6}
      maxLength={128}
      autoComplete="new-password"
      hint="At least 6 characters. Not one of the common ones."
      problem={problem}
    />
  );
}

/** Back to the doors. */
export function BackToSignIn() {
  return (
    <nav className="hint ways" aria-label="Other ways on" accessKey="2" tabIndex={-1}>
      <a href={paths.auth}>Login</a> <a href={paths.driver.auth}>I am a driver</a> <a href={paths.home}>Home page</a>
    </nav>
  );
}
