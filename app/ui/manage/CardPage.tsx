import { Form } from "@remix-run/react";
import { SubmitButton, type Answers } from "../form";
import { SelfPage } from "./SelfPage";

interface Page {
  number: string;
  /** "Visa ending in 4242" */
  card: string | null;
  isPossible: boolean;
}

export function CardPage({ page, problem, phone }: { page: Page; phone: string } & Pick<Answers, "problem">) {
  const { number, card, isPossible } = page;
  if (!isPossible)
    return (
      <SelfPage {...{ number, problem, phone }} heading="No card to change" lead="No card is kept for this booking." />
    );
  return (
    <SelfPage
      {...{ number, problem, phone }}
      heading="Change the card"
      lead={card ? `Later charges go to your ${card} now.` : "Later charges go to the card you paid with."}
    >
      <ul>
        <li>You enter the new card on the card company’s page. We never see its number.</li>
        <li>
          <b>Nothing is charged now.</b> What your agreement names, like extra days or extra weight, goes to the new
          card from then on.
        </li>
        <li>The card from before is removed. Refunds still go back to the card that paid.</li>
      </ul>
      <Form method="post" className="actions">
        <SubmitButton>Enter the new card</SubmitButton>
      </Form>
    </SelfPage>
  );
}
