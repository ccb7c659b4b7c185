import { isCodeWanted } from "~/domain/accounts/codes.server";
import { armLink, forgetKey, isStillAsked, type LinkPurpose } from "~/domain/accounts/keys.server";
import type { Deed } from "~/domain/kernel/deed";
import { formatEnd, instant } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { business, links, OVER, type Mailing } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";

/** The link or code that somebody asked for. However it ends, its work does not keep the secret. */
export async function accountKey(services: Mailing, deed: Deed, work: Task<"mail.account-key">): Promise<Effect> {
  const effect =
    work.payload.letter === "code" ? await mailCode(services, deed, work) : await mailLink(services, deed, work);
  return (tx) => {
    effect(tx);
    forgetKey(tx, work.id);
  };
}

async function mailCode(services: Mailing, deed: Deed, work: Task<"mail.account-key">): Promise<Effect> {
  const { to, key } = work.payload;
  if (!(await services.db.write((tx) => isStillAsked(tx, work.id) && isCodeWanted(tx, work.payload))))
    return notSent(work, OVER);
  return send(services, deed, work, to, templates.signInCode({ business: business(services), code: key }), {
    secret: key,
  });
}

/** Where each link leads. */
const PAGE: Record<LinkPurpose, (key: string) => string> = {
  confirm: accountPaths.confirm,
  reset: accountPaths.reset,
  "new-email": accountPaths.newEmail,
};

async function mailLink(services: Mailing, deed: Deed, work: Task<"mail.account-key">): Promise<Effect> {
  const { to, key, expiresAt } = work.payload;
  const letter = work.payload.letter as LinkPurpose;
  const is = await services.db.write((tx) =>
    isStillAsked(tx, work.id) ? armLink(tx, { ...work.payload, letter }) : "nothing",
  );
  if (is === "nothing") return notSent(work, OVER);
  const shared = { business: business(services), ends: formatEnd(instant(expiresAt)) };
  const url = links(services).url(is === "has-account" ? paths.auth : PAGE[letter](key));
  const content =
    is === "has-account"
      ? templates.alreadySignedUp({ ...shared, signInUrl: url })
      : {
          confirm: () => templates.confirmSignUp({ ...shared, confirmUrl: url }),
          reset: () => templates.newPassword({ ...shared, resetUrl: url }),
          "new-email": () => templates.confirmNewEmail({ ...shared, confirmUrl: url }),
        }[letter]();
  return send(services, deed, work, to, content);
}

/** Tells the owner of an account that its password or address was changed, at the address that it had then. */
export function accountChanged(services: Mailing, deed: Deed, work: Task<"mail.account-changed">): Promise<Effect> {
  const { to, changed } = work.payload;
  const forgot = links(services).url(accountPaths.forgot);
  return send(
    services,
    deed,
    work,
    to,
    templates.accountChanged({ business: business(services), changed, forgotUrl: forgot }),
  );
}
