import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { accountPaths } from "~/team-paths";
import { Field, Notice, SubmitButton } from "~/ui/form";
import { useHydrated } from "../form/use-hydrated";
import { Panel, plural, When } from "./bits";

interface Props {
  problem?: Problem | null;
}

function Password({ problem }: Props) {
  return (
    <Field
      name="password"
      type="password"
      label="Present password"
      required
      maxLength={128}
      accessKey="3"
      autoComplete="current-password"
      problem={problem}
    />
  );
}

function Code({ problem, label, hint, accessKey }: Props & { label: string; hint?: string; accessKey?: string }) {
  return (
    <Field
      name="code"
      label={label}
      hint={hint}
      accessKey={accessKey}
      required
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      problem={problem}
    />
  );
}

/** For password managers, which ask whose password it is. */
function Whose({ email }: { email: string | null }) {
  return <input type="hidden" name="username" autoComplete="username" value={email ?? ""} readOnly />;
}

/** The first step: who knows the password may set it up. */
export function BeginFactor({ problem, hasPassword, email }: Props & { hasPassword: boolean; email: string | null }) {
  return (
    <Panel title="Set it up" id="begin-factor" className="factor">
      <p>
        After the password we then ask for a code that an app on your phone shows. Somebody who learns your password
        still cannot log in. Any app for such codes will do.
      </p>
      {hasPassword ? (
        <Form method="post" className="stack" reloadDocument>
          <Whose email={email} />
          <Password problem={problem} />
          <SubmitButton intent="begin">Set up the app</SubmitButton>
        </Form>
      ) : (
        <p>
          You have no password yet. <a href={accountPaths.forgot}>Choose one by a link that we mail you</a>, then come
          back.
        </p>
      )}
    </Panel>
  );
}

/** The QR code for the app, its secret to type, and the first code as proof that it works. */
export function SetUpApp({ problem, secret, qr }: Props & { secret: string; qr: { size: number; path: string } }) {
  return (
    <Panel title="Set up the app" id="set-up-app" className="factor">
      <ol className="factor-steps">
        <li>
          <p>Scan this with the app on your phone.</p>
          <svg
            className="qr"
            role="img"
            aria-label="QR code for the app"
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            shapeRendering="crispEdges"
          >
            <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
          <p>
            Or type this key into it: <code className="factor-key">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
          </p>
        </li>
        <li>
          <Form method="post" className="stack" reloadDocument>
            <Code problem={problem} label="Code that the app shows now" hint="Six digits." accessKey="3" />
            <SubmitButton intent="enable">Turn it on</SubmitButton>
          </Form>
        </li>
      </ol>
      <p className="hint mt-2">
        This page shows the key for 15 minutes, in this browser only. Nothing changes before the code is right.
      </p>
    </Panel>
  );
}

/** The recovery codes, the only time that they are shown. */
export function RecoveryCodes({ codes, account, next }: { codes: string[]; account: string; next: string }) {
  const hydrated = useHydrated();
  return (
    <Panel title="Your recovery codes" id="recovery-codes" className="factor">
      <Notice kind="good" live>
        <p>Your second factor is on. Keep these codes now: they are never shown again.</p>
      </Notice>
      <p>
        Each works once instead of the app’s code, for <b className="breakable">{account}</b>, when your phone is lost.
        Print them or write them down, and keep them apart from the phone.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="actions mt-2">
        <a className="button" href={next}>
          I have kept them, go on
        </a>{" "}
        {hydrated && (
          <button type="button" className="button secondary" onClick={() => print()}>
            Print
          </button>
        )}
      </p>
    </Panel>
  );
}

/** How it stands, with new recovery codes and the way out. */
export function FactorIsOn({
  problem,
  since,
  codesLeft,
  email,
}: Props & { since: number; codesLeft: number; email: string | null }) {
  return (
    <>
      <p className="mb-2">
        It is on since <When at={since} year />. {plural(codesLeft, "recovery code is", "recovery codes are")} left
        {codesLeft < 4 && ": make new ones"}.
      </p>
      <Panel title="Change it" id="change-factor" className="factor">
        <Form method="post" className="stack" reloadDocument>
          <Whose email={email} />
          <Password problem={problem} />
          <Code problem={problem} label="Code from the app, or a recovery code" />
          <p className="hint">
            For another phone: turn it off, then set it up there. With new recovery codes the former ones work no more.
          </p>
          <p className="actions">
            <SubmitButton intent="codes">Make new recovery codes</SubmitButton>{" "}
            <SubmitButton intent="off" className="button danger">
              Turn it off
            </SubmitButton>
          </p>
        </Form>
      </Panel>
    </>
  );
}
