import { accounts } from "#db/schema/index";
import { eq } from "drizzle-orm";
import { isSignedInAnywhere } from "~/domain/accounts/sessions.server";
import { staffActorOf, standingOf } from "~/domain/accounts/roles.server";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Services } from "~/services.server";

type Knowing = Pick<Services, "config" | "db" | "flags">;

/**
 * The person behind a browser on the network, as somebody of the office, by their rights at this moment: a name in a signed
 * request says who was given a key, an hour ago at most. Null for who may no longer call, and for who has signed out
 * everywhere since: a key that somebody has copied ends with the sessions.
 */
export function staffBehind(services: Knowing, userId: Id<"account">): StaffActor | null {
  const account = services.db.orm.select().from(accounts).where(eq(accounts.id, userId)).get();
  if (!account || !isSignedInAnywhere(services.db.orm, userId)) return null;
  const standing = standingOf(services.db.orm, account, {
    adminEmails: services.config.ADMIN_EMAILS,
    driverAccessViaProfile: services.flags().driver_access_via_profile,
    adminsNeedFactor: !services.config.sandbox.any,
  });
  return staffActorOf(account, standing);
}
