import { query } from "./paths";

/** From a message by the booking's capability, else by its number: then the browser's own cookie opens it. */
type Way = { key: string } | { booking: string; unit?: string };

/** Addresses below an opened booking that no page of an order links to: those carry none of them. */
export const managePaths = {
  access: (way: Way) => `/manage-booking/access${query(way)}`,
  reschedule: (way: Way) => `/manage-booking/reschedule${query(way)}`,
} as const;
