import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts, bookingDrafts, sessions, teamMembers, userRoles } from "#db/schema/index";
import { renewAccess } from "~/domain/access/access.server";
import { endAllSessions, endSession } from "~/domain/accounts/sessions.server";
import { changeTeamRole, joinTeam, removeFromTeam } from "~/domain/accounts/team.server";
import { switchFlag } from "~/domain/flags/flags.server";
import { endDriver } from "~/domain/fleet/drivers.server";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { broadcast, MOST_AT_ONCE, sendSignal } from "~/domain/live/happened.server";
import { draftData, startedDraft, type TestWorld } from "../../../tests/support/domain";
import { openLive, pair, type Live } from "../../../tests/support/live-world";
import { listen, type Stream } from "../../../tests/support/stream";
import { draftCookies } from "../access/links.server";
import type { Scope } from "../context.server";

let live: Live;
let world: TestWorld;
// Without a heartbeat to wait for: what ends a right is noticed when it is told.
beforeEach(async () => {
  live = await openLive({ heartbeatMs: 3_600_000 });
  ({ world } = live);
});
afterEach(() => live.close());

const admin = () => world.deed({ kind: "admin", id: live.account.admin, label: "Alex Admin" } as StaffActor);
const remove = () =>
  world.db.write((tx) => {
    expect(removeFromTeam(tx, admin(), [], { member: live.account.staff, was: "staff", why: "left" })).toMatchObject({
      ok: true,
    });
  });
/** Who drives needs both, a record and the role. */
function needBoth(): void {
  const flags = { ...live.services.flags(), driver_access_via_profile: false };
  live.services.flags = () => flags;
}
const join = (topics: string, who: keyof Live["cookies"], more = "") => open(topics, live.cookies[who] + more);
async function open(topics: string, cookie: string): Promise<Stream> {
  const stream = await listen(live.base, topics, { cookie });
  await stream.wait("joined");
  return stream;
}
const kinds = (stream: Stream) => stream.changes().map(({ data }) => data.kind);
const names = (stream: Stream) => stream.told.map(({ event }) => event);

