import type { Settings } from "./schema";

/** "License …" and "Insurance …", as far as the owner has entered them: nothing is claimed that nobody wrote. Pure. */
export function licenseClaims({ licenseNumber, insuranceNumber }: Pick<Settings, "licenseNumber" | "insuranceNumber">) {
  return [licenseNumber && `License ${licenseNumber}`, insuranceNumber && `Insurance ${insuranceNumber}`].filter(
    (claim) => claim !== "",
  );
}
