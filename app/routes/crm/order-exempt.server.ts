import { findDraft, saidInstead } from "~/domain/booking/draft/drafts.server";
import { findOrderExemption } from "~/domain/booking/draft/order-exemption.server";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { findExemption } from "~/domain/customers/exemption.server";
import { shortDay, yearOf } from "~/domain/kernel/moments";
import { dayAt } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";
import type { Values } from "~/ui/form";
import { rowValue, type OrderAnswers } from "~/ui/office/phone-order";
import { contactIn } from "./order-account.server";

/** As it is decided when the order is saved, so that the price that is read out is the one that is signed. */
export function exemptOf({ clock, db }: Pick<Services, "clock" | "db">, values: Values): OrderAnswers["exempt"] {
  const [contactInfo, on] = [contactIn(values), dayAt(clock.now())];
  const id = findBooking(db.orm, { number: rowValue(values, "prepared", 0) })?.draft_id;
  const draft = id ? findDraft(db.orm, id) : null;
  const found = draft
    ? findOrderExemption(db.orm, { officeContact: saidInstead(draft, { contactInfo }) }, { contactInfo }, on)
    : findExemption(db.orm, contactInfo, on);
  return found && { ...found, words: shortDay(found.until, yearOf(clock.now())) };
}
