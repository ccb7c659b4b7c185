import { Secret, TOTP } from "otpauth";
import type { Db } from "#db/client.server";
import { secondFactors } from "#db/schema/index";
import { makeRecoveryCodes, newAppSecret, sealSecret } from "~/domain/accounts/factor-codes.server";
import { findAccount } from "~/domain/accounts/sign-in.server";
import { testDeed } from "./rows";

/** The key that `fakeServices` opens second factors by. */
export const FACTOR_KEY = Buffer.alloc(32, 7).toString("base64url");

/** The six digits that an app with this secret shows, now or so many steps of 30 seconds from now. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
}

/** Gives an account a second factor that is on: the app's secret and the recovery codes. */
export async function turnOnFactor({ db }: { db: Db }, email: string): Promise<{ secret: string; codes: string[] }> {
  const account = findAccount(db.orm, { kind: "email", value: email });
  if (!account) throw new Error(`no ${email}`);
  const [secret, deed] = [newAppSecret(), testDeed()];
  const codes = await db.write((tx) => {
    tx.insert(secondFactors)
      .values({
        user_id: account.id,
        sealed: sealSecret(FACTOR_KEY, account.id, secret),
        begun_by: "",
        begun_at: 0,
        enabled_at: deed.now,
      })
      .run();
    return makeRecoveryCodes(tx, deed, account.id);
  });
  return { secret, codes };
}
