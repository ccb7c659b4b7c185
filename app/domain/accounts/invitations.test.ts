import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accounts, driverInvitations, outbox, sessions, signInCodes } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { acceptDrivingWithPassword, inviteDriver, listDriverInvitations } from "./driver-invitations.server";
import { acceptSignedIn, acceptWithPassword, inviteToTeam } from "./invitations.server";
import { passwordMatches } from "./passwords.server";
import { ensureProfile } from "./profiles.server";
import { listTeam } from "./team.server";
import { startSession } from "./sessions.server";

let db: Db;
let close: () => void;
const visitor = testDeed({ kind: "visitor", label: "Visitor" });
const admin = testDeed({ kind: "admin", id: newId("account"), label: "Alex Admin" }) as Deed<StaffActor>;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
});
afterEach(() => close());

const path = (key: string) => key;
const keySent = () =>
  db.orm
    .select()
    .from(outbox)
    .all()
    .map(({ payload }) => payload as { confirmPath: string })[0]!.confirmPath;
const WAYS = {
  "the team by mail": {
    name: { email: "nina@example.com" },
    invite: () =>
      db.write((tx) => inviteToTeam(tx, admin, "nina@example.com", { adminEmails: [], limits: false, path })),
    accept: (password: string) => acceptWithPassword(db, visitor, keySent(), { password, name: "Nina North" }),
  },
  "driving by mail": {
    name: { email: "nina@example.com" },
    invite: () =>
      db.write((tx) => inviteDriver(tx, admin, { name: "Nina", to: "nina@example.com" }, { limits: false, path })),
    accept: (password: string) => acceptDrivingWithPassword(db, visitor, keySent(), password),
  },
  "driving by text": {
    name: { phone: "+14075550190" },
    invite: () =>
      db.write((tx) => inviteDriver(tx, admin, { name: "Nina", to: "(407) 555-0190" }, { limits: false, path })),
    accept: (password: string) => acceptDrivingWithPassword(db, visitor, keySent(), password),
  },
};
const ways = Object.keys(WAYS) as (keyof typeof WAYS)[];

/** Signed up with somebody's address, which they never could confirm: with a session and a code on its way. */
async function stranger(email: string): Promise<Id<"account">> {
  const id = newId("account");
  db.orm.insert(accounts).values({ id, email, password_hash: "theirs", created_at: visitor.now }).run();
  await startSession(db, visitor, id, {});
  db.orm
    .insert(signInCodes)
    .values({ browser_hash: "theirs", email, code_hash: "x", expires_at: Date.now() + 600_000 })
    .run();
  return id;
}

it.each(ways)("an invitation to %s makes the account of who had none", async (way) => {
  const { name, invite, accept } = WAYS[way];
  expect(await invite()).toMatchObject({ ok: true });
  expect(await accept("a-long-walk")).toMatchObject({ ok: true });
  const [made, ...others] = db.orm.select().from(accounts).all();
  expect(others).toEqual([]);
  expect(made).toMatchObject({ email: null, phone: null, ...name });
  // Only mail confirms an address.
  expect(made?.email_confirmed_at).toBe("email" in name ? visitor.now : null);
  expect(await passwordMatches(made?.password_hash ?? "", "a-long-walk")).toBe(true);
});

it.each(ways.filter((way) => "email" in WAYS[way].name))(
  "an invitation to %s takes the address from a stranger, whose password, session and code count no more",
  async (way) => {
    const id = await stranger("nina@example.com");
    await WAYS[way].invite();
    expect(await WAYS[way].accept("a-long-walk")).toMatchObject({ ok: true, account: { id } });
    const account = db.orm.select().from(accounts).where(eq(accounts.id, id)).get();
    expect(account?.email_confirmed_at).toBe(visitor.now);
    expect(await passwordMatches(account?.password_hash ?? "", "a-long-walk")).toBe(true);
    expect(
      db.orm
        .select()
        .from(sessions)
        .all()
        .map(({ revoked_at }) => revoked_at),
    ).toEqual([expect.any(Number)]);
    expect(
      db.orm
        .select()
        .from(signInCodes)
        .all()
        .map(({ used_at }) => used_at),
    ).toEqual([expect.any(Number)]);
  },
);

it("who is invited to drive is shown with the moment at which their link ends, as over from then on", async () => {
  await WAYS["driving by mail"].invite();
  const { expires_at: end } = db.orm.select().from(driverInvitations).get()!;
  const shown = (now: number) => listDriverInvitations(db.orm, now).map(({ expiresAt, over }) => [expiresAt, over]);
  expect([shown(end - 1), shown(end)]).toEqual([[[end, false]], [[end, true]]]);
});

it("whoever accepts is called on the team as they say; who says nothing, by their address as before", async () => {
  await WAYS["the team by mail"].invite();
  await WAYS["the team by mail"].accept("a-long-walk");
  expect(listTeam(db.orm, []).map(({ name }) => name)).toEqual(["Nina North"]);
  db.sqlite.exec("delete from outbox");
  await db.write((tx) => inviteToTeam(tx, admin, "otto@example.com", { adminEmails: [], limits: false, path }));
  await acceptWithPassword(db, visitor, keySent(), { password: "a-long-walk" });
  expect(listTeam(db.orm, []).map(({ name }) => name)).toEqual(["Nina North", "otto"]);
  // The log has who named themselves, once.
  const named = db.sqlite.prepare("select data ->> '$.fields' from events where action = 'USER_UPDATED'").pluck().all();
  expect(named).toEqual(['["display_name"]']);
});

it("whoever is signed in as they accept is called as they say from then on, or as before, and nobody else is", async () => {
  const names = () => listTeam(db.orm, []).map(({ name }) => name);
  const accept = async (local: string, name?: string) => {
    const email = `${local}@example.com`;
    const account = { id: newId("account"), email, password_hash: "theirs", created_at: visitor.now };
    const made = db.orm
      .insert(accounts)
      .values({ ...account, email_confirmed_at: visitor.now })
      .returning()
      .get();
    await db.write((tx) => ensureProfile(tx, made, visitor.now));
    db.sqlite.exec("delete from outbox");
    await db.write((tx) => inviteToTeam(tx, admin, email, { adminEmails: [], limits: false, path }));
    const mine = testDeed({ kind: "visitor", id: made.id, label: "Whoever is signed in" });
    return db.write((tx) => acceptSignedIn(tx, mine, keySent(), made, name));
  };
  expect(await accept("nina", "Nina North")).toMatchObject({ ok: true, account: { email: "nina@example.com" } });
  expect(names()).toEqual(["Nina North"]);
  await accept("otto");
  await accept("zoe", "");
  expect(names()).toEqual(["Nina North", "otto", "zoe"]);
});
