import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import type { JobKind, JobState, UnitState } from "../states/transitions";
import { day } from "../kernel/days";
import { missingProof } from "./kinds";
import { chargeTitle } from "./words";
import { chargesFor, type BookingFacts, type JobFacts, type UnitFacts } from "./wanted";

const job = (changes: Partial<JobFacts> = {}): JobFacts => ({
  id: "job_1" as never,
  kind: "pickup" satisfies JobKind,
  state: "completed" satisfies JobState,
  doneAt: 1,
  ticket: null,
  findings: [],
  attempt: null,
  price: null,
  photos: [{ is: "photo", capability: "p", step: "report", at: 1 }],
  ...changes,
});
const unit = (jobs: JobFacts[], changes: Partial<UnitFacts> = {}): UnitFacts => ({
  id: "unt_1" as never,
  state: "off_site" satisfies UnitState,
  size: 20,
  ordered: null,
  stay: null,
  setDownAt: 1,
  endedAt: 2,
  jobs,
  ...changes,
});
const of = (one: UnitFacts, changes: Partial<BookingFacts> = {}) =>
  chargesFor({ keepsLonger: false, taxRate: 0.08, units: [one], ...changes }, DEFAULT_SETTINGS).map(
    ({ cause, kind, amount, tax }) => [cause, kind, amount, tax],
  );
const finding = { id: "r1", material: null, prohibited: null, prohibited_count: null, cleaning: false, moved: false };

describe("what a driver reports", () => {
  it("counts when the job is over, and not before: until then it can be taken back", () => {
    const dirty = { findings: [{ ...finding, cleaning: true }] };
    for (const state of ["arrived", "serviced", "ticketed", "returned"] as const)
      expect(of(unit([job({ ...dirty, state })]))).toEqual([]);
    expect(of(unit([job(dirty)]))).toEqual([["cleaning:job_1", "cleaning", 3_500, 0]]);
    expect(of(unit([job({ ...dirty, state: "dump_later" })]))).toHaveLength(1);
  });

  it("is one cleaning and one fine of a load however often it is said; items add up", () => {
    const both = { ...finding, cleaning: true, moved: true };
    const items = (id: string, count: number) => ({
      ...finding,
      id,
      prohibited: "mattresses",
      prohibited_count: count,
    });
    expect(of(unit([job({ findings: [both, { ...both, id: "r2" }, items("r3", 2), items("r4", 1)] })]))).toEqual([
      ["items:r3", "prohibited_item", 19_000, 0],
      ["items:r4", "prohibited_item", 9_500, 0],
      ["cleaning:job_1", "cleaning", 3_500, 0],
      ["tamper:job_1", "tamper", 100_000, 0],
    ]);
  });

  it("is named by its kind, which is not said twice", () => {
    const one = unit([job({ findings: [{ ...finding, cleaning: true, moved: true }] })]);
    const made = chargesFor({ keepsLonger: false, taxRate: 0.08, units: [one] }, DEFAULT_SETTINGS);
    const titles = made.map((charge) => chargeTitle({ ...charge, description: "" }));
    expect(titles).toEqual(["Cleaning", "Moved or tampered with"]);
  });

  it("of a material is what was said last, with tax, and nothing for the exempt", () => {
    const findings = [
      { ...finding, material: "concrete" as const },
      { ...finding, id: "r2", material: "roofing" as const },
    ];
    const ordered = { material: "general" as const, basePrice: 37_900, paid: 37_900, discount: 0 };
    const one = unit([job({ findings })], { ordered });
    expect(of(one)).toEqual([["material:job_1", "material_difference", 17_660, 1_413]]);
    expect(of(one, { taxRate: 0 })).toEqual([["material:job_1", "material_difference", 17_660, 0]]);
  });
});

describe("a trip in vain", () => {
  const attempt = { is: "attempt" as const, job: "job_1", reason: "Locked gate", at: 1, arrivedAt: 1 };
  it("is charged with full evidence alone", () => {
    const tried = (missing: string[]) => of(unit([job({ state: "attempted", attempt: { ...attempt, missing } })]));
    expect(tried([])).toEqual([["dry_run:job_1", "dry_run", 15_000, 0]]);
    expect(tried(["photo"])).toEqual([]);
    expect(tried(["waiting"])).toEqual([]);
  });
});

describe("days past the paid ones", () => {
  const stay = {
    setDownOn: day("2026-12-03"),
    paidDays: 7,
    waivedDays: 0,
    soldUntil: null,
    ended: { on: day("2026-12-12"), by: "asked" as const },
  };
  it("are the customer's where they keep it longer, once it is gone, with tax", () => {
    const kept = { keepsLonger: true };
    expect(of(unit([], { stay }), kept)).toEqual([["days:unt_1", "day_overage", 5_000, 400]]);
    expect(of(unit([], { stay }))).toEqual([]);
    expect(of(unit([], { stay, state: "pickup_requested" }), kept)).toEqual([]);
  });
});

describe("what was priced when it was planned", () => {
  const price = {
    lines: [
      { kind: "rental" as const, label: "Rental", detail: "20 yards", cents: 37_900 },
      { kind: "haul" as const, label: "Haul", detail: "20 yards", cents: 9_500 },
    ],
    tax: 3_792,
    taxLabel: "Tax (8%)",
    total: 51_192,
  };
  it("is charged when it is done, a line each, which sum to what was said", () => {
    const done = of(unit([job({ kind: "swap", price })]));
    expect(done).toEqual([
      ["job:job_1:0", "rental", 37_900, 3_032],
      ["job:job_1:1", "haul", 9_500, 760],
    ]);
    expect(of(unit([job({ kind: "swap", state: "cancelled", price })]))).toEqual([]);
    expect(of(unit([job({ kind: "swap", state: "attempted", price })]))).toEqual([]);
  });
});

describe("the proof that a charge needs", () => {
  const lacks = (kind: "tamper" | "weight_overage" | "permit", proofs: never[], approved = false) =>
    missingProof({ kind, clause: "x", evidence: { proofs }, approved });
  const photo = [{ is: "photo", capability: "p", step: "report", at: 1 }] as never[];
  it("is its own: a ticket, a photo and an admin's yes, a note", () => {
    expect(lacks("weight_overage", photo)).toEqual(["ticket"]);
    expect(lacks("tamper", photo)).toEqual(["approval"]);
    expect(lacks("tamper", [], true)).toEqual(["photo"]);
    expect(lacks("tamper", photo, true)).toEqual([]);
    expect(lacks("permit", [])).toEqual(["note"]);
    expect(missingProof({ kind: "cleaning", clause: null, evidence: { proofs: photo }, approved: true })).toEqual([
      "record",
    ]);
  });
});
