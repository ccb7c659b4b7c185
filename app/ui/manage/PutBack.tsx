import { Form } from "@remix-run/react";
import { managePaths } from "~/manage-paths";
import { SubmitButton } from "../form";
import { Unbroken } from "../Unbroken";

/** The day that a delivery had, and what the form of another day takes to choose it again. */
export interface FormerView {
  words: string;
  fields: Record<string, string>;
}

/** Undo of a day that was just chosen. */
export function PutBack({ number, former }: { number: string; former: FormerView }) {
  return (
    <Form method="post" action={managePaths.reschedule({ booking: number })}>
      {Object.entries(former.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton className="button secondary">
        <Unbroken text={`Put it back to ${former.words}`} />
      </SubmitButton>
    </Form>
  );
}
