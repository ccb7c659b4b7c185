import { z } from "zod";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listUnweighed, waiveTicket } from "~/domain/charges/tickets.server";
import { intent, type Done } from "~/http/answers/intents.server";
import { reason } from "./words-typed.server";

/** An admin lets a dumpster settle whose load nobody weighed (domain.md, section 2). */
export const WAIVE_TICKET = intent({
  may: "admin",
  schema: z.object({ unitId: z.string().catch(""), ticketWhy: reason() }),
  run: async ({ services }, deed, { id }: Booking, { unitId, ticketWhy }): Promise<Done> => {
    const unweighed = listUnweighed(services.db.orm, id);
    const unit = unweighed.find((one) => one.id === unitId) ?? (unitId === "" ? unweighed[0] : undefined);
    const done = unit && (await services.db.write((tx) => waiveTicket(tx, deed, unit.id, ticketWhy)));
    return done?.ok
      ? { ok: true }
      : { ok: false, message: "It has its weight ticket, or is not back yet.", field: "ticketWhy", status: 409 };
  },
});
