import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { bookingLinkWords, changedWords, codeWords, drivingWords } from "~/domain/messages/texts";
import { ACCOUNT_CHANGES } from "~/domain/outbox/work";
import type { Samples } from "./sample-facts.server";

type Kinds = Extract<
  MessageKind,
  "sms.booking-link" | `${"mail" | "sms"}.${"confirm-account" | "invitation"}` | `${"mail" | "sms"}.account-${string}`
>;

const CODE = "123456";

/** What accounts are told, who is invited, and who calls without an order. */
export const ACCOUNT_SAMPLES: Samples<Kinds> = {
  "mail.confirm-account": ({ facts: { business }, url, ends }) => [
    {
      label: "Signed up",
      mail: templates.confirmSignUp({ business, confirmUrl: url("/auth/confirm?token=example"), ends: ends.key }),
    },
    { label: "Has an account already", mail: templates.alreadySignedUp({ business, signInUrl: url("/auth") }) },
  ],
  "mail.account-key": ({ facts: { business }, url, ends }) => [
    {
      label: "New password",
      mail: templates.newPassword({ business, resetUrl: url("/auth/reset?key=example"), ends: ends.key }),
    },
    { label: "Code", mail: templates.signInCode({ business, code: CODE }) },
    {
      label: "New address",
      mail: templates.confirmNewEmail({ business, confirmUrl: url("/auth/new-email?key=example"), ends: ends.key }),
    },
  ],
  "mail.account-changed": ({ facts: { business }, url }) =>
    ACCOUNT_CHANGES.map((changed) => ({
      label: templates.whatChanged(changed),
      mail: templates.accountChanged({ business, changed, forgotUrl: url("/auth/forgot") }),
    })),
  "mail.invitation": ({ facts: { business }, url, ends }) => [
    {
      label: "To the office",
      mail: templates.teamInvitation({
        business,
        invitedBy: "Sam Staff",
        url: url("/invitation?key=example"),
        ends: ends.key,
      }),
    },
    {
      label: "To drive",
      mail: templates.driverInvitation({
        business,
        invitedBy: "Sam Staff",
        name: "Dana",
        url: url("/driver/invitation?key=example"),
        ends: ends.key,
      }),
    },
  ],
  "sms.account-code": ({ facts: { business } }) => [{ label: "Code", text: codeWords(business, CODE) }],
  "sms.account-changed": ({ facts: { business } }) =>
    ACCOUNT_CHANGES.map((changed) => ({
      label: templates.whatChanged(changed),
      text: changedWords(business, templates.whatChanged(changed), templates.ifMeant(changed)),
    })),
  "sms.booking-link": ({ facts: { business }, url }) => [
    { label: "Asked for on the phone", text: bookingLinkWords(business, url("/book")) },
  ],
  "sms.invitation": ({ facts: { business }, url }) => [
    {
      label: "To drive",
      text: drivingWords(business, "Sam Staff", url("/driver/invitation?key=this-link-opens-nothing0")),
    },
  ],
};
