import { Fragment } from "react";

const KEPT =
  /(\(?\d{1,2}[AP]M (?:-|to) \d{1,2}[AP]M[).,]*|[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2},?|(?:\d+ [x×] )?\d+-yard[).,]*|\d+–\d+ business days[).,]*|\d+ days? × \$[\d.,]+(?: × \d+)?)/;

/**
 * A text whose hours ("8AM to 12PM"), short dates ("Tue, Nov 24"), sizes ("2 × 15-yard"), "5–10 business days" and sums of
 * days ("3 days × $25 × 2") never break over a line, unless they are longer than it. The words stay as they are, to be found and copied.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(KEPT).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} className="inline-block">
        {part}
      </span>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  );
}
