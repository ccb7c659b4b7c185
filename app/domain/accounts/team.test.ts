import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accounts, profiles, secondFactors, teamInvitations, teamMembers } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { inviteDriver, listDriverInvitations } from "./driver-invitations.server";
import { inviteToTeam } from "./invitations.server";
import { ensureAccount, type NewAccount } from "./seed.server";
import { startSession } from "./sessions.server";
import { openTask } from "../tasks/tasks.server";
import {
  changeTeamRole,
  findRemoved,
  isOnTeam,
  joinTeam,
  listInvitations,
  listTeam,
  listTeamChanges,
  removeFromTeam,
  resetTeamFactor,
} from "./team.server";

let db: Db;
let close: () => void;
let people: Record<"alex" | "sam" | "uma", Id<"account">>;
const visitor = testDeed({ kind: "visitor", label: "Visitor" });
const as = (id: Id<"account">, label: string) => testDeed({ kind: "admin", id, label }) as Deed<StaffActor>;
const make = (email: string, displayName: string, rest: Partial<NewAccount> = {}) =>
  db.write((tx) => ensureAccount(tx, { email, displayName, passwordHash: "", role: "user", ...rest }, visitor.now));
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  people = {
    sam: await make("sam@example.com", "Sam Staff", { role: "staff", onTeam: true }),
    alex: await make("alex@example.com", "Alex Admin", { role: "admin", onTeam: true }),
    uma: await make("uma@example.com", "Uma User"),
  };
});
afterEach(() => close());

const team = (listed: string[] = []) => listTeam(db.orm, listed);
const forget = (what: Partial<typeof accounts.$inferInsert>) =>
  db.orm.update(accounts).set(what).where(eq(accounts.id, people.uma)).run();

describe("who may enter the office", () => {
  it("is listed by name, with the role and when they were last here", async () => {
    await startSession(db, visitor, people.sam, {});
    const before = Date.now();
    await startSession(db, visitor, people.sam, {});
    const [alex, sam, ...others] = team();
    expect(others).toEqual([]);
    expect(alex).toEqual({
      id: people.alex,
      name: "Alex Admin",
      email: "alex@example.com",
      role: "admin",
      listed: false,
      since: visitor.now,
      lastSeen: null,
      hasFactor: false,
    });
    expect(sam).toMatchObject({ name: "Sam Staff", role: "staff" });
    expect(sam?.lastSeen).toBeGreaterThanOrEqual(before);
  });

  it("is who ADMIN_EMAILS names, once, as soon as the address is confirmed and no sooner", () => {
    const uma = () => team(["uma@example.com", "alex@example.com"]).filter(({ listed }) => listed);
    expect(uma().map(({ name, role, since }) => [name, role, since])).toEqual([
      ["Alex Admin", "admin", visitor.now],
      ["Uma User", "admin", null],
    ]);
    expect([isOnTeam(db.orm, "uma@example.com", []), isOnTeam(db.orm, "uma@example.com", ["uma@example.com"])]).toEqual(
      [false, true],
    );
    forget({ email_confirmed_at: null });
    expect(uma().map(({ name }) => name)).toEqual(["Alex Admin"]);
    expect(isOnTeam(db.orm, "uma@example.com", ["uma@example.com"])).toBe(false);
  });

  it("is an admin by the profile without a place on the list, and one on the list without a profile", () => {
    db.orm.delete(teamMembers).where(eq(teamMembers.user_id, people.alex)).run();
    db.orm.delete(profiles).where(eq(profiles.user_id, people.sam)).run();
    expect(team().map(({ name, role }) => [name, role])).toEqual([
      ["Alex Admin", "admin"],
      ["sam@example.com", "staff"],
    ]);
    for (const email of ["alex@example.com", "sam@example.com"]) expect(isOnTeam(db.orm, email, [])).toBe(true);
    for (const email of ["uma@example.com", "nobody@example.com"]) expect(isOnTeam(db.orm, email, [])).toBe(false);
  });
});

