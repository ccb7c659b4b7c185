import { createHash, randomBytes } from "node:crypto";

/** Identifiers carry their kind in the type and in a readable prefix, so one cannot be passed for another. */
export type Id<Kind extends string> = string & { readonly __id: Kind };

const PREFIX = {
  account: "acc",
  agreement: "agr",
  booking: "bkg",
  bookingItem: "itm",
  call: "cll",
  cancellation: "can",
  change: "cng",
  charge: "chg",
  chargeAttempt: "cat",
  checkout: "chk",
  closure: "cls",
  contact: "cct",
  customer: "cus",
  dispute: "dsp",
  draft: "drf",
  driver: "drv",
  dumpster: "dmp",
  facility: "fcl",
  file: "fil",
  grant: "grt",
  hold: "hld",
  invitation: "ivt",
  invoice: "inv",
  job: "job",
  lead: "led",
  message: "msg",
  offer: "ofr",
  outbox: "obx",
  payment: "pay",
  photo: "pho",
  profile: "prf",
  question: "qst",
  refund: "rfd",
  report: "rpt",
  serviceArea: "are",
  session: "ses",
  task: "tsk",
  ticket: "tkt",
  truck: "trk",
  unit: "unt",
  view: "viw",
  visit: "vis",
} as const;
export type IdKind = keyof typeof PREFIX;

/** A new identifier with 128 random bits: "bkg_" + 22 characters. */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return `${PREFIX[kind]}_${randomBytes(16).toString("base64url")}` as Id<K>;
}

/** An unguessable, unprefixed address part (144 bits). */
export function newCapability(): string {
  return randomBytes(18).toString("base64url");
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
