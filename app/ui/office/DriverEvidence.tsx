import { Form } from "@remix-run/react";
import type { ShownPhoto } from "~/domain/photos/photos.server";
import { SubmitButton, type Answers } from "../form";
import { PhotoField } from "./PhotoField";

/** What is known of a job that was not possible; a photograph can still be added, and is kept with the rest. */
export function DriverEvidence({
  attempt,
  photos,
  problem,
}: { attempt: { reason: string; words: string }; photos: ShownPhoto[] } & Pick<Answers, "problem">) {
  return (
    <section aria-labelledby="evidence" className="reported">
      <h2 id="evidence">It was not possible</h2>
      <p>{attempt.words}.</p>
      <Form key={photos.length} method="post" encType="multipart/form-data" noValidate>
        <input type="hidden" name="reason" value={attempt.reason} />
        <PhotoField problem={problem} step="attempted" label="Add a photo of what was in the way" kept={photos} />
        <SubmitButton intent="attempted" className="button big full secondary">
          Add the photo
        </SubmitButton>
      </Form>
    </section>
  );
}