describe("a right that ends", () => {
  it("ends the stream before anything more is told: neither that, nor what comes with it and after it", async () => {
    const [staff, boss] = [await join("office", "staff"), await join("office", "admin")];
    await live.hold();
    await staff.wait("change");
    await world.db.write((tx) => {
      removeFromTeam(tx, admin(), [], { member: live.account.staff, was: "staff", why: "left" });
      // More than is read at once: it comes before the question is answered.
      for (let i = 0; i <= MOST_AT_ONCE; i++) sendSignal(tx, { topic: "office", kind: "tick" });
    });
    await live.hold();
    await staff.wait("ended");
    await expect.poll(() => staff.ended).toBe(true);
    const others = () => kinds(boss).filter((kind) => kind !== "tick");
    await expect.poll(others).toEqual(["taken_off_hold", "team_removed", "SIGNED_OUT", "taken_off_hold"]);
    // That they are signed out is how their pages come to know.
    expect(kinds(staff)).toEqual(["taken_off_hold", "SIGNED_OUT"]);
  });

  it.each([
    ["signed out everywhere", () => endAllSessions(world.db, world.deed(), live.account.staff)],
    [
      "this browser signed out from another one",
      async () => {
        const mine = world.db.orm.select().from(sessions).where(eq(sessions.user_id, live.account.staff)).get();
        await endSession(world.db, world.deed(), live.account.staff, mine?.id as Id<"session">, "one");
      },
    ],
  ])("by being %s", async (_, out) => {
    const staff = await join("office", "staff");
    await out();
    await live.hold();
    await staff.wait("ended");
    // That they are signed out is how their pages come to know.
    expect(kinds(staff)).toEqual(["SIGNED_OUT"]);
  });

  it("by an end of driving, and by the flag that says who drives", async () => {
    const [first, second] = [live.driverOf("driver"), live.driverOf("driver2")];
    const dana = await join(`driver:${first}`, "driver");
    const dale = await join(`driver:${second}`, "driver2");
    await world.db.write((tx) => endDriver(tx, admin(), [], { id: first as Id<"driver">, why: "left" }));
    await dana.wait("ended");
    expect(dale.ended).toBe(false);
    const mine = and(eq(userRoles.user_id, live.account.driver2), eq(userRoles.role, "driver"));
    world.db.orm.delete(userRoles).where(mine).run();
    const flag = { name: "driver_access_via_profile", was: true, to: false } as const;
    needBoth();
    expect(await world.db.write((tx) => switchFlag(tx, admin(), {}, flag))).toEqual({ ok: true });
    await dale.wait("ended");
  });

  it("by the end of a customer's links", async () => {
    const customer = await join(`booking:${live.booking}`, "customer");
    const openable = { bookingId: live.booking, draftId: null };
    await world.db.write((tx) => renewAccess(tx, world.deed(), openable, "signed_out"));
    await live.hold();
    await customer.wait("ended");
    expect(kinds(customer)).toEqual([]);
  });

  it("leaves what is theirs by another right, told in a customer's words; what comes back is not joined by itself", async () => {
    const stream = await join(`office,booking:${live.booking}`, "staff", `; ${live.cookies.customer}`);
    await live.hold();
    await stream.wait("change");
    // Who drives for us too stays signed in.
    world.db.orm.insert(userRoles).values({ user_id: live.account.staff, role: "driver" }).run();
    await remove();
    await live.hold();
    expect((await stream.wait("refused")).data.topics).toEqual(["office"]);
    await expect.poll(() => kinds(stream)).toEqual(["taken_off_hold", "changed"]);
    const again = world.db.orm.select().from(accounts).where(eq(accounts.id, live.account.staff)).get();
    await world.db.write((tx) => again && joinTeam(tx, world.deed(), again, "inv_1"));
    await live.hold(live.other);
    await live.hold();
    await expect.poll(() => kinds(stream)).toEqual(["taken_off_hold", "changed", "taken_off_hold"]);
    expect(stream.changes().at(-1)?.data.topics).toEqual([`booking:${live.booking}`]);
  });

  it("costs no question where somebody else's changes, nor where it is nobody's", async () => {
    const staff = await join("office", "staff");
    const asked = vi.spyOn(live.services.cookies, "read");
    await world.db.write((tx) =>
      changeTeamRole(tx, admin(), [], { member: live.account.staff, was: "staff", to: "admin" }),
    );
    await expect.poll(() => kinds(staff)).toEqual(["team_role_changed"]);
    expect(asked).toHaveBeenCalled();
    asked.mockClear();
    await endAllSessions(world.db, world.deed(), live.account.driver);
    await live.hold();
    await broadcast(world.db, { topic: "office", kind: "tick", id: live.account.staff });
    await expect.poll(() => kinds(staff)).toEqual(["team_role_changed", "SIGNED_OUT", "taken_off_hold", "tick"]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("is found by the heartbeat where nothing was told of it", async () => {
    live.close();
    live = await openLive({ heartbeatMs: 60 });
    ({ world } = live);
    const stream = await join(`office,booking:${live.booking}`, "staff", `; ${live.cookies.customer}`);
    world.db.orm.delete(teamMembers).where(eq(teamMembers.user_id, live.account.staff)).run();
    await stream.wait("refused");
    await live.hold();
    await expect.poll(() => kinds(stream)).toEqual(["changed"]);
    world.db.orm
      .insert(teamMembers)
      .values({ user_id: live.account.staff, added_by: "test", added_at: world.clock.now() })
      .run();
    const beats = () => names(stream).filter((name) => name === "heartbeat").length;
    const before = beats();
    await expect.poll(beats).toBeGreaterThan(before + 1);
    await live.hold(live.other);
    await live.hold();
    await expect.poll(() => stream.changes().length).toBe(2);
    expect(stream.changes().map(({ data }) => data.topics)).toEqual(Array(2).fill([`booking:${live.booking}`]));
  });
});

describe("a topic by more than its name", () => {
  it("of a driver is nobody's who has a record and no right to drive", async () => {
    const topic = `driver:${live.driverOf("driver")}`;
    expect((await listen(live.base, topic, { cookie: live.cookies.driver })).status).toBe(200);
    needBoth();
    const role = and(eq(userRoles.user_id, live.account.driver), eq(userRoles.role, "driver"));
    world.db.orm.delete(userRoles).where(role).run();
    expect((await listen(live.base, topic, { cookie: live.cookies.driver })).status).toBe(403);
  });

  it("of a draft is its holder's only where the office prepared it", async () => {
    const { id } = await startedDraft(world, draftData());
    const scope = { services: live.services, visit: {} } as Scope;
    const cookie = draftCookies(scope, new Request("http://localhost/"), id).map(pair).join("; ");
    const ask = async (by: string) => (await listen(live.base, `draft:${id}`, { cookie: by })).status;
    expect([await ask(cookie), await ask(live.cookies.staff)]).toEqual([401, 200]);
    world.db.orm.update(bookingDrafts).set({ prepared_by: live.account.staff }).where(eq(bookingDrafts.id, id)).run();
    expect([await ask(cookie), await ask(live.cookies.customer), await ask(live.cookies.user)]).toEqual([
      200, 401, 403,
    ]);
  });
});
