import { formatDay, type Day } from "../kernel/days";

/** Where the dumpster is set down (domain.md, 4.31). Pure; the browser may use it. */
export const PLACEMENTS = ["driveway", "lot", "street"] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** What the form has chosen beforehand, and what a form from before the question means. */
export const USUAL_PLACEMENT: Placement = "driveway";

export const PLACEMENT_LABEL: Readonly<Record<Placement, string>> = {
  driveway: "On the driveway",
  lot: "On a lot or yard",
  street: "On the street",
};

/** Beside the field, for a value that is none of them. */
export const CHOOSE_PLACEMENT = "Choose where the dumpster will stand: driveway, lot or street.";

/** What a place on the street means, said where it is chosen and signed. */
export const STREET_NEEDS =
  "A dumpster on the street needs a permit from the city or county. We get it for you; outside Orlando it is billed separately. We cannot deliver before we have the permit’s number and dates, so choose a later day if you can.";

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

/** Whether a truck may leave for a delivery: the street needs a permit with its number, which holds on that day. */
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