describe("a change of the team", () => {
  const wish = (member: Id<"account">, to: "staff" | "admin") =>
    ({ member, was: to === "admin" ? "staff" : "admin", to }) as const;

  it("is refused to who is no admin any more, and of who is not on it", async () => {
    const change = (by: Id<"account">, member: Id<"account">) =>
      db.write((tx) => changeTeamRole(tx, as(by, "Somebody"), [], wish(member, "admin")));
    expect(await change(people.sam, people.alex)).toEqual({ ok: false, code: "not_admin" });
    expect(await change(people.uma, people.sam)).toEqual({ ok: false, code: "not_admin" });
    expect(await change(people.alex, people.uma)).toEqual({ ok: false, code: "unknown" });
    expect(listTeamChanges(db.orm)).toEqual([]);
  });

  it("changes nothing, and tells nothing, where the role is what it was", async () => {
    const same = { member: people.sam, was: "staff", to: "staff" } as const;
    expect(await db.write((tx) => changeTeamRole(tx, as(people.alex, "Alex"), [], same))).toEqual({ ok: true });
    expect(listTeamChanges(db.orm)).toEqual([]);
  });

  it("keeps the way in of an admin who has no place on the list, and is told with who, whom and why", async () => {
    await make("otto@example.com", "Otto", { role: "admin" });
    const otto = team().find(({ name }) => name === "Otto")?.id ?? ("" as never);
    const alex = as(people.alex, "Alex Admin");
    await db.write((tx) => changeTeamRole(tx, alex, [], wish(otto, "staff")));
    expect(team().find(({ id }) => id === otto)).toMatchObject({ role: "staff", since: alex.now });
    await db.write((tx) => removeFromTeam(tx, alex, [], { member: otto, was: "staff", why: "moved" }));
    await db.write((tx) => removeFromTeam(tx, alex, [], { member: people.sam, was: "staff", why: "" }));
    expect(team().map(({ name }) => name)).toEqual(["Alex Admin"]);
    expect(
      listTeamChanges(db.orm).map(({ action, from_state, to_state, why, whom, actor_label }) =>
        [action, from_state, to_state, whom, actor_label, why].join(" "),
      ),
    ).toEqual([
      "team_removed staff user Sam Staff Alex Admin ",
      "team_removed staff user Otto Alex Admin moved",
      "team_role_changed admin staff Otto Alex Admin ",
    ]);
    expect(listTeamChanges(db.orm, 1)).toHaveLength(1);
  });

  it("by leaving gives back what they had taken of the queue, and nobody else's", async () => {
    const alex = as(people.alex, "Alex Admin");
    const owners = () => db.sqlite.prepare("select owner_id from tasks order by cause").pluck().all();
    await db.write((tx) => {
      for (const cause of ["a", "b"])
        openTask(tx, alex, { kind: "shortage", cause, subject: { kind: "size", id: "20" }, due: alex.now });
    });
    const put = db.sqlite.prepare("update tasks set owner_id = ? where cause = ?");
    put.run(people.sam, "a");
    put.run(people.alex, "b");
    await db.write((tx) => removeFromTeam(tx, alex, [], { member: people.sam, was: "staff", why: "left" }));
    expect(owners()).toEqual([null, people.alex]);
    expect(db.sqlite.prepare("select count(*) from events where action = 'task_given_back'").pluck().get()).toBe(1);
  });

  it("by leaving signs out everywhere, but for who drives for us too", async () => {
    const alex = as(people.alex, "Alex Admin");
    const { sqlite } = db;
    for (let i = 0; i < 2; i++) await startSession(db, visitor, people.sam, {});
    const live = () =>
      sqlite.prepare("select count(*) from sessions where user_id = ? and revoked_at is null").pluck().get(people.sam);
    const leave = () =>
      db.write((tx) => removeFromTeam(tx, alex, [], { member: people.sam, was: "staff", why: "left" }));
    const told = () => sqlite.prepare("select count(*) from events where action = 'SIGNED_OUT'").pluck().get();
    sqlite.prepare("insert into user_roles (user_id, role) values (?, 'driver')").run(people.sam);
    await leave();
    expect([live(), told(), findRemoved(db.orm, people.sam)]).toEqual([2, 0, { name: "Sam Staff", drives: true }]);
    sqlite.prepare("delete from user_roles where user_id = ?").run(people.sam);
    sqlite.prepare("insert into team_members (user_id, added_by, added_at) values (?, 'x', 1)").run(people.sam);
    sqlite.prepare("update profiles set role = 'staff' where user_id = ?").run(people.sam);
    await leave();
    expect([live(), told(), findRemoved(db.orm, people.sam)]).toEqual([0, 1, { name: "Sam Staff", drives: false }]);
    expect(findRemoved(db.orm, people.uma)).toBeNull();
  });

  it("by leaving ends an invitation to the address that is theirs by now: that link brings nobody back", async () => {
    const alex = as(people.alex, "Alex Admin");
    for (const email of ["sam.new@example.com", "other@example.com"])
      await db.write((tx) => inviteToTeam(tx, alex, email, { adminEmails: [], limits: false, path: (key) => key }));
    db.orm.update(accounts).set({ email: "sam.new@example.com" }).where(eq(accounts.id, people.sam)).run();
    const leaving = { member: people.sam, was: "staff", why: "" } as const;
    expect(await db.write((tx) => removeFromTeam(tx, alex, [], leaving))).toEqual({ ok: true });
    expect(listInvitations(db.orm).map(({ email }) => email)).toEqual(["other@example.com"]);
    expect(listTeamChanges(db.orm).map(({ action, whom }) => [action, whom])).toContainEqual([
      "team_invitation_withdrawn",
      "sam.new@example.com",
    ]);
  });

  it.each([
    ["their leaving the team", "removed", []],
    ["their being staff again, but to drivers, whom staff invite too", "demoted", ["Dora"]],
  ] as const)(
    "ends what somebody has sent by %s; what others sent, and what is of before, stays",
    async (_, how, kept) => {
      const alex = as(people.alex, "Alex Admin");
      await db.write((tx) => changeTeamRole(tx, alex, [], wish(people.sam, "admin")));
      const sam = as(people.sam, "Sam Staff");
      const invite = (by: typeof alex, email: string) =>
        db.write((tx) => inviteToTeam(tx, by, email, { adminEmails: [], limits: false, path: (key) => key }));
      const inviteToDrive = (by: typeof alex, name: string) =>
        db.write((tx) =>
          inviteDriver(tx, by, { name, to: `${name}@example.com` }, { limits: false, path: (key) => key }),
        );
      for (const email of ["cy@example.com", "anew@example.com", "old@example.com"]) await invite(sam, email);
      // Sent again by another admin it goes by that one's right.
      await invite(alex, "anew@example.com");
      db.orm
        .update(teamInvitations)
        .set({ invited_by_id: null })
        .where(eq(teamInvitations.email, "old@example.com"))
        .run();
      await inviteToDrive(sam, "Dora");
      await inviteToDrive(alex, "Dirk");
      const done = await db.write((tx) =>
        how === "removed"
          ? removeFromTeam(tx, alex, [], { member: people.sam, was: "admin", why: "left" })
          : changeTeamRole(tx, alex, [], wish(people.sam, "staff")),
      );
      expect(done).toEqual({ ok: true });
      expect(
        listInvitations(db.orm)
          .map(({ email }) => email)
          .sort(),
      ).toEqual(["anew@example.com", "old@example.com"]);
      const driving = listDriverInvitations(db.orm).map(({ name }) => name);
      expect(driving.sort()).toEqual(["Dirk", ...kept]);
      expect(
        listTeamChanges(db.orm)
          .filter(({ action }) => action === "team_invitation_withdrawn")
          .map(({ whom, actor_label }) => [whom, actor_label]),
      ).toEqual([["cy@example.com", "Alex Admin"]]);
      const told = db.sqlite
        .prepare("select data from events where action = 'driver_invitation_withdrawn'")
        .pluck()
        .all();
      expect(told).toEqual(kept.length === 0 ? [JSON.stringify({ name: "Dora" })] : []);
    },
  );

  it("by joining makes staff of a user, leaves an admin one, and is no second place", async () => {
    const join = (id: Id<"account">) => {
      const account = db.orm.select().from(accounts).where(eq(accounts.id, id)).get();
      return db.write((tx) => account && joinTeam(tx, visitor, account, "inv_1"));
    };
    await join(people.uma);
    await join(people.alex);
    expect(team().map(({ name, role, since }) => [name, role, since])).toEqual([
      ["Alex Admin", "admin", visitor.now],
      ["Sam Staff", "staff", visitor.now],
      ["Uma User", "staff", visitor.now],
    ]);
  });

  it("by an invitation is listed while it is open, the newest first, and told by its address", async () => {
    const invite = (email: string, now = visitor.now) =>
      db.write((tx) =>
        inviteToTeam(tx, { ...as(people.alex, "Alex Admin"), now }, email, {
          adminEmails: [],
          limits: false,
          path: (key) => key,
        }),
      );
    expect(await invite("one@example.com")).toEqual({ ok: true });
    await invite("two@example.com", (visitor.now + 1) as typeof visitor.now);
    await invite("one@example.com", (visitor.now + 2) as typeof visitor.now);
    expect(listInvitations(db.orm).map(({ email, invitedBy }) => [email, invitedBy])).toEqual([
      ["one@example.com", "Alex Admin"],
      ["two@example.com", "Alex Admin"],
    ]);
    expect(listTeamChanges(db.orm).map(({ whom }) => whom)).toEqual([
      "one@example.com",
      "two@example.com",
      "one@example.com",
    ]);
  });
});

