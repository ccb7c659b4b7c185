import type { BusinessView } from "../documents/views";
import { tidy } from "../documents/escape";
import { composeMail, type MailContent } from "./layout";

/** The confirmation link of a sign-up (specification, section 4: login needs a confirmed email). */
export function confirmSignUp(facts: { business: BusinessView; confirmUrl: string; ends: string }): MailContent {
  return composeMail(facts.business, {
    subject: "Please confirm your email address",
    preview: "One tap, and you can log in.",
    heading: "Confirm your email address",
    blocks: [
      {
        kind: "paragraph",
        text: `Someone signed up at ${facts.business.name} with this address. If it was you, please confirm it, and then log in:`,
      },
      { kind: "button", label: "Confirm my address", url: facts.confirmUrl },
      {
        kind: "paragraph",
        text: `The link works ${facts.ends}. If it was not you, you need not do anything; without the confirmation the account cannot be used.`,
      },
    ],
  });
}

/** An admin invites to the team. */
export function teamInvitation(facts: {
  business: BusinessView;
  invitedBy: string;
  url: string;
  ends: string;
}): MailContent {
  return composeMail(facts.business, {
    subject: `${facts.business.name} invites you to its office`,
    preview: "Choose a password, and you can log in.",
    heading: "You are invited to the team",
    blocks: [
      {
        kind: "paragraph",
        text: `${facts.invitedBy} invites you to the office of ${facts.business.name}. Open the page and choose a password, or log in if this address has an account already:`,
      },
      { kind: "button", label: "Accept the invitation", url: facts.url },
      {
        kind: "paragraph",
        text: `The link works once, ${facts.ends}. If you do not know us, you need not do anything.`,
      },
    ],
  });
}

/** The office invites to drive. */
export function driverInvitation(facts: {
  business: BusinessView;
  invitedBy: string;
  name: string;
  url: string;
  ends: string;
}): MailContent {
  return composeMail(facts.business, {
    subject: `${facts.business.name} invites you to drive`,
    preview: "Choose a password, and your jobs are on your phone.",
    heading: "You are invited to drive with us",
    blocks: [
      {
        kind: "paragraph",
        text: `${facts.name}, ${facts.invitedBy} invites you to drive for ${facts.business.name}. Open the page on the phone that you take along, and choose a password, or log in if this address has an account already:`,
      },
      { kind: "button", label: "Accept the invitation", url: facts.url },
      {
        kind: "paragraph",
        text: `The link works once, ${facts.ends}. If you do not know us, you need not do anything.`,
      },
    ],
  });
}

/** Somebody signed up with an address that has an account already: told by mail, never on the page. */
export function alreadySignedUp(facts: { business: BusinessView; signInUrl: string }): MailContent {
  return composeMail(facts.business, {
    subject: "You already have an account",
    preview: "Log in with the password you chose before.",
    heading: "You already have an account",
    blocks: [
      {
        kind: "paragraph",
        text: `Someone tried to sign up at ${facts.business.name} with this address. You already have an account, so please log in with the password you chose before.`,
      },
      { kind: "button", label: "Log in", url: facts.signInUrl },
      { kind: "paragraph", text: "If it was not you, you need not do anything. Nothing was changed." },
    ],
  });
}

export type LeadKind = "consultation" | "outside_area" | "minimum_order" | "large_order" | "call_back" | "missed_call";

const LEAD_REASONS: Record<LeadKind, string> = {
  consultation: "Material that needs advice",
  outside_area: "ZIP outside our area",
  minimum_order: "Below the minimum order",
  large_order: "Large order",
  call_back: "Call-back asked for",
  missed_call: "Missed call",
};

/** To staff: a request that cannot be self-booked. */
export function newLead(facts: {
  business: BusinessView;
  kind: LeadKind;
  name: string;
  phone: string;
  email: string;
  zip: string;
  message: string;
  leadUrl: string;
}): MailContent {
  const reason = LEAD_REASONS[facts.kind];
  const rows: [string, string][] = [
    ["Reason", reason],
    ["Name", facts.name],
    ["Phone", facts.phone],
    ["Email", facts.email],
    ["ZIP", facts.zip],
    ["Message", facts.message],
  ];
  return composeMail(facts.business, {
    subject: `New lead: ${reason}, ${facts.name}`,
    preview: `${facts.name}, ${facts.phone}`,
    heading: "A new lead is waiting",
    blocks: [
      { kind: "facts", rows: rows.filter(([, value]) => tidy(value) !== "") },
      { kind: "button", label: "Open in the CRM", url: facts.leadUrl },
    ],
  });
}
