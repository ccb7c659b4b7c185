import { listDueCharges, takeDueCharge } from "~/domain/charges/due.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Services } from "~/services.server";
import { eachAlone } from "../work/alone.server";
import { website } from "./checkout.server";

/**
 * Lets everything fall due whose time to question it is over, each charge in a transaction of its own: one that throws is
 * written down by its booking, and keeps nobody else's from its turn. It is tried again in the next round.
 */
export async function takeDueCharges(
  services: Pick<Services, "config" | "db" | "log" | "settings">,
  deed: Deed,
): Promise<void> {
  const { db } = services;
  const terms = { settings: services.settings(), website: website(services) };
  await eachAlone(
    services,
    listDueCharges(db.orm, deed.now),
    (charge) => db.write((tx) => takeDueCharge(tx, deed, terms, charge)),
    ({ booking_id }) => ({ module: "payments", action: "fall_due", booking_id }),
  );
}
