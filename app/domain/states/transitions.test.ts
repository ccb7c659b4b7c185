import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DISPUTE_STATES } from "./dispute";
import { JOB_KIND, JOB_STATE } from "./job-labels";
import {
  BOOKING_STATUS,
  bookingStatusLabel,
  CHANGE_KIND,
  CHANGE_KINDS,
  CHANGE_STATE,
  CHARGE_KIND,
  CHARGE_KINDS,
  CHARGE_STATE,
  isTaxed,
  paymentSuccessLabel,
  MESSAGE_STATE,
  REFUND_STATE,
  UNIT_STATE,
} from "./labels";
import { bookingStatus, isPayable, isQuoteOver, type UnitForStatus } from "./status-rules";
import {
  BOOKING_STATUSES,
  canMove,
  canMoveJob,
  CHANGE_STATES,
  CHARGE_STATES,
  JOB_KINDS,
  JOB_STATES,
  MESSAGE_STATES,
  nextStates,
  REFUND_STATES,
  UNIT_STATES,
  type BookingStatus,
  type Machine,
  type StateOf,
  type UnitState,
} from "./transitions";

const STATES: { [M in Machine]: readonly StateOf[M][] } = {
  unit: UNIT_STATES,
  job: JOB_STATES,
  booking: BOOKING_STATUSES,
  charge: CHARGE_STATES,
  refund: REFUND_STATES,
  change: CHANGE_STATES,
  message: MESSAGE_STATES,
  dispute: DISPUTE_STATES,
};
const STARTS: { [M in Machine]: readonly StateOf[M][] } = {
  unit: ["reserved"],
  job: ["unscheduled"],
  booking: ["quoted", "pending_payment"],
  charge: ["proposed", "processing", "billed"],
  refund: ["requested"],
  change: ["priced"],
  message: ["queued", "received"],
  dispute: ["inquiry", "needs_response"],
};

function walk<M extends Machine>(machine: M, path: StateOf[M][]): boolean {
  return path.every((state, i) => i === 0 || canMove(machine, path[i - 1] as StateOf[M], state));
}

describe("every machine", () => {
  it.each(Object.keys(STATES) as Machine[])(
    "%s: reaches each state from its start, and never moves to where it is",
    (machine) => {
      const reached = new Set<string>(STARTS[machine]);
      for (const state of reached) for (const next of nextStates(machine, state as never)) reached.add(next);
      expect([...reached].sort()).toEqual([...STATES[machine]].sort());
      for (const state of STATES[machine]) expect(canMove(machine, state as never, state as never)).toBe(false);
    },
  );

  it("ends where domain.md ends", () => {
    const final = (machine: Machine) =>
      STATES[machine].filter((state) => nextStates(machine, state as never).length === 0);
    expect(final("unit")).toEqual(["settled", "cancelled"]);
    expect(final("job")).toEqual(["completed", "dump_later", "attempted", "cancelled"]);
    expect(final("booking")).toEqual(["cancelled"]);
    expect(final("charge")).toEqual(["waived", "voided", "written_off", "won", "lost"]);
    expect(final("refund")).toEqual(["failed", "canceled"]);
    expect(final("change")).toEqual(["refused", "withdrawn"]);
  });
});

it("walks the paths of domain.md, section 2", () => {
  expect(
    walk("unit", ["reserved", "delivering", "on_site", "pickup_requested", "collecting", "off_site", "settled"]),
  ).toBe(true);
  expect(walk("unit", ["reserved", "delivering", "delivery_failed", "reserved", "cancelled"])).toBe(true);
  expect(
    walk("booking", [
      "pending_payment",
      "paid_pending_scheduling",
      "confirmed",
      "out_for_delivery",
      "on_site",
      "pickup_requested",
      "out_for_pickup",
      "awaiting_settlement",
      "completed",
    ]),
  ).toBe(true);
  expect(walk("booking", ["quoted", "pending_payment", "expired", "paid_pending_scheduling"])).toBe(true);
  expect(
    walk("charge", [
      "proposed",
      "evidence_ready",
      "noticed",
      "questioned",
      "noticed",
      "processing",
      "requires_action",
      "failed",
      "succeeded",
      "disputed",
      "won",
    ]),
  ).toBe(true);
  expect(walk("charge", ["processing", "failed", "written_off"])).toBe(true);
  expect(walk("refund", ["requested", "approved", "submitted", "pending", "succeeded"])).toBe(true);
});

it("refuses the moves that would cost somebody money", () => {
  expect(canMove("unit", "delivering", "cancelled")).toBe(false);
  expect(canMove("unit", "on_site", "cancelled")).toBe(false);
  expect(canMove("job", "en_route", "cancelled")).toBe(false);
  // Called back before anything is set down or loaded; from then on it is handed over.
  for (const state of JOB_STATES)
    expect([state, canMove("job", state, "scheduled")]).toEqual([
      state,
      ["unscheduled", "assigned", "en_route", "arrived"].includes(state),
    ]);
  expect(canMove("charge", "proposed", "processing")).toBe(false); // proof before charge
  expect(canMove("charge", "evidence_ready", "processing")).toBe(false); // notice before charge
  expect(canMove("charge", "questioned", "processing")).toBe(false);
  expect(canMove("booking", "pending_payment", "on_site")).toBe(false);
  expect(canMove("booking", "completed", "cancelled")).toBe(false);
  // Paid for what was withdrawn, or done already: the money goes back, and nothing else happens.
  expect(canMove("change", "withdrawn", "applied")).toBe(false);
  expect(canMove("change", "applied", "refused")).toBe(false);
});

