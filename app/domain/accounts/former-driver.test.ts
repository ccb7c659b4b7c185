import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { accounts } from "#db/schema/index";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { ensureAccount } from "./seed.server";
import { startSession } from "./sessions.server";
import { findRemoved, joinTeam, removeFromTeam } from "./team.server";

// Who stays signed in on the road when they leave the team, and of whom it is said that they left.
let db: Db;
let close: () => void;
let sam: Id<"account">;
let admin: Deed<StaffActor>;
const visitor = testDeed({ kind: "visitor", label: "Visitor" });
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  const make = (email: string, displayName: string, role: "admin" | "staff", driver = {}) =>
    db.write((tx) =>
      ensureAccount(tx, { email, displayName, passwordHash: "", role, onTeam: true, ...driver }, visitor.now),
    );
  sam = await make("sam@example.com", "Sam Staff", "staff", {
    driver: { name: "Sam Staff", phone: "+14075550155", truck: "Truck 9" },
  });
  const alex = await make("alex@example.com", "Alex Admin", "admin");
  admin = testDeed({ kind: "admin", id: alex, label: "Alex Admin" }) as Deed<StaffActor>;
  await startSession(db, visitor, sam, {});
});
afterEach(() => close());

const remove = () => db.write((tx) => removeFromTeam(tx, admin, [], { member: sam, was: "staff", why: "left" }));
const isSignedIn = () =>
  db.sqlite.prepare("select count(*) from sessions where user_id = ? and revoked_at is null").pluck().get(sam) === 1;

it.each([
  [1, true],
  [0, false],
])("with a driver's record that is on (%s) they drive on, signed in: %s", async (active, drives) => {
  db.sqlite.prepare("update drivers set is_active = ? where user_id = ?").run(active, sam);
  expect(isSignedIn()).toBe(true);
  expect(await remove()).toEqual({ ok: true });
  expect([isSignedIn(), findRemoved(db.orm, sam)]).toEqual([drives, { name: "Sam Staff", drives }]);
});

it("nobody is said to have left who has come back since", async () => {
  await remove();
  await db.write((tx) => {
    const account = tx.select().from(accounts).where(eq(accounts.id, sam)).get() ?? expect.fail("no account");
    joinTeam(tx, admin, account, "Alex Admin");
  });
  expect(findRemoved(db.orm, sam)).toBeNull();
});
