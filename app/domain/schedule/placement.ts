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
