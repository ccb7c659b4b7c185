import type { Id } from "./ids.server";
import type { Instant } from "./time.server";

/** Who does something. The label is what a timeline shows, never what a right is read from. */
export interface Actor {
  kind: "visitor" | "customer" | "driver" | "staff" | "admin" | "stripe" | "system";
  id?: string;
  label: string;
}

declare const SIGNED_IN: unique symbol;

/**
 * A person of the office who is signed in at this moment. Nothing but their session makes one (`staffActorOf` in
 * accounts/roles.server.ts), so what takes it cannot be done by a customer, a driver, a text or a stored row.
 */
export interface StaffActor extends Actor {
  kind: "staff" | "admin";
  id: Id<"account">;
  readonly [SIGNED_IN]: true;
}

/** The circumstances of a change: every event row is written from one of these. */
export interface Deed<By extends Actor = Actor> {
  by: By;
  now: Instant;
  requestId: string;
  /**
   * From where it was asked, as a key that says nothing else and only counts: what one asks for must not use up what
   * others may have. Absent where nobody outside asked.
   */
  asker?: string;
}

export const SYSTEM: Actor = { kind: "system", label: "System" };
