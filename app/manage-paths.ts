import { query } from "./paths";

/** From a message by the booking's capability, else by its number: then the browser's own cookie opens it. */
type Way = { key: string } | { booking: string; unit?: string };

/** What takes more than a link, which may have been forwarded (decision 0071). */
export const PROVABLE = ["cancel", "card", "pickup", "withdraw", "again"] as const;
export type Provable = (typeof PROVABLE)[number];

/** Addresses below an opened booking that no page of an order links to: those carry none of them. */
export const managePaths = {
  access: (way: Way) => `/manage-booking/access${query(way)}`,
  reschedule: (way: Way) => `/manage-booking/reschedule${query(way)}`,
  extend: (way: Way & { pickupDate?: string }) => `/manage-booking/extend${query(way)}`,
  pickup: (way: Way) => `/manage-booking/pickup${query(way)}`,
  haul: (way: Way & { look?: Record<string, string> }) => withLook("haul", way),
  swap: (way: Way & { look?: Record<string, string> }) => withLook("swap", way),
  relocate: (way: Way) => `/manage-booking/relocate${query(way)}`,
  /** What was planned or bought is taken back: a truck by its job. */
  withdraw: (number: string, job: string) => `/manage-booking/withdraw${query({ booking: number, job })}`,
  notes: (way: Way) => `/manage-booking/notes${query(way)}`,
  card: (way: Way) => `/manage-booking/card${query(way)}`,
  history: (number: string) => `/manage-booking/history${query({ booking: number })}`,
  proof: (number: string, next: Provable, about: { unit?: string; job?: string } = {}) =>
    `/manage-booking/proof${query({ booking: number, next, ...about })}`,
  /** Where one goes on after showing that the booking is theirs. */
  proven: (number: string, next: Provable, about: { unit?: string; job?: string }) =>
    next === "again"
      ? `/manage-booking${query({ booking: number })}#again`
      : `/manage-booking/${next}${query({ booking: number, ...about })}`,
} as const;

/** What was chosen stands in the address with what it is for: nothing is bought before somebody has seen its price. */
function withLook(page: "haul" | "swap", { look = {}, ...way }: Way & { look?: Record<string, string> }): string {
  return `/manage-booking/${page}${query({ ...way, ...look })}`;
}
