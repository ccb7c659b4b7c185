import { COMMERCIAL } from "./commercial";
import { CONSTRUCTION } from "./construction";
import { RESIDENTIAL } from "./residential";
import type { ServiceKind, ServiceText } from "./service";

export const SERVICES: Readonly<Record<ServiceKind, ServiceText>> = {
  residential: RESIDENTIAL,
  commercial: COMMERCIAL,
  construction: CONSTRUCTION,
};
