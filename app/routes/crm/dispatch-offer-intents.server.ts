import { z } from "zod";
import { undoMove } from "~/domain/changes/undo-move.server";
import { findBoardJob } from "~/domain/dispatch/board-jobs.server";
import { offerJob, withdrawOffer } from "~/domain/dispatch/offers.server";
import type { Id } from "~/domain/kernel/ids.server";
import { intent, type Intents } from "~/http/answers/intents.server";
import { ABOUT_JOB, boardAnswer, GONE, isGivenByHand, NOT_BY_HAND, planRules } from "./dispatch-answers.server";

const text = z.string().trim().catch("");
/** Which offer or move the button on the page was about; null of who does not say. */
const asSeen = text.transform((said) => said || null);

/** What is not settled yet, or was settled by mistake: offers to drivers, and one's own last move. */
export const DISPATCH_OFFER_INTENTS: Intents<null> = {
  undo: intent({
    may: "staff",
    schema: z.object({ moveSeen: asSeen }),
    run: async ({ services }, deed, _on: null, { moveSeen }) =>
      boardAnswer(await services.db.write((tx) => undoMove(tx, deed, services.settings(), moveSeen))),
  }),
  offer: intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, driverId: text, allTheSame: text }),
    run: async ({ services }, deed, _on: null, { jobId, driverId, seen, allTheSame }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      if (!isGivenByHand(services, one.id)) return NOT_BY_HAND;
      const rules = planRules(services);
      return boardAnswer(
        await services.db.write((tx) =>
          offerJob(tx, deed, rules, one.id, driverId as Id<"driver">, seen, allTheSame.split(" ")),
        ),
      );
    },
  }),
  "take-offer-back": intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, offerSeen: asSeen }),
    run: async ({ services }, deed, _on: null, { jobId, offerSeen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      return one ? boardAnswer(await services.db.write((tx) => withdrawOffer(tx, deed, one.id, offerSeen))) : GONE;
    },
  }),
};
