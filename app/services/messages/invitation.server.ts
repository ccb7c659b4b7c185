import { findInvitationById } from "~/domain/accounts/invitations.server";
import { forgetLink } from "~/domain/accounts/sign-up.server";
import type { Deed } from "~/domain/kernel/deed";
import { formatEnd, instant } from "~/domain/kernel/time.server";
import { teamInvitation } from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { business, links, OVER, type Mailing } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";

/** The invitation to the team, while it is open. However it ends, its work does not keep the link. */
export async function sendInvitation(services: Mailing, deed: Deed, work: Task<"mail.invitation">): Promise<Effect> {
  const invitation = findInvitationById(services.db.orm, work.payload.invitationId);
  const effect = invitation
    ? await send(
        services,
        deed,
        work,
        invitation.email,
        teamInvitation({
          business: business(services),
          invitedBy: invitation.invited_by,
          url: links(services).url(work.payload.confirmPath),
          ends: formatEnd(instant(invitation.expires_at)),
        }),
      )
    : notSent(work, OVER);
  return (tx) => {
    effect(tx);
    forgetLink(tx, work.id);
  };
}
