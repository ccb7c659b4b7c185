import { Notice } from "../form";

/** Why an order can be neither signed nor paid as it stands, in a sentence, and where that is changed. */
export interface UndeliverableView {
  why: string;
  change: { to: string; label: string };
}

/** Said before anybody reads on; it stands in the place of the button that would be refused. */
export function Undeliverable({ view: { why, change } }: { view: UndeliverableView }) {
  return (
    <Notice kind="warn">
      <p>
        <b>One thing to change first.</b> {why} Everything else is kept.
      </p>
      <p>
        <a className="button" href={change.to}>
          {change.label}
        </a>
      </p>
    </Notice>
  );
}