it("sends a full dumpster over the scale and an empty one home", () => {
  for (const kind of JOB_KINDS) {
    const full = ["pickup", "swap", "dump_and_return", "disposal"].includes(kind);
    expect(canMoveJob(kind, "serviced", "completed")).toBe(!full);
    expect(canMoveJob(kind, "serviced", "to_disposal")).toBe(full);
    // Whoever gets theirs back waits for it.
    expect(canMoveJob(kind, "serviced", "dump_later")).toBe(full && kind !== "dump_and_return");
    expect(canMoveJob(kind, "assigned", "en_route")).toBe(true);
  }
});

describe("the status of a booking", () => {
  const units = (...states: (UnitState | "scheduled")[]): UnitForStatus[] =>
    states.map((state) =>
      state === "scheduled" ? { state: "reserved", deliveryScheduled: true } : { state, deliveryScheduled: false },
    );

  it.each([
    [["reserved"], "paid_pending_scheduling"],
    [["scheduled"], "confirmed"],
    [["scheduled", "reserved"], "paid_pending_scheduling"],
    // What stands already is not pulled back by what is still to come (domain.md, section 2).
    [["scheduled", "on_site"], "on_site"],
    [["reserved", "collecting"], "out_for_pickup"],
    [["scheduled", "off_site"], "confirmed"],
    [["reserved", "settled"], "paid_pending_scheduling"],
    [["scheduled", "cancelled"], "confirmed"],
    [["delivering", "on_site"], "out_for_delivery"],
    [["on_site", "settled"], "on_site"],
    [["pickup_requested", "collecting"], "pickup_requested"],
    [["collecting", "off_site"], "out_for_pickup"],
    [["off_site", "settled", "cancelled"], "awaiting_settlement"],
    [["settled", "cancelled"], "completed"],
    [["delivery_failed", "on_site"], "delivery_failed"],
    [["pickup_failed", "scheduled"], "pickup_failed"],
    [["pickup_failed", "delivery_failed"], "delivery_failed"],
    [["cancelled", "cancelled"], "cancelled"],
  ] as const)("of %o is %s", (states, status) => {
    expect(bookingStatus(units(...states))).toBe(status);
  });

  it("shows a balance only when all else is done", () => {
    expect(bookingStatus(units("settled"), { balanceDue: true })).toBe("balance_due");
    expect(bookingStatus(units("on_site"), { balanceDue: true })).toBe("on_site");
    expect(bookingStatus(units("cancelled"), { balanceDue: true })).toBe("cancelled");
    expect(() => bookingStatus([])).toThrow("at least one unit");
  });

  it("may be signed and paid until it is paid or cancelled", () => {
    const payable = BOOKING_STATUSES.filter((status) => isPayable({ status }));
    expect(payable.toSorted()).toEqual(["expired", "pending_payment", "quoted"]);
  });

  it("has a price of the office until its last moment, whether or not it was ended since; a paid one keeps it", () => {
    const over = (status: BookingStatus, quote_expires_at: number | null) =>
      isQuoteOver({ status, quote_expires_at }, 10);
    expect([over("quoted", 10), over("quoted", 9), over("expired", 9), over("pending_payment", 9)]).toEqual([
      ...[false, true, true, true],
    ]);
    expect([over("quoted", null), over("confirmed", 9), over("cancelled", 9)]).toEqual([false, false, false]);
  });

  it("does not depend on the units' order, and every allowed move of a unit is an allowed move of the booking", () => {
    const anyUnits = fc.array(fc.record({ state: fc.constantFrom(...UNIT_STATES), deliveryScheduled: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(anyUnits, fc.nat(), fc.boolean(), (list, pick, scheduled) => {
        const before = bookingStatus(list);
        expect(bookingStatus(list.toReversed())).toBe(before);
        const index = pick % list.length;
        for (const state of nextStates("unit", list[index]!.state)) {
          const after = bookingStatus(list.with(index, { state, deliveryScheduled: scheduled }));
          expect(after === before || canMove("booking", before, after), `${before} → ${after}`).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("labels", () => {
  it("exist for every state, distinct within a machine", () => {
    for (const [states, table] of [
      [UNIT_STATES, UNIT_STATE],
      [JOB_STATES, JOB_STATE],
      [JOB_KINDS, JOB_KIND],
      [CHARGE_STATES, CHARGE_STATE],
      [CHARGE_KINDS, CHARGE_KIND],
      [REFUND_STATES, REFUND_STATE],
      [CHANGE_STATES, CHANGE_STATE],
      [CHANGE_KINDS, CHANGE_KIND],
      [MESSAGE_STATES, MESSAGE_STATE],
    ] as const) {
      expect(Object.keys(table).sort()).toEqual([...states].sort());
      expect(new Set(Object.values(table)).size).toBe(states.length);
    }
    for (const status of BOOKING_STATUSES) expect(BOOKING_STATUS[status].meaning).toMatch(/\.$/);
    expect([bookingStatusLabel("on_site"), bookingStatusLabel("odd"), bookingStatusLabel("toString")]).toEqual([
      "At the site",
      "odd",
      "toString",
    ]);
  });

  it("show Confirmed on the payment-success page", () => {
    for (const status of BOOKING_STATUSES)
      expect(paymentSuccessLabel(status)).toBe(status === "cancelled" ? "Cancelled" : "Confirmed");
  });

  it("know what is taxed", () => {
    expect(CHARGE_KINDS.filter((kind) => !isTaxed(kind))).toEqual([
      "weight_overage",
      "dry_run",
      "prohibited_item",
      "cleaning",
      "tamper",
      "permit",
      "cancellation_fee",
    ]);
  });
});
