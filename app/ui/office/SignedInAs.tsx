import { Form } from "@remix-run/react";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";

/** Who is signed in, and the ways out. Apart from the office's frame: a driver's pages load none of that. */
export function SignedInAs({ name, role, from }: { name: string; role: string; from?: "driver" }) {
  return (
    <details className="me">
      <summary>
        <span className="unseen">Signed in as </span>
        {name}
      </summary>
      <div>
        <p className="hint">{role}</p>
        <p>
          <a href={accountPaths.root}>My account</a>
        </p>
        {/* A document load: the signed-in pages and the others have security policies of their own. */}
        <Form method="post" action={paths.signOut} reloadDocument>
          {from && <input type="hidden" name="from" value={from} />}
          <button className="plain-button">Sign out</button>{" "}
          <button className="plain-button" name="everywhere" value="on">
            Sign out everywhere
          </button>
        </Form>
      </div>
    </details>
  );
}
