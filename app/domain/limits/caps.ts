import { CALL_CAPS } from "./call-caps";
import type { Cap } from "./cap";
import { SELF_CAPS } from "./self-caps";
import { VOICE_CAPS } from "./voice-caps";
import { TEXT_CAPS } from "./text-caps";

/**
 * The one list of everything that somebody without an account can cause, with the most of it per window of time (wall
 * time, aligned to the clock: a day is 24 hours from midnight UTC). Pure. docs/limits.md is checked against it.
 */

export const CAPS = {
  // The booking.
  draft: {
    what: "A new draft, begun or rescued from a form without one",
    causes: ["row"],
    asker: { hour: 120, day: 400 },
  },
  "resume-mail": {
    what: "Asking for the link to a draft by mail",
    causes: ["mail", "row"],
    per: "draft",
    asker: { hour: 10, day: 30 },
    target: { hour: 6, day: 10 },
  },
  "other-email": {
    what: "Ending links that may have gone out, by typing another email address",
    causes: ["row"],
    per: "draft",
    asker: { hour: 60, day: 200 },
    target: { hour: 20, day: 50 },
  },
  lead: {
    what: "Asking for a call-back",
    causes: ["row", "mail"],
    per: "phone number",
    asker: { hour: 10, day: 20 },
    both: { hour: 5, day: 8 },
    target: { hour: 20, day: 40 },
  },
  "draft-signal": {
    what: "Telling open pages that an order which the office prepared was written",
    causes: ["row"],
    per: "draft",
    target: { minute: 30, hour: 600, day: 3_000 },
  },
  sign: {
    what: "Signing an agreement: a booking, an agreement and its PDF",
    causes: ["row", "pdf"],
    per: "draft",
    asker: { hour: 60, day: 200 },
    target: { hour: 15, day: 40 },
  },
  // Counted in dumpsters, so that one connection cannot empty the yard with made-up addresses. A mailbox has four times
  // as many: a stranger who types somebody's address has used up their own before.
  hold: {
    what: "Holding dumpsters for a payment page (counted in dumpsters)",
    causes: ["row", "stripe"],
    per: "mailbox",
    asker: { hour: 25, day: 75 },
    target: { hour: 100, day: 300 },
  },
  pay: {
    what: "Pressing the button that opens the payment page",
    causes: ["row", "stripe"],
    per: "booking",
    asker: { hour: 100, day: 300 },
    target: { hour: 30, day: 60 },
  },
  release: {
    what: "Ending an open payment page by changing its order",
    causes: ["row", "stripe"],
    per: "booking",
    asker: { hour: 60, day: 200 },
    target: { hour: 20, day: 50 },
  },

  // After the payment.
  verify: {
    what: "Asking the card company what became of one of our payment pages",
    causes: ["stripe", "row"],
    per: "payment page",
    asker: { minute: 30, hour: 300, day: 1_500 },
    target: { moment: 1, hour: 120, day: 300 },
  },
  "documents-mail": {
    what: "Asking for a booking's documents by mail once more",
    causes: ["mail", "row"],
    per: "booking",
    asker: { hour: 20, day: 60 },
    target: { minute: 1, hour: 4, day: 8 },
  },
  pdf: {
    what: "Having a document printed that is not there yet, or was lost",
    causes: ["pdf", "stripe", "row"],
    per: "booking",
    asker: { hour: 30, day: 100 },
    target: { hour: 10, day: 30 },
  },
  additional: {
    what: "Asking for an additional dumpster: a draft and a booking",
    causes: ["row"],
    per: "booking",
    asker: { hour: 40, day: 100 },
    target: { hour: 20, day: 40 },
  },
  cancel: {
    what: "Cancelling a booking or a dumpster of it",
    causes: ["row", "mail", "stripe"],
    per: "booking",
    asker: { hour: 60, day: 200 },
    target: { hour: 20, day: 40 },
  },
  "day-choice": {
    what: "Answering a driver who waits, or choosing another day",
    causes: ["row", "mail"],
    per: "booking",
    asker: { hour: 60, day: 200 },
    target: { hour: 20, day: 40 },
  },
  ...SELF_CAPS,
  "charge-question": {
    what: "Questioning a later charge",
    causes: ["row"],
    per: "booking",
    asker: { hour: 30, day: 90 },
    target: { hour: 10, day: 20 },
  },
  lookup: {
    what: "Looking a booking up by its number",
    causes: ["guess"],
    per: "booking number",
    asker: { quarter: 20, hour: 60, day: 200 },
    both: { quarter: 10, hour: 20, day: 40 },
  },
  "lookup-crowd": {
    what: "… by many connections, before each of them has fewer tries",
    causes: ["guess"],
    per: "booking number",
    target: { hour: 60, day: 200 },
    all: { quarter: 2_000 },
  },
  "lookup-in-crowd": {
    what: "… for one connection, while there is such a crowd",
    causes: ["guess"],
    asker: { hour: 3, day: 8 },
  },

  // Accounts.
  "sign-in": {
    what: "Trying to sign in: a password to check, a session",
    causes: ["guess", "row"],
    per: "account",
    asker: { quarter: 100, hour: 300, day: 2_000 },
    both: { quarter: 30, hour: 90, day: 300 },
  },
  "sign-in-empty": {
    what: "… without a name or a password",
    causes: ["question"],
    asker: { quarter: 100, hour: 300, day: 2_000 },
  },
  "sign-in-crowd": {
    what: "… by many connections, before each of them has fewer tries, unless somebody has signed in from it before",
    causes: ["guess"],
    per: "account",
    target: { quarter: 300, hour: 1_000, day: 3_000 },
  },
  "sign-in-in-crowd": {
    what: "… from connections that are new to it, while there is such a crowd",
    causes: ["guess"],
    per: "account",
    both: { hour: 3, day: 8 },
    target: { quarter: 3_000, hour: 5_000, day: 7_000 },
  },
  "sign-up": {
    what: "Asking for an account: a password to hash, an account, a mail",
    causes: ["row", "mail"],
    per: "account",
    asker: { quarter: 20, hour: 40, day: 100 },
    both: { quarter: 5, hour: 10, day: 20 },
    target: { quarter: 20, hour: 40, day: 100 },
  },
  "account-key": {
    what: "Asking for a link or a code by mail: to confirm, to set a new password, to sign in",
    causes: ["row", "mail"],
    per: "account",
    asker: { quarter: 10, hour: 30, day: 80 },
    both: { quarter: 4, hour: 8, day: 16 },
    target: { quarter: 12, hour: 24, day: 48 },
  },
  "account-key-try": {
    what: "Trying a link or a code that was mailed",
    causes: ["guess", "row"],
    asker: { quarter: 60, hour: 200, day: 800 },
  },
  "account-change": {
    what: "Changing one's password or address: the present password to check",
    causes: ["guess", "row", "mail"],
    per: "account",
    asker: { quarter: 40, hour: 100, day: 400 },
    target: { quarter: 10, hour: 30, day: 60 },
  },
  "own-facts": {
    what: "Changing what one's account says: name, company, number, picture",
    causes: ["row"],
    per: "account",
    asker: { hour: 200, day: 800 },
    target: { hour: 40, day: 120 },
  },
  "second-factor-try": {
    what: "Trying a code of the second factor, after the password",
    causes: ["guess", "row"],
    per: "account",
    asker: { quarter: 40, hour: 100, day: 400 },
    both: { quarter: 10, hour: 30, day: 60 },
    target: { quarter: 30, hour: 60, day: 120 },
  },

  // Messages, counted as they are sent, by the address of that moment.
  "mail-resume": { what: "Mail: the link to a draft", causes: ["mail"], per: "mailbox", target: { hour: 4, day: 8 } },
  "mail-account": {
    what: "Mail: confirm your address, or you have an account already",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 3, day: 6 },
  },
  "mail-account-key": {
    what: "Mail: a link or a code that was asked for",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 6, day: 12 },
  },
  "mail-invitation": {
    what: "Mail: an admin invites to the team",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 3, day: 6 },
  },
  "mail-documents": {
    what: "Mail: a booking's documents once more",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 8, day: 20 },
  },
  "mail-cancelled": {
    what: "Mail: a booking that nobody paid for is cancelled",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 4, day: 8 },
  },
  "mail-lead": {
    what: "Mail to the office: somebody asks for a call-back",
    causes: ["mail"],
    per: "mailbox",
    target: { hour: 60, day: 300 },
  },
  "mail-booking": {
    what: "All these mails about one booking together",
    causes: ["mail"],
    per: "booking",
    target: { hour: 6, day: 12 },
  },

  ...TEXT_CAPS,

  ...VOICE_CAPS,

  // What drivers send. They have an account, but a lost phone is a stranger's.
  photo: {
    what: "Sending photographs of jobs: each is decoded and kept",
    causes: ["row"],
    per: "driver",
    target: { hour: 120, day: 600 },
  },
  "photo-held": {
    what: "… from a phone whose sign-in was ended: held beside the step until the office decides",
    causes: ["row"],
    per: "driver",
    target: { hour: 40, day: 120 },
  },

  ...CALL_CAPS,
} as const satisfies Record<string, Cap>;

export type CapName = keyof typeof CAPS;

/** Caps that need to be told what it is done to. */
export type TargetedCap = {
  [N in CapName]: (typeof CAPS)[N] extends { target: object } | { both: object } ? N : never;
}[CapName];
