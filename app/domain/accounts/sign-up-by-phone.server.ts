import type { Tx } from "#db/client.server";
import { accounts } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId } from "../kernel/ids.server";
import { ensureProfile } from "./profiles.server";
import type { Account } from "./sign-in.server";
import { by } from "./keys.server";

/** The account of a number that a code has just confirmed, with its profile. */
export function makePhoneAccount(tx: Tx, deed: Deed, phone: string, passwordHash: string): Account {
  const account = tx
    .insert(accounts)
    .values({ id: newId("account"), phone, password_hash: passwordHash, created_at: deed.now })
    .returning()
    .get();
  ensureProfile(tx, account, deed.now);
  recordEvent(tx, by(deed, account), { subject: { kind: "account", id: account.id }, action: "signed_up" });
  return account;
}
