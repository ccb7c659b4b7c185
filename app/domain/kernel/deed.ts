import type { Instant } from "./time.server";

/** Who does something. The label is what a timeline shows. */
export interface Actor {
  kind: "visitor" | "customer" | "driver" | "staff" | "admin" | "stripe" | "system";
  id?: string;
  label: string;
}

/** The circumstances of a change: every event row is written from one of these. */
export interface Deed {
  by: Actor;
  now: Instant;
  requestId: string;
}

export const SYSTEM: Actor = { kind: "system", label: "System" };
