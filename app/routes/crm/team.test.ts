import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts, outbox, profiles, teamInvitations, teamMembers } from "#db/schema/index";
import { runDueWork } from "~/services/work/worker.server";
import type { Services } from "~/services.server";
import type { Email } from "~/domain/messages/ports";
import { action as signInAction } from "./auth";
import { action as acceptAction, loader as invitationLoader } from "./invitation";
import { action, loader } from "./team";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor, type Answer } from "../../../tests/support/visit";
import { seedAccounts, SEEDED_PASSWORD, type SeededAccounts } from "~/domain/accounts/seed.server";

let world: TestWorld;
let services: Services;
let mails: Email[];
let people: SeededAccounts;
let admin: Visitor;
beforeEach(async () => {
  world = await openWorld();
  people = await seedAccounts(world.db, world.clock.at);
  mails = [];
  services = { ...fakeServices(world), mail: { send: async (mail: Email) => void mails.push(mail) } };
  services.config.ADMIN_EMAILS = [];
  admin = await signedIn("admin@example.com");
});
afterEach(() => {
  vi.useRealTimers();
  world.close();
});

async function signedIn(email: string, password = SEEDED_PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(services);
  expect((await visitor.post(signInAction, "/auth", { email, password })).status).toBe(302);
  return visitor;
}
const press = (by: Visitor, intent: string, fields: Record<string, string> = {}): Promise<Answer> =>
  by.post(action, "/crm/team", { intent, why: "moved away", ...fields });
const wordsOf = (answer: Answer) => Object.values((answer.data as { fields: Record<string, string> }).fields).join(" ");
const roleOf = (id: string) =>
  world.db.orm
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.user_id, id as never))
    .get()?.role;
const isListed = (id: string) =>
  world.db.orm
    .select()
    .from(teamMembers)
    .all()
    .some((one) => one.user_id === id);
const eventsOf = (subject: string) =>
  world.db.sqlite
    .prepare("select action from events where subject_kind = 'team' and subject_id = ? order by id")
    .pluck()
    .all(subject);
async function work() {
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}
/** Invites and gives the path of the link in the mail. */
async function linkTo(email: string): Promise<string> {
  expect((await press(admin, "invite", { inviteEmail: email })).location).toBe("/crm/team?told=invited");
  await work();
  const mail = mails.findLast(({ to }) => to === email);
  return /\/invitation\?key=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "no link";
}

