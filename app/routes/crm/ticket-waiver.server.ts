import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listUnweighed, waiveTicket } from "~/domain/charges/tickets.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done } from "~/http/answers/intents.server";

/** An admin lets a dumpster settle whose load nobody weighed (domain.md, section 2). */
export const WAIVE_TICKET = intent({
  may: "admin",
  schema: z.object({
    unitId: z.string().catch(""),
    ticketWhy: z.preprocess(
      oneLine,
      z.string().min(1, "Say why, so that the others know.").max(200, tooLong("the reason", 200)),
    ),
  }),
  run: async ({ services }, deed, { id }: Booking, { unitId, ticketWhy }): Promise<Done> => {
    const unweighed = listUnweighed(services.db.orm, id);
    const unit = unweighed.find((one) => one.id === unitId) ?? (unitId === "" ? unweighed[0] : undefined);
    const done = unit && (await services.db.write((tx) => waiveTicket(tx, deed, unit.id, ticketWhy)));
    return done?.ok
      ? { ok: true }
      : { ok: false, message: "It has its weight ticket, or is not back yet.", field: "ticketWhy", status: 409 };
  },
});
