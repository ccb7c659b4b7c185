import type { BusinessView } from "../documents/views";
import type { AccountChange } from "../outbox/work";
import { composeMail, type MailContent } from "./layout";

/** The link to a new password, for whoever forgot theirs. */
export function newPassword(facts: { business: BusinessView; resetUrl: string; ends: string }): MailContent {
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
        text: `The link works once, ${facts.ends}. All devices are then signed out. If it was not you, you need not do anything: your password stays as it is.`,
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
export function confirmNewEmail(facts: { business: BusinessView; confirmUrl: string; ends: string }): MailContent {
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
        text: `The link works ${facts.ends}. If it was not you, you need not do anything; without the confirmation nothing changes.`,
      },
    ],
  });
}

/** `byOthers`: it was not done by the owner, who may have asked for it. */
type Changed = { what: string; told: (business: string) => string; advice?: string; byOthers?: true };
const NEW_PASSWORD = "choose a new password at once, or ";
const CHANGED: Readonly<Record<AccountChange, Changed>> = {
  password: {
    what: "Your password was changed",
    told: (business) => `The password of your account at ${business} was changed. Other devices were signed out.`,
    advice: NEW_PASSWORD,
  },
  email: {
    what: "Your email address was changed",
    told: (business) =>
      `Your account at ${business} has another email address now. Mail about it goes there from now on.`,
  },
  "factor-on": {
    what: "Your second factor is on",
    told: (business) =>
      `From now on your account at ${business} asks for a code from your app after the password. Other devices were signed out.`,
    advice: NEW_PASSWORD,
  },
  "factor-off": {
    what: "Your second factor is off",
    told: (business) => `Your account at ${business} asks for no code after the password any more.`,
    advice: NEW_PASSWORD,
  },
  "factor-reset": {
    what: "Your second factor was reset",
    told: (business) =>
      `An admin has reset the second factor of your account at ${business}: its app and its recovery codes work no more, and all devices were signed out. Set it up again when you log in.`,
    advice: NEW_PASSWORD,
    byOthers: true,
  },
  "recovery-made": {
    what: "You have new recovery codes",
    told: (business) => `New recovery codes were made for your account at ${business}. The former ones work no more.`,
    advice: NEW_PASSWORD,
  },
  "recovery-used": {
    what: "A recovery code was used",
    told: (business) => `Somebody used a recovery code of your account at ${business}. It works once.`,
    advice: NEW_PASSWORD,
  },
};

/** What was changed, as a sentence without its full stop. */
export const whatChanged = (changed: AccountChange): string => CHANGED[changed].what;

/** The beginning of a sentence for whoever the change is no surprise to. */
export const ifMeant = (changed: AccountChange): string =>
  CHANGED[changed].byOthers ? "If you asked for it" : "If it was you";

/** To the owner of an account, at the address that it had before the change. */
export function accountChanged(facts: {
  business: BusinessView;
  changed: AccountChange;
  forgotUrl: string;
}): MailContent {
  const { what, told, advice } = CHANGED[facts.changed];
  return composeMail(facts.business, {
    subject: what,
    preview: `${ifMeant(facts.changed)}, all is well.`,
    heading: what,
    blocks: [
      { kind: "paragraph", text: told(facts.business.name) },
      {
        kind: "paragraph",
        text: `${ifMeant(facts.changed)}, you need not do anything. If not, ${advice ?? ""}call us at ${facts.business.phone}.`,
      },
      advice ? { kind: "button", label: "Choose a new password", url: facts.forgotUrl } : null,
    ],
  });
}
