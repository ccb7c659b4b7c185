import type { Conflict, Meanwhile } from "~/domain/booking/draft/writes.server";
import { TRACKED, type TrackedField } from "~/domain/booking/draft/tracked";
import type { FieldTexts } from "~/domain/booking/draft/writes";
import { fieldWord, valueWords } from "~/domain/booking/draft/write-words";
import type { Sent } from "~/domain/kernel/sent";
import { formatTime } from "~/domain/kernel/time.server";
import { problem, refuse, shownAgain, type Problem } from "./forms.server";

/** Of two who wrote one field, whose value stays; the own one otherwise. */
const choiceName = (field: TrackedField) => `take-${field}`;
const THEIRS = "theirs";

/** Who reads it decides how the other is called. */
export type Reader = "customer" | "office";

/**
 * The answer to a form that would have overwritten what the other wrote since the page was made (domain.md, 4.25): all
 * such fields at once, both values of each, everything typed kept, and a choice for each. Sent once more, it is meant.
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
    whose: conflicts.map(({ field, now, mine, by }) => ({
      name: choiceName(field),
      legend: `${fieldWord(field).replace(/^./, (first) => first.toUpperCase())}: which stays?`,
      fallback: "mine",
      choices: [
        { value: "mine", label: valueWords(field, mine), text: "Yours" },
        { value: THEIRS, label: valueWords(field, now), text: whoWrote(by, reader) },
      ],
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

/** What stood there before is for the office alone: the order may have been another caller's, and a form says any version. */
function conflictWords({ field, was, now, mine, by, at }: Conflict, reader: Reader): string {
  // In quotes it would read as if somebody had typed that word.
  const words = (text: string) => (text === "" ? valueWords(field, text) : `“${valueWords(field, text)}”`);
  const instead = reader === "office" ? ` in place of ${words(was)}` : "";
  return `${whoWrote(by, reader)} wrote ${words(now)} here at ${formatTime(at)}${instead}, while this page was open. You have ${words(mine)}. Choose which one stays.`;
}

function whoWrote(by: Conflict["by"], reader: Reader): string {
  return reader === "customer" ? "Our office" : by.kind === "customer" ? "The customer" : by.label;
}

/**
 * The form with the other's value wherever that was chosen of two, so that every button of its page means it; `stored`
 * are the fields as they are now. `lines` is the open line of a page that has the others beside it.
 */
export function withChosen(form: FormData, stored: Partial<FieldTexts>, lines?: Problem["values"]): FormData {
  for (const field of TRACKED) {
    const text = stored[field];
    if (text === undefined || form.get(choiceName(field)) !== THEIRS) continue;
    const taken = field === "lines" && lines ? lines : formValues(field, text);
    for (const [name, value] of Object.entries(taken)) {
      form.delete(name);
      for (const one of [value].flat()) form.append(name, one);
    }
  }
  return form;
}
