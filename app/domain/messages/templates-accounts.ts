import type { BusinessView } from "../documents/views";
import { composeMail, type MailContent } from "./layout";

/** The link to a new password, for whoever forgot theirs. */
export function newPassword(facts: { business: BusinessView; resetUrl: string; validUntil: string }): MailContent {
  return composeMail(facts.business, {
    subject: "Choose a new password",
    preview: "The link works once, for an hour.",
    heading: "Choose a new password",
    blocks: [
      {
        kind: "paragraph",
        text: `Someone asked for a new password for your account at ${facts.business.name}. If it was you, choose it here:`,
      },
      { kind: "button", label: "Choose a new password", url: facts.resetUrl },
      {
        kind: "paragraph",
        text: `The link works once, until ${facts.validUntil}. All devices are then signed out. If it was not you, you need not do anything: your password stays as it is.`,
      },
    ],
  });
}

/** The one-time code. It stands in the text only, not where a locked screen shows it. */
export function signInCode(facts: { business: BusinessView; code: string }): MailContent {
  return composeMail(facts.business, {
    subject: "Your sign-in code",
    preview: "It works for 10 minutes.",
    heading: "Your sign-in code",
    blocks: [
      { kind: "heading", text: facts.code },
      {
        kind: "paragraph",
        text: `Type it within 10 minutes where you asked for it. ${facts.business.name} never asks for it on the phone: tell it to nobody. If you did not ask for it, you need not do anything.`,
      },
    ],
  });
}

/** To the new address of an account. */
export function confirmNewEmail(facts: {
  business: BusinessView;
  confirmUrl: string;
  validUntil: string;
}): MailContent {
  return composeMail(facts.business, {
    subject: "Confirm your new email address",
    preview: "Then you log in with it.",
    heading: "Confirm your new email address",
    blocks: [
      {
        kind: "paragraph",
        text: `Someone with an account at ${facts.business.name} wants to use this address for it. If it was you, please confirm it:`,
      },
      { kind: "button", label: "Use this address", url: facts.confirmUrl },
      {
        kind: "paragraph",
        text: `The link works until ${facts.validUntil}. If it was not you, you need not do anything; without the confirmation nothing changes.`,
      },
    ],
  });
}

/** To the owner of an account, at the address that it had before the change. */
export function accountChanged(facts: {
  business: BusinessView;
  changed: "password" | "email";
  forgotUrl: string;
}): MailContent {
  const isPassword = facts.changed === "password";
  const what = isPassword ? "password" : "email address";
  return composeMail(facts.business, {
    subject: `Your ${what} was changed`,
    preview: "If it was you, all is well.",
    heading: `Your ${what} was changed`,
    blocks: [
      {
        kind: "paragraph",
        text: isPassword
          ? `The password of your account at ${facts.business.name} was changed. Other devices were signed out.`
          : `Your account at ${facts.business.name} has another email address now. Mail about it goes there from now on.`,
      },
      {
        kind: "paragraph",
        text: `If it was you, you need not do anything. If not, ${isPassword ? "choose a new password at once, or " : ""}call us at ${facts.business.phone}.`,
      },
      isPassword ? { kind: "button", label: "Choose a new password", url: facts.forgotUrl } : null,
    ],
  });
}
