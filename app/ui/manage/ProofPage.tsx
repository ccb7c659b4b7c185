import { Form } from "@remix-run/react";
import type { Provable } from "~/manage-paths";
import { Field, SubmitButton, type Answers } from "../form";
import { SelfPage } from "./SelfPage";

const FOR: Readonly<Record<Provable, string>> = {
  cancel: "To cancel",
  card: "To change the card",
  pickup: "To give up days that are paid for",
  withdraw: "To take back what was paid for",
  again: "To book the same again, with your name and address filled in",
  another: "To order another dumpster, with your name and address filled in",
  notes: "To see or change the gate code",
};

/** Who came by a link shows once that the booking is theirs. */
export function ProofPage({
  page: { number, next },
  problem,
  phone,
}: { page: { number: string; next: Provable }; phone: string } & Pick<Answers, "problem">) {
  return (
    <SelfPage
      {...{ number, problem, phone }}
      heading="Is it your booking?"
      lead={`You opened it by a link, which somebody may have passed on. ${FOR[next]}, enter what you booked with.`}
    >
      <Form method="post" className="stack" noValidate>
        <Field
          name="email"
          label="Email address or phone number"
          problem={problem}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <SubmitButton>Go on</SubmitButton>
      </Form>
    </SelfPage>
  );
}
