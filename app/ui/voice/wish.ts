import { crmPaths } from "~/crm-paths";
import type { Change } from "../live/stream";

/** What a page of the office asks of the telephone in its frame; whoever asks loads nothing of it. */
export type Wish =
  | { kind: "open" }
  | { kind: "initialize" }
  | { kind: "request_microphone" }
  | { kind: "call"; to: string; customerId: string; bookingId: string };

/** Answers a call, also in the middle of a word: no form of ours and no browser does anything by it. */
export const ANSWER_KEY = "F8";
const NAME = "telephone-wish";

export const wishPhone = (wish: Wish): void => void window.dispatchEvent(new CustomEvent<Wish>(NAME, { detail: wish }));

/** Hears wishes until the returned function is called. */
export function hearWishes(hear: (wish: Wish) => void): () => void {
  const on = (event: Event) => hear((event as CustomEvent<Wish>).detail);
  window.addEventListener(NAME, on);
  return () => window.removeEventListener(NAME, on);
}

/** The log's entry of the call that this tab is on, for what is typed meanwhile; null for none. */
export const onTheLine: { call: string | null } = { call: null };

const CUSTOMERS = crmPaths.customer("");
const BOOKINGS = crmPaths.booking("");

/**
 * The call that a press on this link of a number means: whom it is about is what the page says around it (`data-customer`,
 * `data-booking`), and empty where it says nothing.
 */
export function callOf(link: HTMLAnchorElement): Wish & { kind: "call" } {
  const around = (name: string) => link.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? "";
  // A list of customers or of calls says it once, by its own links.
  const row = link.closest("tr, .calls > li");
  const linked = (to: string) => row?.querySelector(`a[href^="${to}"]`)?.getAttribute("href")?.slice(to.length) ?? "";
  return {
    kind: "call",
    to: decodeURIComponent(link.href.slice("tel:".length)),
    customerId: around("customer") || linked(CUSTOMERS),
    bookingId: around("booking") || linked(BOOKINGS),
  };
}

export interface PhoneFrameProps {
  me: string;
  /** Their row says that they take calls: the telephone starts by itself. */
  takesCalls: boolean;
  listen: (hear: (change: Change) => void) => () => void;
}

export interface TelephoneProps extends PhoneFrameProps {
  /** What was wished before the telephone was fetched. */
  early: readonly Wish[];
}
