import { formatDay, type Day } from "../kernel/days";
import { UNITS_OUT, type UnitState } from "../states/transitions";
import { PLACEMENT_LABEL, STREET_NEEDS, type Placement } from "./placement";

/** What follows from where a dumpster stands (domain.md, 4.31). Pure. */

/** What is chosen about the place that somebody else must allow, a sentence each; nothing for the usual place. */
export function placementTerms(place: { placement: Placement; associationApproval: boolean }): string[] {
  return [
    ...(place.placement === "driveway" ? [] : [`Placement: ${PLACEMENT_LABEL[place.placement].toLowerCase()}.`]),
    ...(place.placement === "street" ? [STREET_NEEDS] : []),
    ...(place.associationApproval
      ? ["An association (HOA) has to agree to the dumpster. I will have its permission before the delivery day."]
      : []),
  ];
}

export interface PermitFacts {
  permit_number: string | null;
  permit_from: Day | null;
  permit_until: Day | null;
}

/** Whether a dumpster may stand there on that day: the street needs a permit with its number, which holds then. */
export function mayBeSetDown(place: PermitFacts & { placement: Placement }, on: Day): boolean {
  const { placement, permit_number, permit_from, permit_until } = place;
  if (placement !== "street") return true;
  return (
    permit_number !== null && permit_from !== null && permit_until !== null && permit_from <= on && on <= permit_until
  );
}

/** A day on which a dumpster is set down or still stands there, and which the street's permit does not cover. */
export interface PermitGap {
  at: "delivery" | "pickup";
  day: Day;
}

/** What of a dumpster says which days its permit has to cover. */
export interface PermitUnit {
  state: UnitState;
  delivery_date: Day;
  pickup_date: Day;
}

/**
 * What the street's permit does not cover; null when nothing is to be got. The first delivery that is still to come,
 * because no truck leaves for it; else the last pickup of a dumpster that is still to come or stands there.
 */
export function permitGap(
  place: PermitFacts & { placement: Placement },
  units: readonly PermitUnit[],
): PermitGap | null {
  const isToCome = ({ state }: PermitUnit) => state === "reserved";
  const uncovered = (days: Day[]) => days.filter((on) => !mayBeSetDown(place, on)).sort();
  const delivery = uncovered(units.filter(isToCome).map((unit) => unit.delivery_date))[0];
  if (delivery) return { at: "delivery", day: delivery };
  const there = units.filter((unit) => isToCome(unit) || UNITS_OUT.some((state) => state === unit.state));
  const pickup = uncovered(there.map((unit) => unit.pickup_date)).at(-1);
  return pickup ? { at: "pickup", day: pickup } : null;
}

/** What the office has to do about it: "The permit ends on Friday, December 11, pickup is on Tuesday, December 15." */
export function permitGapText({ permit_number, permit_from, permit_until }: PermitFacts, gap: PermitGap): string {
  const said = `${gap.at === "delivery" ? "delivery" : "pickup"} is on ${formatDay(gap.day)}`;
  const ending = gap.at === "delivery" ? ": no truck leaves." : ".";
  if (permit_number === null || permit_from === null || permit_until === null)
    return `The permit is missing, ${said}${ending}`;
  return permit_until < gap.day
    ? `The permit ends on ${formatDay(permit_until)}, ${said}${ending}`
    : `The permit begins on ${formatDay(permit_from)}, ${said}${ending}`;
}

/** The customer's own line: "On the driveway", "On the street, with permit C-1042; your association (HOA) has to agree". */
export function customerPlacement(
  place: Pick<PermitFacts, "permit_number"> & { placement: Placement; association_approval: boolean },
): string {
  const permit = place.permit_number ? `, with permit ${place.permit_number}` : "";
  const association = place.association_approval ? "; your association (HOA) has to agree" : "";
  return `${PLACEMENT_LABEL[place.placement]}${permit}${association}`;
}

/** One line for those who plan and drive: "On the street; permit C-1042, Tue, Dec 1 to Wed, Dec 9". */
export function placementText(place: PermitFacts & { placement: Placement; association_approval: boolean }): string {
  return [
    PLACEMENT_LABEL[place.placement],
    ...(place.permit_number
      ? [
          `permit ${place.permit_number}, ${[place.permit_from, place.permit_until].map((on) => on && formatDay(on, { short: true })).join(" to ")}`,
        ]
      : place.placement === "street"
        ? ["permit still missing"]
        : []),
    ...(place.association_approval ? ["the association (HOA) has to agree"] : []),
  ].join("; ");
}