describe("an invitation", () => {
  it("is one of fifty that work at once; one of them anew, or one whose week is over, leaves room", async () => {
    const invite = (email: string) => press(admin, "invite", { inviteEmail: email });
    for (let i = 0; i < 50; i++) expect((await invite(`crew${i}@example.com`)).status).toBe(302);
    expect(wordsOf(await invite("nina@example.com"))).toBe("Too many invitations are open. Withdraw some first.");
    expect((await invite("crew7@example.com")).status).toBe(302);
    world.db.orm
      .update(teamInvitations)
      .set({ expires_at: Date.now() - 1 })
      .where(eq(teamInvitations.email, "crew3@example.com"))
      .run();
    expect((await invite("nina@example.com")).status).toBe(302);
  });

  it("is asked about where the address looks like a slip, and is sent only to what was answered for", async () => {
    const invite = (fields: Record<string, string>) => press(admin, "invite", fields);
    const asked = await invite({ inviteEmail: "nina@gmial.com" });
    expect([asked.status, wordsOf(asked)]).toEqual([
      400,
      "Did you mean nina@gmail.com? Put it right, or say below that it is right. Nothing was sent yet.",
    ]);
    expect(asked.data).toMatchObject({ values: { inviteEmail: "nina@gmial.com", unsure: "nina@gmial.com" } });
    const answered = { asTyped: "on", unsure: "nina@gmial.com" };
    expect((await invite({ ...answered, inviteEmail: "nina@yahoo.con" })).status).toBe(400);
    expect(world.db.orm.select().from(teamInvitations).all()).toEqual([]);
    expect((await invite({ ...answered, inviteEmail: "nina@gmial.com" })).status).toBe(302);
    expect(world.db.orm.select().from(teamInvitations).all()).toHaveLength(1);
  });

  it("lets a new person choose a password, who then is staff; its link works once", async () => {
    const link = await linkTo("nina@example.com");
    const nina = new Visitor(services);
    expect((await nina.get(invitationLoader, link)).data).toMatchObject({ email: "nina@example.com", way: "choose" });
    // Opening it changed nothing; a weak password neither.
    expect(wordsOf(await nina.post(acceptAction, link, { password: "123456" }))).toContain("most common");
    expect(world.db.orm.select().from(accounts).where(eq(accounts.email, "nina@example.com")).get()).toBeUndefined();
    const done = await nina.post(acceptAction, link, { password: "a-long-walk" });
    expect([done.status, done.location]).toEqual([302, "/auth?told=joined"]);
    const made = world.db.orm.select().from(accounts).where(eq(accounts.email, "nina@example.com")).get();
    expect(roleOf(made?.id ?? "")).toBe("staff");
    expect(eventsOf(made?.id ?? "")).toEqual(["team_joined"]);
    expect((await (await signedIn("nina@example.com", "a-long-walk")).get(loader, "/crm/team")).status).toBe(403);
    // Used: for a second person with the link, and in the work that sent it.
    expect((await new Visitor(services).get(invitationLoader, link)).status).toBe(410);
    expect((await new Visitor(services).post(acceptAction, link, { password: "another-walk" })).status).toBe(410);
    expect(JSON.stringify(world.db.orm.select().from(outbox).all())).not.toContain("/invitation");
  });

  it("to somebody with an account is accepted by that account alone", async () => {
    const link = await linkTo("user@example.com");
    expect((await new Visitor(services).get(invitationLoader, link)).data).toMatchObject({ way: "sign-in" });
    const stranger = await new Visitor(services).post(acceptAction, link, { password: "a-long-walk" });
    expect([stranger.status, wordsOf(stranger)]).toEqual([409, "Log in as user@example.com first, then accept."]);
    const other = await signedIn("driver@example.com");
    expect((await other.get(invitationLoader, link)).data).toMatchObject({ way: "sign-in", other: "Dana Driver" });
    expect((await other.post(acceptAction, link, { password: "a-long-walk" })).status).toBe(409);
    expect([isListed(people.user), isListed(people.driver)]).toEqual([false, false]);
    const user = await signedIn("user@example.com");
    expect((await user.post(acceptAction, link, {})).location).toBe("/crm");
    expect([isListed(people.user), roleOf(people.user)]).toEqual([true, "staff"]);
  });

  it("asks whoever is signed in for a name only where they have none, and calls them as they type it", async () => {
    const nameIs = (name: string) =>
      world.db.orm.update(profiles).set({ display_name: name }).where(eq(profiles.user_id, people.user)).run();
    nameIs("user");
    const link = await linkTo("user@example.com");
    const user = await signedIn("user@example.com");
    const asks = async () => ((await user.get(invitationLoader, link)).data as { asksName: boolean }).asksName;
    expect(await asks()).toBe(true);
    nameIs("Una User");
    expect(await asks()).toBe(false);
    expect((await user.post(acceptAction, link, { displayName: `  Una ${"U".repeat(100)}` })).location).toBe("/crm");
    const listed = (await admin.get(loader, "/crm/team")).data as { team: { email: string; name: string }[] };
    expect(listed.team.find(({ email }) => email === "user@example.com")?.name).toBe(`Una ${"U".repeat(76)}`);
  });

  it("is not accepted by whoever is signed in with that address and never showed that it is theirs", async () => {
    const user = await signedIn("user@example.com");
    const theirs = eq(accounts.id, people.user);
    world.db.orm.update(accounts).set({ email_confirmed_at: null }).where(theirs).run();
    const link = await linkTo("user@example.com");
    expect((await user.post(acceptAction, link, {})).status).toBe(409);
    expect([isListed(people.user), roleOf(people.user)]).toEqual([false, "user"]);
    world.db.orm.update(accounts).set({ email_confirmed_at: world.clock.now() }).where(theirs).run();
    expect((await user.post(acceptAction, link, {})).location).toBe("/crm");
  });

  it("ends after 7 days, when it is withdrawn, and when a newer one goes out", async () => {
    const first = await linkTo("nina@example.com");
    const second = await linkTo("nina@example.com");
    expect((await new Visitor(services).get(invitationLoader, first)).status).toBe(410);
    expect((await new Visitor(services).get(invitationLoader, second)).status).toBe(200);
    const open = world.db.orm
      .select()
      .from(teamInvitations)
      .all()
      .find((one) => one.withdrawn_at === null);
    const withdraw = () => press(admin, "withdraw", { invitation: open?.id ?? "" });
    expect((await withdraw()).status).toBe(302);
    // Pressed twice, or by two admins.
    expect((await withdraw()).status).toBe(409);
    expect((await new Visitor(services).post(acceptAction, second, { password: "a-long-walk" })).status).toBe(410);
    expect(eventsOf(open?.id ?? "")).toEqual(["team_invited", "team_invitation_withdrawn"]);
    const third = await linkTo("otto@example.com");
    vi.useFakeTimers({ now: Date.now() + 7 * 86_400_000 + 1, toFake: ["Date"] });
    expect((await new Visitor(services).get(invitationLoader, third)).status).toBe(410);
  });

  it("is refused for what is no address, and for who is on the team", async () => {
    expect(wordsOf(await press(admin, "invite", { inviteEmail: "Nina" }))).toContain("Enter an email address");
    expect(wordsOf(await press(admin, "invite", { inviteEmail: "STAFF@example.com" }))).toContain(
      "on the team already",
    );
  });

  it("goes to one mailbox three times an hour, and the page says so", async () => {
    for (const tag of ["", "+a", "+b"]) await linkTo(`nina${tag}@example.com`);
    const fourth = await press(admin, "invite", { inviteEmail: "nina+c@example.com" });
    expect([fourth.status, wordsOf(fourth)]).toEqual([
      400,
      expect.stringMatching(/had enough invitations\. Try again in/),
    ]);
    expect(mails).toHaveLength(3);
    expect((await press(admin, "invite", { inviteEmail: "otto@example.com" })).status).toBe(302);
  });
});

