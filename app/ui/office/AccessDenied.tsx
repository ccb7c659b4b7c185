import { Form } from "@remix-run/react";
import { paths } from "~/paths";

/** Specification, section 2: signed in, but not allowed here. */
export function AccessDenied({ what, contact }: { what: "crm" | "admin"; contact: string }) {
  return (
    <main id="main" className="gate" tabIndex={-1}>
      <p className="eyebrow">Error 403</p>
      <h1>Access Denied</h1>
      {what === "crm" ? (
        <p>The CRM is restricted to the administrators of our company. If you think you should have access, write to <a href={`mailto:${contact}`}>{contact}</a>.</p>
      ) : (
        <p>This page is for administrators. If you need something changed here, write to <a href={`mailto:${contact}`}>{contact}</a>.</p>
      )}
      <p className="actions">
        <a className="button" href={paths.home}>Return to Homepage</a>
      </p>
      <Form method="post" action={paths.signOut} reloadDocument>
        <button className="text-button">Sign in with another account</button>
      </Form>
    </main>
  );
}
