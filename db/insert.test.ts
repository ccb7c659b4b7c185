import { afterAll, beforeAll, expect, it } from "vitest";
import { events, outbox } from "#db/schema/index";
import { newId } from "~/domain/kernel/ids.server";
import { instant } from "~/domain/kernel/time.server";
import { temporaryDatabase, type Copy } from "../tests/support/copies";
import { insertRow } from "./insert.server";

let copy: Copy;
beforeAll(async () => {
  copy = await temporaryDatabase();
});
afterAll(() => copy.close());

const EVENT = {
  at: instant(1_000),
  subject_kind: "booking" as const,
  subject_id: "bkg_1",
  action: "booking_made" as const,
  actor_kind: "system" as const,
  actor_label: "System",
  request_id: "test",
};

it("keeps what each row says, nothing included, by the statement of the row before", async () => {
  const rows = [
    { ...EVENT, data: { booking_number: "DMP-1" }, why: "first" },
    { ...EVENT, data: null, why: "nothing" },
    { ...EVENT, data: { booking_number: "DMP-3" }, why: null },
    { ...EVENT, data: undefined, why: "left out" },
    { ...EVENT, data: { booking_number: "DMP-5" }, why: "fifth" },
  ];
  await copy.db.write((tx) => {
    for (const row of rows) expect(insertRow(tx, events, row)).toBe(true);
  });
  const stored = copy.db.orm.select().from(events).orderBy(events.id).all();
  expect(stored.map(({ data, why }) => [data, why])).toEqual(rows.map(({ data, why }) => [data ?? null, why]));
  // JSON's "null" would be a text that is there.
  const empty = copy.db.sqlite.prepare("select count(*) from events where data is null").pluck().get();
  expect(empty).toBe(2);
});

it("leaves out a row whose key is taken, where that is wanted, and throws where it is not", async () => {
  const row = (cause: string) => ({
    id: newId("outbox"),
    kind: "mail.booking-confirmed",
    cause,
    booking_id: null,
    payload: { n: 1 },
    run_at: 1,
    created_at: 1,
  });
  const added = await copy.db.write((tx) =>
    ["once", "once", "other"].map((cause) => insertRow(tx, outbox, row(cause) as never, { unlessThere: true })),
  );
  expect(added).toEqual([true, false, true]);
  await expect(copy.db.write((tx) => insertRow(tx, outbox, row("once") as never))).rejects.toThrow(/UNIQUE/);
});
