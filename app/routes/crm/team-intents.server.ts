import { z } from "zod";
import { inviteToTeam } from "~/domain/accounts/invitations.server";
import {
  changeTeamRole,
  removeFromTeam,
  resetTeamFactor,
  type TeamRefusal,
  type TeamResult,
} from "~/domain/accounts/team.server";
import { withdrawInvitation } from "~/domain/accounts/withdraw-invitations.server";
import { meantInstead } from "~/domain/kernel/mail-slip";
import { cut } from "~/domain/kernel/text";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { waitWords } from "~/http/limits/limits.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";

const REFUSED: Record<TeamRefusal, string> = {
  unknown: "This person is not on the team any more. Somebody else was faster.",
  changed: "Another admin has just changed this person’s role. Look at the list again, then decide.",
  yourself: "You cannot change your own rights. Ask another admin.",
  listed: "This person is an admin by ADMIN_EMAILS on the server, so that cannot be changed here.",
  no_factor: "This person has no second factor any more.",
  not_admin: "You are no admin any more, so nothing was changed.",
};
const answer = (done: TeamResult, to?: string): Done =>
  done.ok ? { ...done, ...(to && { to }) } : { ok: false, message: REFUSED[done.code], status: 409 };

const INVITE_REFUSED = {
  no_email: "Enter an email address like name@example.com.",
  on_team: "This person is on the team already.",
  too_many_open: "Too many invitations are open. Withdraw some first.",
} as const;

const text = z.string().trim().catch("");
const role = z.enum(["staff", "admin"]).catch("staff");
const why = text.transform((typed) => cut(typed, 200));
/** What gives rights, or cannot be taken back by the same page, has its reason in the log; `field`: this person's own on the page. */
const noReason = (field: string): Done => ({ ok: false, message: "Say why, so that the others know.", field });

/** What admins can do with the team. */
export const TEAM_INTENTS: Intents<null> = {
  invite: intent({
    may: "admin",
    schema: z.object({ inviteEmail: text, unsure: text, asTyped: z.literal("on").optional().catch(undefined) }),
    run: async ({ services: { db, config } }, deed, _on: null, { inviteEmail, unsure, asTyped }) => {
      // Whoever has that mailbox would get the rights of staff.
      const meant = meantInstead(inviteEmail, { unsure, asTyped: asTyped === "on" });
      if (meant)
        return {
          ok: false,
          fields: {
            inviteEmail: `Did you mean ${meant}? Put it right, or say below that it is right. Nothing was sent yet.`,
          },
          values: { inviteEmail, unsure: inviteEmail },
        };
      const done = await db.write((tx) =>
        inviteToTeam(tx, deed, inviteEmail, {
          adminEmails: config.ADMIN_EMAILS,
          limits: config.RATE_LIMITS === "on",
          path: paths.invitation,
        }),
      );
      if (done.ok) return { ok: true, to: `${crmPaths.tab("team")}?told=invited` };
      const message =
        done.code === "wait"
          ? `This mailbox has had enough invitations. Try again in ${waitWords(done.seconds)}.`
          : INVITE_REFUSED[done.code];
      return { ok: false, message, field: "inviteEmail" };
    },
  }),
  withdraw: intent({
    may: "admin",
    schema: z.object({ invitation: text }),
    run: async ({ services: { db } }, deed, _on: null, { invitation }) =>
      (await db.write((tx) => withdrawInvitation(tx, deed, invitation)))
        ? { ok: true }
        : { ok: false, message: "This invitation is open no more: it was accepted or withdrawn.", status: 409 },
  }),
  role: intent({
    may: "admin",
    schema: z.object({ member: text, was: role, to: role, why }),
    // It gives every right over money: one press of a wrong line is not enough.
    run: async ({ services: { db, config } }, deed, _on: null, wish) =>
      wish.to === "admin" && wish.why === ""
        ? noReason(`admin-${wish.member}`)
        : answer(await db.write((tx) => changeTeamRole(tx, deed, config.ADMIN_EMAILS, wish))),
  }),
  remove: intent({
    may: "admin",
    schema: z.object({ member: text, was: role, why }),
    run: async ({ services: { db, config } }, deed, _on: null, wish) =>
      wish.why === ""
        ? noReason(`why-${wish.member}`)
        : answer(
            await db.write((tx) => removeFromTeam(tx, deed, config.ADMIN_EMAILS, wish)),
            `${crmPaths.tab("team")}?${new URLSearchParams({ told: "removed", who: wish.member })}`,
          ),
  }),
  factor: intent({
    may: "admin",
    schema: z.object({ member: text, why }),
    run: async ({ services: { db, config } }, deed, _on: null, wish) =>
      wish.why === ""
        ? noReason(`lost-${wish.member}`)
        : answer(await db.write((tx) => resetTeamFactor(tx, deed, config.ADMIN_EMAILS, wish))),
  }),
};
