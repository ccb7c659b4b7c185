import { Form } from "@remix-run/react";
import { Checkbox, SubmitButton, TextareaField, type Answers } from "../form";
import { SelfPage } from "./SelfPage";

interface Page {
  number: string;
  unitId: string | null;
  dumpster: string;
  /** The first day on which a truck can come, in words. */
  when: string;
  /** Why no truck can come for it any more, in words. */
  tooLate: string | null;
  others: { label: string; url: string }[];
}

export function RelocatePage({ page, problem, phone }: { page: Page; phone: string } & Pick<Answers, "problem">) {
  const shared = { number: page.number, others: page.others, problem, phone };
  if (!page.unitId)
    return (
      <SelfPage
        {...shared}
        heading="Nothing to move now"
        lead="None of your dumpsters stands at your place at the moment."
      />
    );
  if (page.tooLate) return <SelfPage {...shared} heading="That is not possible now" lead={page.tooLate} />;
  return (
    <SelfPage
      {...shared}
      heading="Move it to another place"
      lead={`${page.dumpster}. We move it on your site, for nothing. The first day that a truck can come is ${page.when}.`}
    >
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="unit" value={page.unitId} />
        <Checkbox
          name="inTheWay"
          label="It is in the way now"
          hint="It blocks the driveway or a door. Then it comes before everything else of the day."
          problem={problem}
        />
        <TextareaField
          name="note"
          label="Where should it stand?"
          hint="For example: left of the garage, two yards from the street."
          problem={problem}
          rows={3}
          maxLength={300}
        />
        <SubmitButton>Ask us to move it</SubmitButton>
      </Form>
      <p className="small soft">
        Please do not move it yourself: the agreement has a fee for that. Until the truck leaves you can take this back.
      </p>
    </SelfPage>
  );
}
