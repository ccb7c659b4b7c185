import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { outbox } from "#db/schema/index";
import { newId } from "../kernel/ids.server";
import type { KindOfWork } from "./work";
import { openTasks } from "../../../tests/support/errands";
import { openWorld, signedBooking, type TestWorld } from "../../../tests/support/domain";
import {
  claimWork,
  completeWork,
  endSpentWork,
  enqueue,
  failWork,
  hasDueWork,
  hastenMails,
  postponeWork,
  renewLease,
  tryAgain,
  type ClaimedWork,
} from "./outbox.server";

let world: TestWorld;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 3 } });
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

/** Work of no consequence. */
const LEAD = { kind: "mail.lead", payload: { leadId: newId("lead") } } as const;
const put = (cause: string, runAt?: number) => world.db.write((tx) => enqueue(tx, { ...LEAD, cause, runAt }));
const row = () => world.db.orm.select().from(outbox).get();
async function claimOne(): Promise<ClaimedWork> {
  const [work] = await claimWork(world.db, 1, 1_000);
  if (!work) throw new Error("nothing to claim");
  return work;
}

describe("the outbox", () => {
  it("keeps one row per cause", async () => {
    await put("a");
    await put("a");
    expect(world.db.orm.select().from(outbox).all()).toHaveLength(1);
  });

  it("vanishes with the change that caused it", async () => {
    await expect(
      world.db.write((tx) => {
        enqueue(tx, { ...LEAD, cause: "a" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow();
    expect(hasDueWork(world.db)).toBe(false);
  });

  it("gives each due row to one claim, the oldest first", async () => {
    await put("later", Date.now() + 5_000);
    await put("second", Date.now() - 1);
    await put("first", Date.now() - 2);
    expect((await claimWork(world.db, 1, 1_000)).map((work) => work.cause)).toEqual(["first"]);
    expect((await claimWork(world.db, 9, 1_000)).map((work) => work.cause)).toEqual(["second"]);
    expect(await claimWork(world.db, 9, 1_000)).toEqual([]);
    expect(hasDueWork(world.db)).toBe(false);
    vi.setSystemTime(Date.now() + 5_000);
    expect(hasDueWork(world.db)).toBe(true);
  });

  it("has lanes: documents and the card company stand in the way of nothing else, and the other way round", async () => {
    const bookingId = newId("booking");
    const kinds: KindOfWork[] = [
      { kind: "document.invoice", payload: { bookingId } },
      { kind: "mail.cancelled", payload: { cancellationId: newId("cancellation") } },
      { kind: "document.agreement", payload: { agreementId: newId("agreement") } },
      { kind: "stripe.refund", payload: { refundId: newId("refund") } },
      { kind: "sms.sign-request", payload: { bookingId } },
    ];
    await world.db.write((tx) =>
      kinds.forEach((work, i) => enqueue(tx, { ...work, cause: work.kind, runAt: Date.now() - 10 + i })),
    );
    expect((await claimWork(world.db, 9, 1_000, "messages")).map((work) => work.kind)).toEqual([
      "mail.cancelled",
      "sms.sign-request",
    ]);
    expect([
      hasDueWork(world.db, "messages"),
      hasDueWork(world.db, "card-company"),
      hasDueWork(world.db, "documents"),
      hasDueWork(world.db),
    ]).toEqual([false, true, true, true]);
    expect((await claimWork(world.db, 9, 1_000, "card-company")).map((work) => work.kind)).toEqual(["stripe.refund"]);
    expect((await claimWork(world.db, 1, 1_000, "documents")).map((work) => work.kind)).toEqual(["document.invoice"]);
    expect((await claimWork(world.db, 9, 1_000)).map((work) => work.kind)).toEqual(["document.agreement"]);
    expect(hasDueWork(world.db, "documents")).toBe(false);
  });

  it("is due again when its lease ran out, and a failure of who lost it changes nothing", async () => {
    await put("a");
    const lost = await claimOne();
    vi.setSystemTime(Date.now() + 1_001);
    const mine = await claimOne();
    expect(mine.attempts).toBe(2);
    expect(await renewLease(world.db, lost, 9_000)).toBe(false);
    await failWork(world.db, world.deed(), lost, "late");
    await postponeWork(world.db, lost, { ms: 10, isReady: () => false });
    expect(row()).toMatchObject({ state: "waiting", lease_token: mine.lease_token });
    expect(await world.db.write((tx) => completeWork(tx, world.deed(), mine))).toBe(true);
    expect(row()).toMatchObject({ state: "done", lease_token: null });
  });

  it("is done once by whoever is first, also by one that lost it, and nothing undoes that", async () => {
    await put("a");
    const lost = await claimOne();
    vi.setSystemTime(Date.now() + 1_001);
    const mine = await claimOne();
    expect(await world.db.write((tx) => completeWork(tx, world.deed(), lost))).toBe(true);
    expect(await world.db.write((tx) => completeWork(tx, world.deed(), mine))).toBe(false);
    await failWork(world.db, world.deed(), mine, "late");
    expect(await renewLease(world.db, mine, 9_000)).toBe(false);
    expect(row()).toMatchObject({ state: "done", lease_token: null, last_error: null });
  });

  it("belongs to its claim for as long as that renews it", async () => {
    await put("a");
    const mine = await claimOne();
    vi.setSystemTime(Date.now() + 900);
    expect(await renewLease(world.db, mine, 1_000)).toBe(true);
    vi.setSystemTime(Date.now() + 900);
    expect(hasDueWork(world.db)).toBe(false);
    vi.setSystemTime(Date.now() + 200);
    expect(hasDueWork(world.db)).toBe(true);
  });

  it("is claimed no more when its process died at each of its tries: it is dead, and the office sees it", async () => {
    await put("a");
    let tries = 0;
    for (; hasDueWork(world.db) && tries < 1_000; tries++) {
      await claimOne();
      expect(await endSpentWork(world.db, world.deed())).toEqual([]);
      vi.setSystemTime(Date.now() + 1_001);
    }
    expect([tries, await claimWork(world.db, 1, 1_000)]).toEqual([78, []]);
    expect(await endSpentWork(world.db, world.deed())).toMatchObject([{ cause: "a", state: "dead" }]);
    expect(row()).toMatchObject({
      state: "dead",
      attempts: 78,
      lease_token: null,
      last_error: expect.stringMatching(/its process ended/) as string,
    });
    expect(await endSpentWork(world.db, world.deed())).toEqual([]);
  });

  it("waits longer after each failure and is dead after about three days", async () => {
    await put("a");
    const begun = Date.now();
    const pauses: number[] = [];
    for (let state = "waiting"; state !== "dead";) {
      state = await failWork(world.db, world.deed(), await claimOne(), "x".repeat(900));
      pauses.push((row()?.run_at ?? 0) - Date.now());
      if (state === "waiting") vi.setSystemTime(row()?.run_at ?? 0);
    }
    expect(pauses.slice(0, 8)).toEqual([2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000]);
    expect(Math.round((Date.now() - begun) / 86_400_000)).toBe(3);
    expect(row()).toMatchObject({ state: "dead", last_error: "x".repeat(500) });
    expect(hasDueWork(world.db)).toBe(false);
  });

  it.each([
    ["failed at each of its tries", failWork],
    ["never came back from its last try", null],
  ])("that %s is a task of the office, until it is tried anew", async (_which, fail) => {
    await put("a");
    world.db.orm.update(outbox).set({ attempts: 77 }).run();
    const work = await claimOne();
    if (fail) await fail(world.db, world.deed(), work, "no such mailbox");
    else {
      vi.setSystemTime(Date.now() + 1_001);
      await endSpentWork(world.db, world.deed());
    }
    expect([row()?.state, openTasks(world)]).toEqual(["dead", ["work_given_up"]]);
    expect(await world.db.write((tx) => tryAgain(tx, world.deed(), work.id))).toBe(true);
    expect([row()?.state, openTasks(world)]).toEqual(["waiting", []]);
  });

  it("does not count what was not ready as a failure", async () => {
    await put("a");
    await postponeWork(world.db, await claimOne(), { ms: 400, isReady: () => false });
    expect(row()).toMatchObject({ attempts: 0, run_at: Date.now() + 400, lease_token: null });
    expect(world.db.orm.select().from(outbox).where(eq(outbox.state, "dead")).all()).toEqual([]);
  });

  it("is due at once when what it waits for ended while it was looking", async () => {
    await put("a");
    await postponeWork(world.db, await claimOne(), { ms: 60_000, isReady: () => true });
    expect(hasDueWork(world.db)).toBe(true);
  });

  it("is called by the last of its booking's documents, not by each", async () => {
    const { id } = await signedBooking(world);
    const later = Date.now() + 60_000;
    await world.db.write((tx) => {
      enqueue(tx, { kind: "document.invoice", cause: "i", bookingId: id, payload: { bookingId: id } });
      const agreementId = newId("agreement");
      enqueue(tx, { kind: "document.agreement", cause: "a", bookingId: id, payload: { agreementId } });
      const payload = { bookingId: id };
      enqueue(tx, { kind: "mail.booking-confirmed", cause: "mail", bookingId: id, payload, runAt: later });
    });
    const due = async () => {
      const [document] = await claimWork(world.db, 1, 1_000, "documents");
      await world.db.write((tx) => {
        completeWork(tx, world.deed(), document!);
        hastenMails(tx, id);
      });
      return hasDueWork(world.db, "messages");
    };
    expect([await due(), await due()]).toEqual([false, true]);
  });
});