describe("roles", () => {
  it("are made and unmade; whoever was removed has no right from the next click on", async () => {
    const staff = await signedIn("staff@example.com");
    expect((await press(admin, "role", { member: people.staff, was: "staff", to: "admin" })).status).toBe(302);
    expect((await staff.get(loader, "/crm/team")).data).toMatchObject({
      changes: [{ words: "Sam Staff: Made an admin", why: "moved away" }],
    });
    expect((await press(admin, "role", { member: people.staff, was: "admin", to: "staff" })).status).toBe(302);
    expect((await staff.get(loader, "/crm/team")).status).toBe(403);
    const removed = await press(admin, "remove", { member: people.staff, was: "staff" });
    expect(removed.status).toBe(302);
    expect((await admin.get(loader, removed.location ?? "")).data).toMatchObject({
      removed: { name: "Sam Staff", drives: false },
    });
    // Nor of somebody who has an account and was never on the team.
    const never = `/crm/team?told=removed&who=${people.user}`;
    for (const other of [
      "/crm/team",
      `/crm/team?told=removed&who=${people.admin}`,
      "/crm/team?told=removed&who=x",
      never,
    ])
      expect((await admin.get(loader, other)).data).toMatchObject({ removed: null });
    expect([isListed(people.staff), roleOf(people.staff)]).toEqual([false, "user"]);
    // Signed out, with an event of its own.
    expect((await staff.get(loader, "/crm/team")).location).toMatch(/^\/auth/);
    expect(
      world.db.sqlite
        .prepare("select json_extract(data, '$.scope') from events where action = 'SIGNED_OUT' and subject_id = ?")
        .pluck()
        .all(people.staff),
    ).toEqual(["everywhere"]);
    expect(eventsOf(people.staff)).toEqual(["team_role_changed", "team_role_changed", "team_removed"]);
  });

  it.each([
    ["remove", "why"],
    ["factor", "lost"],
    ["role", "admin"],
  ])("go by %s only with a reason, which is asked for beside this person's own field", async (intent, field) => {
    const asked = await press(admin, intent, { member: people.staff, was: "staff", to: "admin", why: " " });
    expect(asked.status).toBe(400);
    expect(asked.data).toMatchObject({
      fields: { [`${field}-${people.staff}`]: "Say why, so that the others know." },
      values: { member: people.staff, intent },
    });
    expect([isListed(people.staff), eventsOf(people.staff)]).toEqual([true, []]);
  });

  it("of oneself (so also of the last admin), and of who is an admin by the server's list stay", async () => {
    const own = await press(admin, "role", { member: people.admin, was: "admin", to: "staff" });
    expect(wordsOf(own)).toContain("cannot change your own rights");
    expect(wordsOf(await press(admin, "remove", { member: people.admin, was: "admin" }))).toContain("your own");
    services.config.ADMIN_EMAILS = ["staff@example.com"];
    const listed = await press(admin, "role", { member: people.staff, was: "admin", to: "staff" });
    expect(wordsOf(listed)).toContain("ADMIN_EMAILS");
    expect((await admin.get(loader, "/crm/team")).data).toMatchObject({
      team: expect.arrayContaining([expect.objectContaining({ id: people.staff, role: "admin", listed: true })]),
    });
    expect([roleOf(people.admin), roleOf(people.staff)]).toEqual(["admin", "staff"]);
  });

  it("that another admin has just changed are not changed again by an old page", async () => {
    await press(admin, "role", { member: people.staff, was: "staff", to: "admin" });
    const second = await signedIn("staff@example.com");
    // Both remove each other: who comes second is no admin any more.
    expect((await press(admin, "remove", { member: people.staff, was: "staff" })).status).toBe(409);
    expect((await press(admin, "remove", { member: people.staff, was: "admin" })).status).toBe(302);
    expect((await press(second, "remove", { member: people.admin, was: "admin" })).location).toMatch(/^\/auth/);
    expect(wordsOf(await press(admin, "remove", { member: people.staff, was: "admin" }))).toContain("not on the team");
    expect(roleOf(people.admin)).toBe("admin");
  });

  it("are the admins' alone: staff are refused by GET and by POST", async () => {
    const staff = await signedIn("staff@example.com");
    expect((await staff.get(loader, "/crm/team")).status).toBe(403);
    for (const intent of ["invite", "withdraw", "role", "remove"])
      expect((await press(staff, intent, { inviteEmail: "a@example.com", member: people.user })).status).toBe(403);
    expect((await new Visitor(services).get(loader, "/crm/team")).location).toMatch(/^\/auth\?next=/);
  });
});
