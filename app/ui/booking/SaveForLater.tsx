import { SubmitButton } from "../form";
import type { SaveView } from "./views";

/** How to come back to this booking, here or on another device. Stands inside the step's form. */
export function SaveForLater({ save }: { save: SaveView }) {
  if (!save.resumeUrl) return null;
  return (
    <details id="save" className="more card" open={save.sent !== null || undefined}>
      <summary>Save and finish later</summary>
      {save.sent === "just" ? (
        <p role="status">We sent the link to {save.email}.</p>
      ) : (
        <>
          {save.sent === "often" && <p role="status">We sent this link several times. Use it from here, or call us.</p>}
          <p className="small">This link opens your booking on any device. Keep it to yourself.</p>
          <p className="small break-all">
            <a href={save.resumeUrl}>{save.resumeUrl}</a>
          </p>
          {save.email && save.sent === null && (
            <SubmitButton intent="email-link" className="button secondary full" formNoValidate>
              Send it to {save.email}
            </SubmitButton>
          )}
        </>
      )}
    </details>
  );
}
