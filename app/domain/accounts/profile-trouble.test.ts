import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { profiles } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import { profileAtSignIn } from "./profiles.server";
import { standingOf } from "./roles.server";
import { SEEDED_PASSWORD, seedAccounts } from "./seed.server";
import { verifySignIn, findAccount, type Account } from "./sign-in.server";

let db: Db;
let close: () => void;
let account: Account;
let waits: number[];
const deed = testDeed();
const given = { emailOrPhone: "staff@example.com", password: SEEDED_PASSWORD };
beforeEach(async () => {
  waits = [];
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  const found = findAccount(db.orm, { kind: "email", value: given.emailOrPhone });
  if (!found) throw new Error("no account");
  account = found;
});
afterEach(() => {
  vi.useRealTimers();
  close();
});

const unreadable = () => db.orm.run(sql`alter table profiles rename to profiles_away`);
const readableAgain = () => db.orm.run(sql`alter table profiles_away rename to profiles`);
function unmakeable() {
  db.orm.delete(profiles).run();
  db.orm.run(sql`create trigger no_profiles before insert on profiles begin select raise(abort, 'full'); end`);
}
const load = (pause = async (ms: number) => void waits.push(ms)) => profileAtSignIn(db, account, deed.now, pause);
/** Signs in while the pauses pass at once. */
async function signIn() {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const result = verifySignIn(db, given);
  let isDone = false;
  void result.finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((done) => setImmediate(done));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  return result;
}

it("tries a profile three more times, after 1, 2 and 4 seconds", async () => {
  unreadable();
  expect(await load()).toMatchObject({ ok: false, step: "read" });
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

it("goes on with the profile that can be read again meanwhile", async () => {
  unreadable();
  expect(
    await load(async (ms) => {
      waits.push(ms);
      if (ms === 2_000) readableAgain();
    }),
  ).toEqual({ ok: true });
  expect(waits).toEqual([1_000, 2_000]);
});

it("signs nobody in whose profile cannot be made", async () => {
  unmakeable();
  expect(await signIn()).toMatchObject({
    ok: false,
    code: "no_profile",
    message: "There was an issue setting up your profile. Please contact support.",
  });
});

it("signs in with warnings whose profile cannot be read, as role user with what the team list says", async () => {
  unreadable();
  const result = await signIn();
  expect(result).toMatchObject({ ok: true, warning: { message: "Login completed with warnings" } });
  const rules = { adminEmails: [], driverAccessViaProfile: true };
  expect(standingOf(db.orm, account, rules)).toMatchObject({
    isAdmin: false,
    mayUseCrm: true,
    displayName: given.emailOrPhone,
  });
});
