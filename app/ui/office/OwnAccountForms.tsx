import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { accountPaths } from "~/team-paths";
import { Field, SubmitButton } from "~/ui/form";
import { Panel } from "./bits";
import { NewPassword } from "./AccountForms";

interface Props {
  problem?: Problem | null;
}

/** A refusal of one form leaves what the others show as it is. */
const of = (intent: string, problem?: Problem | null) => (problem?.values["intent"] === intent ? problem : null);

/** What somebody says of themselves. */
export function OwnFactsForm({ problem: any, facts }: Props & { facts: Record<string, string> }) {
  const problem = of("profile", any);
  const shared = { problem, values: facts };
  return (
    <Form method="post" className="stack" reloadDocument>
      <Field name="display_name" label="Name" required maxLength={80} accessKey="3" autoComplete="name" {...shared} />
      <Field name="company_name" label="Company (optional)" maxLength={120} autoComplete="organization" {...shared} />
      <Field name="phone" type="tel" label="Phone (optional)" maxLength={40} autoComplete="tel" {...shared} />
      <Field
        name="avatar_url"
        label="Address of a picture (optional)"
        hint="It begins with https://. We keep the address and do not load the picture."
        inputMode="url"
        maxLength={300}
        spellCheck={false}
        {...shared}
      />
      <SubmitButton intent="profile">Save</SubmitButton>
    </Form>
  );
}

/** Present password, new password. */
export function PasswordForm({
  problem: any,
  hasPassword,
  email,
}: Props & { hasPassword: boolean; email: string | null }) {
  const problem = of("password", any);
  if (!hasPassword) return <NoPassword />;
  return (
    <Form method="post" className="stack" reloadDocument>
      {/* For password managers, which ask whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email ?? ""} readOnly />
      <Present name="password" problem={problem} />
      <NewPassword name="newPassword" problem={problem} />
      <SubmitButton intent="password">Change the password</SubmitButton>
    </Form>
  );
}

/** The new address, with the present password as proof. */
export function EmailForm({
  problem: any,
  hasPassword,
  email,
}: Props & { hasPassword: boolean; email: string | null }) {
  const problem = of("email", any);
  return (
    <>
      <p>{email ? `You log in with ${email}.` : "Your account has no email address yet."}</p>
      {hasPassword ? (
        <Form method="post" className="stack" reloadDocument>
          <Field
            name="email"
            label="New email address"
            required
            maxLength={254}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            problem={problem}
          />
          <Present name="emailPassword" problem={problem} />
          <SubmitButton intent="email">Mail a link to the new address</SubmitButton>
        </Form>
      ) : (
        <NoPassword />
      )}
    </>
  );
}

function Present({ name, problem }: Props & { name: string }) {
  return (
    <Field
      name={name}
      type="password"
      label="Present password"
      required
      maxLength={128}
      autoComplete="current-password"
      problem={problem}
    />
  );
}

function NoPassword() {
  return (
    <p>
      You have no password yet. <a href={accountPaths.forgot}>Choose one by a link that we mail you</a>.
    </p>
  );
}

/** Whether a code is asked for after the password, and the way to it. */
export function FactorPanel({ hasFactor }: { hasFactor: boolean }) {
  return (
    <Panel title="Second factor" id="own-factor">
      <p>
        {hasFactor
          ? "On: after the password we ask for a code from your app."
          : "Off. With it, somebody who learns your password still cannot log in."}
      </p>
      <p>
        <a className="button secondary" href={accountPaths.factor()}>
          {hasFactor ? "Recovery codes, turn it off" : "Set it up"}
        </a>
      </p>
    </Panel>
  );
}