describe("somebody's second factor", () => {
  const has = () => db.orm.select().from(secondFactors).all().length;
  const reset = (by: Id<"account">, member: string) =>
    db.write((tx) => resetTeamFactor(tx, as(by, "Whoever"), [], { member, why: "lost the phone" }));

  it("is reset by an admin alone, of somebody else on the team alone", async () => {
    const row = { sealed: "x", begun_by: "ses_x", begun_at: 1, enabled_at: 1, last_step: 0 };
    for (const user_id of [people.alex, people.sam, people.uma])
      db.orm
        .insert(secondFactors)
        .values({ ...row, user_id } as never)
        .run();
    expect(await reset(people.sam, people.alex)).toEqual({ ok: false, code: "not_admin" });
    expect(await reset(people.uma, people.sam)).toEqual({ ok: false, code: "not_admin" });
    expect(await reset(people.alex, people.alex)).toEqual({ ok: false, code: "yourself" });
    expect(await reset(people.alex, people.uma)).toEqual({ ok: false, code: "unknown" });
    expect(has()).toBe(3);
    expect(await reset(people.alex, people.sam)).toEqual({ ok: true });
    expect(await reset(people.alex, people.sam)).toEqual({ ok: false, code: "no_factor" });
    expect(has()).toBe(2);
  });
});
