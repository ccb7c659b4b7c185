import { getBooking } from "~/domain/booking/order/bookings.server";
import { doAfterHold, ON_HOLD } from "~/domain/outbox/after-all.server";
import type { News } from "~/domain/outbox/news.server";
import type { Task } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import { notSent, type Effect } from "./send.server";

/** What says that a truck of ours comes, or when it should: of a booking on hold people talk. */
const SAYS_WE_COME: readonly News[] = [
  "scheduled",
  "moved",
  "extra-planned",
  "on-the-way",
  "day-before",
  "due-soon",
  "due-today",
  "overdue",
  "delivery-late",
  "errand-late",
];

/** The end of work that would promise a truck while its booking is on hold, until that ends (`setOnHold`); else null. */
export function heldBack({ db }: Pick<Services, "db">, work: Pick<Task, "id" | "kind" | "booking_id">): Effect | null {
  const { booking_id: id } = work;
  const said = work.kind.replace(/^(mail|sms)\./, "");
  if (id === null || !SAYS_WE_COME.some((news) => news === said)) return null;
  if (getBooking(db.orm, id).on_hold_reason === null) return null;
  return (tx) => {
    notSent(work, ON_HOLD)(tx);
    // It ended after the look, when nothing of this was there yet to be woken.
    if (getBooking(tx, id).on_hold_reason === null) doAfterHold(tx, id);
  };
}
