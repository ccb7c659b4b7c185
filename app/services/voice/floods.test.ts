import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calls, leads, tasks } from "#db/schema/index";
import { taskLine } from "~/ui/office/task-lines";
import { rowOf } from "~/domain/records/task-queue.server";
import { CUSTOMER_PHONE, atThePhone, openPhoneOffice, type PhoneOffice } from "../../../tests/support/phone-office";
import { answerVoicemail } from "./answers.server";

let office: PhoneOffice;
beforeEach(async () => void (office = await openPhoneOffice()));
afterEach(() => {
  office.world.close();
  vi.useRealTimers();
});
const { deed, sid, incoming, status } = atThePhone(() => office);

const stranger = (i: number) => `+1407555${String(1_000 + i)}`;
const missed = async (from: string) => {
  const own = sid();
  const steps = await incoming(own, from);
  await status({ CallSid: own, CallStatus: "completed" });
  return steps;
};
const kinds = () => {
  const open = office.world.db.orm.select().from(tasks).all();
  return Object.fromEntries(
    ["missed_call", "voicemail", "strangers"].map((kind) => [
      kind,
      open.filter((task) => task.kind === kind && task.state === "open").length,
    ]),
  );
};

describe("calls of strange numbers that nobody took", () => {
  it("are 30 requests an hour, then one task for all of them", async () => {
    for (let i = 0; i < 50; i++) await missed(stranger(i));
    vi.setSystemTime(Date.now() + 61_000);
    for (let i = 50; i < 60; i++) await missed(stranger(i));
    // A customer is called back all the same, and whoever has asked already stays one request.
    await missed(CUSTOMER_PHONE);
    await missed(stranger(0));
    const { orm } = office.world.db;
    expect(orm.select().from(calls).all()).toHaveLength(62);
    expect(kinds()).toEqual({ missed_call: 31, voicemail: 0, strangers: 1 });
    expect(orm.select().from(leads).all().at(-1)).toMatchObject({ phone: CUSTOMER_PHONE, name: "Ada Tester" });
    const task = orm
      .select()
      .from(tasks)
      .all()
      .find(({ kind }) => kind === "strangers");
    const line = task && taskLine(rowOf(orm, task, office.world.clock.at, office.sam.id), "2026");
    expect(line).toMatchObject({ what: "Many strange numbers at once:", record: "/crm/calls?direction=in" });
  });

  it("with a message are no task each beyond that either, and stand in the log with their message", async () => {
    for (let i = 0; i < 30; i++) await missed(stranger(i));
    const own = sid();
    await incoming(own, stranger(40));
    const id = office.world.db.orm.select().from(calls).all().at(-1)?.id ?? "";
    const left = { CallSid: own, RecordingSid: `RE${"a".repeat(32)}`, RecordingDuration: "9" };
    await answerVoicemail(office.services, deed(), id, left);
    await status({ CallSid: own, CallStatus: "completed" });
    expect(kinds()).toEqual({ missed_call: 30, voicemail: 0, strangers: 1 });
    expect(office.world.db.orm.select().from(calls).all().at(-1)).toMatchObject({ voicemail_seconds: 9 });
  });
});

describe("calls without end", () => {
  it("let a customer through, four times a minute", async () => {
    for (let i = 0; i < 60; i++) await missed(stranger(i));
    expect(await missed(stranger(70))).toEqual([{ do: "reject", reason: "busy" }]);
    for (let i = 0; i < 4; i++) expect((await missed(CUSTOMER_PHONE))[0]?.do).not.toBe("reject");
    expect((await missed(CUSTOMER_PHONE))[0]?.do).toBe("reject");
  });
});
