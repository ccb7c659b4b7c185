import { redirect } from "@remix-run/node";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import { managePaths } from "~/manage-paths";
import { ownBooking } from "./own-booking.server";
import { boughtProblem, buy, chooseUnit, unitsOf } from "./self-service.server";
import { askedOf, lookOf, offersEmergency, stands, truckSchema, type TruckKind } from "./truck-form.server";

/** Without the price that was seen it only shows it; with it the truck is paid for, and planned when it is. */
export async function answerTruck(visit: Visit, kind: TruckKind) {
  const { scope, request } = visit;
  const booking = ownBooking(visit);
  const parsed = parseForm(await readForm(request), truckSchema);
  if (!parsed.ok) return problem(parsed);
  const { unit: wanted, as, total } = parsed.value;
  const typed = parsed.values;
  const { unit } = chooseUnit(unitsOf(scope, booking), wanted, stands);
  if (!unit)
    return problem(refuse(typed, boughtProblem({ ok: false, code: "not_movable" }, "deliveryDate").fields), 409);
  if (kind === "haul" && as === "emergency" && !offersEmergency(scope))
    return problem(
      refuse(typed, { as: "An emptying today cannot be asked for here any more. Choose another day, or call us." }),
      409,
    );
  if (total === null) {
    const way = { booking: booking.booking_number, unit: unit.id, look: lookOf(parsed.value, kind) };
    return redirect(kind === "haul" ? managePaths.haul(way) : managePaths.swap(way), 303);
  }
  const asked = askedOf(scope, kind, unit, parsed.value);
  return buy(visit, booking, { unitId: unit.id, asked, shown: total }, { typed, dayField: "deliveryDate" });
}
