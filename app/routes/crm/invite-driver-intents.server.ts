import { z } from "zod";
import { inviteDriver } from "~/domain/accounts/driver-invitations.server";
import { withdrawDriverInvitation } from "~/domain/accounts/withdraw-invitations.server";
import { oneLine } from "~/domain/kernel/typed";
import { tooLong } from "~/domain/kernel/too-long";
import { crmPaths } from "~/crm-paths";
import { intent, type Intents } from "~/http/answers/intents.server";
import { waitWords } from "~/http/limits/limits.server";
import { drivingPath } from "~/team-paths";

const REFUSED = {
  no_address: "Enter an email address, or a phone number with its area code.",
  drives_already: "Whoever has this address or number drives for us already.",
  too_many_open: "Too many invitations are open. Withdraw some first.",
} as const;

/** Who shall drive for us. */
export const INVITE_DRIVER_INTENTS: Intents<null> = {
  invite: intent({
    may: "staff",
    schema: z.object({
      driverName: z.preprocess(
        oneLine,
        z.string().min(1, "Enter the driver’s name.").max(80, tooLong("the driver’s name", 80)),
      ),
      to: z.string().trim().max(254, REFUSED.no_address).catch(""),
    }),
    run: async ({ services: { db, config } }, deed, _on: null, { driverName: name, to }) => {
      const done = await db.write((tx) =>
        inviteDriver(tx, deed, { name, to }, { limits: config.RATE_LIMITS === "on", path: drivingPath }),
      );
      if (done.ok) return { ok: true, to: `${crmPaths.tab("drivers")}?told=${done.by}` };
      const message =
        done.code === "wait"
          ? `This address has had enough of our messages. Try again in ${waitWords(done.seconds)}.`
          : REFUSED[done.code];
      return { ok: false, message, field: "to" };
    },
  }),
  withdraw: intent({
    may: "staff",
    schema: z.object({ invitation: z.string().catch("") }),
    run: async ({ services: { db } }, deed, _on: null, { invitation }) =>
      (await db.write((tx) => withdrawDriverInvitation(tx, deed, invitation)))
        ? { ok: true }
        : { ok: false, message: "This invitation is open no more: it was accepted or withdrawn.", status: 409 },
  }),
};
