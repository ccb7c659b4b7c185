import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages, tasks } from "#db/schema/index";
import { MINUTE, plus } from "~/domain/kernel/time.server";
import { findTextStop } from "~/domain/messages/stops.server";
import { listStrangeTexts } from "~/domain/messages/thread.server";
import { CUSTOMER_PHONE, openPhoneOffice, type PhoneOffice } from "../../../tests/support/phone-office";
import { answerText } from "./text-in.server";

let office: PhoneOffice;
beforeEach(async () => void (office = await openPhoneOffice()));
afterEach(() => {
  office.world.close();
  vi.useRealTimers();
});

let sids = 0;
const text = (from: string, body = "Hello") =>
  answerText(
    office.services,
    office.world.deed({ kind: "customer", label: "Text message" }),
    { providerId: `SMin${++sids}`, from, to: "+14075550142", body },
    false,
  );
const stranger = (i: number) => `+1407555${String(1_000 + i)}`;
const kept = () => office.world.db.orm.select().from(messages).where(eq(messages.direction, "in")).all().length;
const open = (kind: string) =>
  office.world.db.orm
    .select()
    .from(tasks)
    .all()
    .filter((task) => task.kind === kind && task.state === "open").length;

describe("texts", () => {
  it("of strange numbers are 30 tasks an hour, then one for all of them", async () => {
    for (let i = 0; i < 45; i++) await text(stranger(i), `Number ${i}`);
    // Who waits already writes on in the same task, and a customer has their own.
    await text(stranger(3), "And again");
    await text(CUSTOMER_PHONE, "Where is it?");
    expect([open("answer"), open("strangers")]).toEqual([31, 1]);
    const waiting = office.world.db.orm
      .select({ body: messages.body })
      .from(tasks)
      .innerJoin(messages, eq(messages.id, tasks.subject_id))
      .where(eq(tasks.cause, `answer:${stranger(3)}`))
      .all();
    expect(waiting).toEqual([{ body: "And again" }]);
    const texts = listStrangeTexts(office.world.db.orm);
    expect([texts.length, texts.some(({ body }) => body === "Number 44")]).toEqual([46, true]);
    vi.setSystemTime(Date.now() + 3_600_000);
    await text(stranger(99));
    expect(open("answer")).toBe(32);
  });

  it("that come after somebody has looked at the others are to be looked at anew, due when the first of them was", async () => {
    for (let i = 0; i < 31; i++) await text(stranger(i));
    const { orm } = office.world.db;
    const many = eq(tasks.kind, "strangers");
    const made = orm.select().from(tasks).where(many).get();
    office.world.clock.at = plus(office.world.clock.at, MINUTE);
    await text(stranger(40));
    expect(orm.select().from(tasks).where(many).all()).toMatchObject([{ state: "open", due_at: made?.due_at }]);
    orm.update(tasks).set({ state: "done", ended_at: office.world.clock.at }).where(many).run();
    await text(stranger(41), "Please call me");
    expect(open("strangers")).toBe(1);
  });

  it("of one word that a program answers are not among those that a person reads", async () => {
    for (const word of ["STOP", "START", "HELP", "Hello"]) await text(stranger(7), word);
    expect(listStrangeTexts(office.world.db.orm).map(({ body }) => body)).toEqual(["Hello"]);
  });

  it("of strange numbers are kept 60 a minute; a customer’s, and STOP, are heard beyond that", async () => {
    for (let i = 0; i < 70; i++) await text(stranger(i));
    expect(kept()).toBe(60);
    await text(CUSTOMER_PHONE);
    expect(kept()).toBe(61);
    await text(stranger(90), "STOP");
    expect([kept(), findTextStop(office.world.db.orm, stranger(90)) !== null]).toEqual([61, true]);
  });
});
