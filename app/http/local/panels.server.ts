import { withSign } from "~/domain/kernel/text";
import { data } from "@remix-run/node";
import { findTestBooking } from "~/domain/changes/test-booking.server";
import { formatDay } from "~/domain/kernel/days";
import { readHealthReport } from "~/services/start/health-report.server";
import { removeTestBooking } from "~/services/booking/test-booking.server";
import { deletionFailed, DELETE_INTENT, type DeletionAnswer, type PanelsData } from "~/ui/home/local-panels";
import { enter, type Scope } from "../context.server";

/**
 * The owner's panels of the home page (specification, section 2): `?health=true` and `?delete=true`, for this very
 * machine only (domain.md 4.18). Undefined for everybody else, for whom the query means nothing.
 */
export async function readLocalPanels(args: { request: Request; context?: unknown }): Promise<PanelsData | undefined> {
  const query = new URL(args.request.url).searchParams;
  const [health, deletion] = [query.get("health") === "true", query.get("delete") === "true"];
  if (!health && !deletion) return undefined;
  const { local, services } = await enter(args);
  if (!local) return undefined;
  if (health && !services.flags().monitoring) throw new Response("Monitoring is switched off.", { status: 404 });
  const booking = deletion ? findTestBooking(services.db.orm) : null;
  return {
    ...(health && { health: await readHealthReport(services) }),
    ...(deletion && {
      deletion: {
        booking: booking && {
          number: booking.booking_number,
          summary: withSign(booking.items_summary),
          delivery: formatDay(booking.scheduled_delivery_date),
        },
      },
    }),
  };
}

/** What the button of `?delete=true` does. Undefined when the form is another one, or came from another machine. */
export async function deleteFromPanel(scope: Scope, form: FormData) {
  if (!scope.local || form.get("intent") !== DELETE_INTENT) return undefined;
  const removed = await removeTestBooking(
    scope.services,
    scope.deed({ kind: "system", label: "Owner on this machine" }),
  );
  const answer: DeletionAnswer = removed.ok
    ? {
        deletion: {
          ok: true,
          title: "Booking deleted",
          text: `${removed.bookingNumber} is gone, with everything that belonged to it.`,
        },
      }
    : deletionFailed(removed.message);
  return data(answer, { status: removed.ok ? 200 : 409, headers: { "Cache-Control": "no-store" } });
}
