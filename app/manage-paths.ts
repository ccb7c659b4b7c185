import { query } from "./paths";

/** From a message by the booking's capability, else by its number: then the browser's own cookie opens it. */
type Way = { key: string } | { booking: string; unit?: string };
/** By a key that opens this page alone, else by the booking's number and its cookie. */
type OwnKey<More = unknown> = { key: string } | ({ booking: string } & More);

/** What takes more than a link, which may have been forwarded (decision 0071). */
export const PROVABLE = ["cancel", "card", "pickup", "withdraw", "again", "another", "notes"] as const;
export type Provable = (typeof PROVABLE)[number];
/** What it is about, and what was chosen already: so that nothing has to be chosen twice. */
type About = Readonly<Record<string, string>>;

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
  history: (number: string, messages = "") => `/manage-booking/history${query({ booking: number, messages })}`,
  owner: (number: string, next: Provable, about: About = {}) =>
    `/manage-booking/owner${query({ booking: number, next, ...about })}`,
  /** Where one goes on after showing that the booking is theirs. */
  proven: (number: string, next: Provable, about: About) =>
    next === "again"
      ? `/manage-booking${query({ booking: number })}#again`
      : `/manage-booking/${next}${query({ booking: number, ...about })}`,
  /** A later charge with its proof, where it can be questioned. */
  question: (way: OwnKey<{ charge: string }>) => `/manage-booking/question${query(way)}`,
  /** A photograph that proves a charge; `photo`: which of them, from 0. */
  proof: (key: string, photo: number) => `/manage-booking/proof${query({ key, photo })}`,
  /** What is owed, and the button to pay it. */
  pay: (way: OwnKey) => `/manage-booking/pay${query(way)}`,
  statementPdf: (booking: string) => `/manage-booking/statement.pdf${query({ booking })}`,
  statement: (way: Way) => `/manage-booking/statement${query(way)}`,
} as const;

/** What was chosen stands in the address with what it is for: nothing is bought before somebody has seen its price. */
function withLook(page: "haul" | "swap", { look = {}, ...way }: Way & { look?: Record<string, string> }): string {
  return `/manage-booking/${page}${query({ ...way, ...look })}`;
}
