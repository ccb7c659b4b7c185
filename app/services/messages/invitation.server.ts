import { findDriverInvitationById } from "~/domain/accounts/driver-invitations.server";
import { findInvitationById } from "~/domain/accounts/invitations.server";
import { forgetLink } from "~/domain/accounts/sign-up.server";
import type { Deed } from "~/domain/kernel/deed";
import { formatEnd, instant } from "~/domain/kernel/time.server";
import { driverInvitation, teamInvitation } from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { business, links, OVER, type Mailing } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";

/** The invitation to the team, or to drive, while it is open. However it ends, its work does not keep the link. */
export async function sendInvitation(services: Mailing, deed: Deed, work: Task<"mail.invitation">): Promise<Effect> {
  const { invitationId } = work.payload;
  const invitation = findInvitationById(services.db.orm, invitationId);
  const driving = findDriverInvitationById(services.db.orm, invitationId);
  const toUse = (expires: number) => ({
    business: business(services),
    url: links(services).url(work.payload.confirmPath),
    ends: formatEnd(instant(expires)),
  });
  const effect = driving?.email
    ? await send(
        services,
        deed,
        work,
        driving.email,
        driverInvitation({ ...toUse(driving.expires_at), invitedBy: driving.invited_by, name: driving.name }),
      )
    : invitation
      ? await send(
          services,
          deed,
          work,
          invitation.email,
          teamInvitation({ ...toUse(invitation.expires_at), invitedBy: invitation.invited_by }),
        )
      : notSent(work, OVER);
  return (tx) => {
    effect(tx);
    forgetLink(tx, work.id);
  };
}
