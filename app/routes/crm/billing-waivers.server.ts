import { z } from "zod";
import type { LaterRow } from "~/domain/charges/charges.server";
import { approveCharge, waiveCharge, writeOffCharge } from "~/domain/charges/office.server";
import { intent, type Intents } from "~/http/answers/intents.server";
import { answer, nothing, why } from "./billing-answers.server";

/** What an admin alone may do with a later charge (domain.md, section 5). */
export const WAIVERS: Intents<LaterRow> = {
  waive: intent({
    may: "admin",
    schema: z.object({ why }),
    run: async ({ services }, deed, charge: LaterRow, { why: reason }) =>
      answer(await services.db.write((tx) => waiveCharge(tx, deed, services.settings(), charge.id, reason)), charge),
  }),
  write_off: intent({
    may: "admin",
    schema: z.object({ why }),
    run: async ({ services }, deed, charge: LaterRow, { why: reason }) =>
      answer(await services.db.write((tx) => writeOffCharge(tx, deed, charge.id, reason)), charge),
  }),
  approve: intent({
    may: "admin",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow) =>
      answer(await services.db.write((tx) => approveCharge(tx, deed, services.settings(), charge.id)), charge),
  }),
};
