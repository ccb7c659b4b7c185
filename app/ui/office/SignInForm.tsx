import { Form } from "@remix-run/react";
import type { Problem } from "~/http/forms.server";
import { Field, SubmitButton } from "~/ui/form";

interface Props {
  mode: "login" | "signup";
  problem?: Problem | null;
  values?: Problem["values"];
  next?: string;
}

/** Email or phone, and password. Works without script; pasting is allowed. */
export function SignInForm({ mode, problem, values, next }: Props) {
  const signingUp = mode === "signup";
  return (
    <Form method="post" reloadDocument className="stack">
      {next && <input type="hidden" name="next" value={next} />}
      <Field
        name="email" label={signingUp ? "Email address" : "Email address or phone number"} required maxLength={254}
        inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} problem={problem} values={values}
      />
      <Field
        name="password" type="password" label="Password" required maxLength={128} minLength={signingUp ? 6 : undefined} problem={problem}
        autoComplete={signingUp ? "new-password" : "current-password"}
        hint={signingUp ? "At least 6 characters. Not one of the common ones." : undefined}
      />
      <SubmitButton intent={mode} className="button full">{signingUp ? "Sign Up" : "Login"}</SubmitButton>
    </Form>
  );
}
