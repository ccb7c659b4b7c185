import { Form } from "@remix-run/react";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { Gate } from "./Gate";

/** Specification, section 2: signed in, but not allowed here. */
export function AccessDenied({ what, contact }: { what: "crm" | "admin"; contact: string }) {
  return (
    <Gate>
      <h1>Access Denied</h1>
      {what === "crm" ? (
        <p>
          The CRM is restricted to the administrators of our company. If you think you should have access, write to{" "}
          <a href={`mailto:${contact}`}>{contact}</a>.
        </p>
      ) : (
        <p>
          This page is for administrators. If you need something changed here, write to{" "}
          <a href={`mailto:${contact}`}>{contact}</a>.
        </p>
      )}
      <nav className="actions" aria-label="Ways on" accessKey="2" tabIndex={-1}>
        <a className="button" href={paths.home}>
          Return to Homepage
        </a>{" "}
        <a className="button secondary" href={accountPaths.root}>
          My account
        </a>
      </nav>
      <Form method="post" action={paths.signOut} reloadDocument>
        <button className="text-button">Sign in with another account</button>
      </Form>
    </Gate>
  );
}
