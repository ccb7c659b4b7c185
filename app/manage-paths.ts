import { query } from "./paths";

/** From a message by the booking's capability, else by its number: then the browser's own cookie opens it. */
type Way = { key: string } | { booking: string; unit?: string };
/** By a key that opens this page alone, else by the booking's number and its cookie. */
type OwnKey<More = unknown> = { key: string } | ({ booking: string } & More);

/** Addresses below an opened booking that no page of an order links to: those carry none of them. */
export const managePaths = {
  access: (way: Way) => `/manage-booking/access${query(way)}`,
  reschedule: (way: Way) => `/manage-booking/reschedule${query(way)}`,
  /** A later charge with its proof, where it can be questioned. */
  question: (way: OwnKey<{ charge: string }>) => `/manage-booking/question${query(way)}`,
  /** A photograph that proves a charge; `photo`: which of them, from 0. */
  proof: (key: string, photo: number) => `/manage-booking/proof${query({ key, photo })}`,
  /** What is owed, and the button to pay it. */
  pay: (way: OwnKey) => `/manage-booking/pay${query(way)}`,
  statement: (way: Way) => `/manage-booking/statement${query(way)}`,
} as const;
