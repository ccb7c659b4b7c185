/** The fields of a prepared order in words, for both who write it. Pure. */
import { formatDay, parseDay } from "../../kernel/days";
import { MATERIALS } from "../../pricing/materials";
import { isMaterialId } from "../../pricing/types";
import { projectTypeLabel, wasteTypeLabel } from "../../pricing/waste-types";
import { PLACEMENT_LABEL, PLACEMENTS } from "../../schedule/placement";
import { deliveryTimeLabel } from "../../schedule/rules";
import { BOX_WORDS } from "./boxes";
import { CONTACT, TRACKED, type TrackedField } from "./tracked";
import { isCallers } from "./writes";

const FIELD: Readonly<Record<TrackedField, string>> = {
  firstName: "first name",
  lastName: "last name",
  phone: "phone",
  email: "email",
  projectType: "project",
  businessType: "kind of customer",
  zip: "ZIP code",
  address: "street address",
  city: "city",
  placement: "placement",
  deliveryDate: "delivery day",
  deliveryTime: "delivery time",
  rentalDays: "days",
  specialInstructions: "notes for the driver",
  gateCode: "gate code",
  ...BOX_WORDS,
  wasteTypes: "waste types",
  lines: "dumpsters",
};

export function isTracked(name: string): name is TrackedField {
  return (TRACKED as readonly string[]).includes(name);
}

/** "delivery day"; any other name as it is. */
export function fieldWord(name: string): string {
  return isTracked(name) ? FIELD[name] : name;
}

/** Who it is for and where that is, and what was written to the driver about it. */
const WHOSE: readonly TrackedField[] = [...CONTACT, "zip", "address", "city", "specialInstructions"];

/**
 * "street address: 1 First Street → 2 Second Street", as a caller may read it. `isOthers`: it may have been another
 * caller's, and who and where that was is not told.
 */
export const saidToCaller = (
  writes: readonly { field: TrackedField; was: string; now: string }[],
  { isOthers = false } = {},
): string[] =>
  writes.filter(isCallers).map(({ field, was, now }) => {
    const before = isOthers && WHOSE.includes(field) ? "" : `${valueWords(field, was)} → `;
    return `${fieldWord(field)}: ${before}${valueWords(field, now)}`;
  });

/** What stands in a field as people say it: "Tuesday, December 1", "2 × 20 yards, Roofing", "yes", "nothing". */
export function valueWords(field: TrackedField, text: string): string {
  if (field in BOX_WORDS) return text === "on" ? "yes" : "no";
  if (text === "") return "nothing";
  switch (field) {
    case "deliveryDate": {
      const day = parseDay(text);
      return day ? formatDay(day) : text;
    }
    case "deliveryTime":
      return deliveryTimeLabel(text);
    case "placement": {
      const place = PLACEMENTS.find((one) => one === text);
      return place ? PLACEMENT_LABEL[place] : text;
    }
    case "projectType":
      return projectTypeLabel(text);
    case "wasteTypes":
      return text.split(" ").map(wasteTypeLabel).join(", ");
    case "lines":
      return text.split(" ").map(lineWords).join("; ");
    default:
      return text;
  }
}

function lineWords(line: string): string {
  const [, quantity = "", size = "", material = ""] = /^(\d+)x(\d+)x(.+)$/.exec(line) ?? [];
  return `${quantity} × ${size} yards, ${isMaterialId(material) ? MATERIALS[material].label : material}`;
}
