import { formatDay, type Day } from "../kernel/days";
import { PLACEMENT_LABEL, STREET_NEEDS, type Placement } from "./placement";

/** What follows from where a dumpster stands (domain.md, 4.31). Pure. */

/** What is chosen about the place that somebody else must allow, a sentence each; nothing for the usual place. */
export function placementTerms(place: { placement: Placement; associationApproval: boolean }): string[] {
  return [
    ...(place.placement === "driveway" ? [] : [`Placement: ${PLACEMENT_LABEL[place.placement].toLowerCase()}.`]),
    ...(place.placement === "street" ? [STREET_NEEDS] : []),
    ...(place.associationApproval
      ? ["An association (HOA) has to agree to the dumpster. I ask it before the delivery day."]
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
