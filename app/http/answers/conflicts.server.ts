import type { Conflict, Meanwhile } from "~/domain/booking/draft/writes.server";
import type { TrackedField } from "~/domain/booking/draft/writes";
import { fieldWord, isTracked, valueWords } from "~/domain/booking/draft/write-words";
import { sentText, type Sent } from "~/domain/kernel/sent";
import { formatTime } from "~/domain/kernel/time.server";
import { problem, refuse, shownAgain, type Problem } from "./forms.server";

/** Who reads it decides how the other is called. */
export type Reader = "customer" | "office";

/**
 * The answer to a form that would have overwritten what the other wrote since the page was made (domain.md, 4.25): both
 * values beside each field, everything typed kept, and a button for the other's. Sent once more, it is meant.
 * `idOf` is the field's own id where the page has another than its name.
 */
export function conflictProblem(
  sent: Sent,
  { conflicts, kept }: Meanwhile,
  version: number | string,
  reader: Reader,
  idOf: (field: string) => string = (field) => field,
): Problem {
  const fields = Object.fromEntries(conflicts.map((one) => [idOf(one.field), conflictWords(one, reader)]));
  // What the form did not touch comes back as the other wrote it: sent once more, it must not undo that.
  const taken = Object.assign({}, ...kept.map(({ field, now }) => formValues(field, now))) as Problem["values"];
  const also = kept.map(({ field, now }) => `${fieldWord(field)}: ${valueWords(field, now)}`).join("; ");
  return {
    ...refuse(
      { ...shownAgain(sent), ...taken, seen: String(version) },
      { ...fields, ...(also && { "": `Also changed meanwhile, and taken over here: ${also}.` }) },
    ),
    title: reader === "customer" ? "Our office changed this order at the same moment" : "Changed at the same moment",
    theirs: conflicts.map(({ field, now }) => ({
      field,
      label: `Take the other ${fieldWord(field)}: ${valueWords(field, now)}`,
    })),
  };
}

/** The same as the answer of a page. */
export function overtaken(...about: Parameters<typeof conflictProblem>) {
  return problem(conflictProblem(...about), 409);
}

/** A field's text as the form sends it. */
function formValues(field: TrackedField, text: string): Problem["values"] {
  if (field === "wasteTypes") return { wasteTypes: text.split(" ").filter(Boolean) };
  if (field !== "lines") return { [field]: text };
  const lines = text.split(" ").flatMap((line) => {
    const [, quantity, size, material] = /^(\d+)x(\d+)x(.+)$/.exec(line) ?? [];
    return quantity && size && material ? [{ quantity, size, material }] : [];
  });
  return {
    dumpsterSize: lines.map(({ size }) => size),
    quantity: lines.map(({ quantity }) => quantity),
    materialCategory: lines.map(({ material }) => material),
  };
}

function conflictWords({ field, was, now, mine, by, at }: Conflict, reader: Reader): string {
  const who = reader === "customer" ? "Our office" : by.kind === "customer" ? "The customer" : by.label;
  return `${who} wrote “${valueWords(field, now)}” here at ${formatTime(at)} in place of “${valueWords(field, was)}”, while this page was open. You have “${valueWords(field, mine)}”. Send it again to keep yours, or take the other one.`;
}

/** The form with the other's value where that button was pressed; `stored` are the draft's fields as they are now. */
export function withTaken(sent: Sent, stored: Record<string, string>): Sent {
  const field = sentText(sent, "take");
  return isTracked(field) && field !== "lines" ? { ...sent, [field]: stored[field] ?? "" } : sent;
}
