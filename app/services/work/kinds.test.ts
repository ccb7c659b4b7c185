import { expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import { isWorkKind, laneOf, readWork, WORK_KINDS } from "~/domain/outbox/work";
import { LANES } from "./worker.server";

it("is read with the keys that a later version may have added, and without them", () => {
  const stored = { kind: "mail.lead", payload: { leadId: "led_1", counted: true, later: { a: 1 } }, id: "obx_1" };
  expect(readWork(stored)).toEqual({ kind: "mail.lead", payload: { leadId: "led_1" }, id: "obx_1" });
});

it("has a lane for each kind, and each lane is worked on", () => {
  expect([...new Set(WORK_KINDS.map(laneOf))].sort()).toEqual([...new Set(LANES)].sort());
  expect([isWorkKind("mail.lead"), isWorkKind("toString"), laneOf("toString")]).toEqual([true, false, "messages"]);
});

it("that is misspelt is a type error", () => {
  const never = (tx: Tx) => {
    // @ts-expect-error a kind that is none
    enqueue(tx, { kind: "mail.leads", cause: "a", payload: { leadId: "led_1" as never } });
    // @ts-expect-error a key that is none of this kind's
    enqueue(tx, { kind: "mail.lead", cause: "a", payload: { leadID: "led_1" as never } });
    // @ts-expect-error the payload of another kind
    enqueue(tx, { kind: "mail.lead", cause: "a", payload: { bookingId: "bkg_1" as never } });
  };
  expect(never).toBeTypeOf("function");
});
