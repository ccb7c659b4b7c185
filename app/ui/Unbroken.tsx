import { Fragment } from "react";

const HOURS = /(\(?\d{1,2}[AP]M (?:-|to) \d{1,2}[AP]M[).,]*)/;

/** A text whose hours ("8AM to 12PM") never break over a line. The words stay as they are, to be found and copied. */
export function Unbroken({ text }: { text: string }) {
  return text.split(HOURS).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  );
}
