import { asSentence, type StatusSentence } from "../states/sentence";
import { composeMail, type Block, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** Its time is over and no truck has left: `late` as the booking's page says it, which is the text too. */
type LateFacts = BookingMailFacts & { late: StatusSentence };

const lateMail = (facts: LateFacts, ways: readonly Block[]): MailContent => {
  const { headline, more } = facts.late;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${headline.replace(/^./, (letter) => letter.toLowerCase())}`,
    preview: asSentence(facts.late),
    heading: headline,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. We are sorry. ${more}` },
      { kind: "facts", rows: [["Address", facts.addressLines.join(", ")]] },
      ...ways,
      {
        kind: "paragraph",
        text: `We write again when the truck is on its way. Questions? Call ${facts.business.phone}.`,
      },
    ],
  });
};

export const deliveryLate = (facts: LateFacts & { chooseUrl: string }): MailContent =>
  lateMail(facts, [
    { kind: "button", label: "Choose another day", url: facts.chooseUrl },
    { kind: "links", items: [["See your booking", facts.manageUrl]] },
  ]);

/** Of a swap, an emptying or a move, which is moved or taken back where it stands on the booking's page. */
export const errandLate = (facts: LateFacts): MailContent =>
  lateMail(facts, [{ kind: "button", label: "See your booking", url: facts.manageUrl }]);
