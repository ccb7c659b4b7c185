/** Which later charges follow from what the drivers brought back. Pure: the same facts make the same list. */
import type { Id } from "../kernel/ids.server";
import { taxOn, type Cents } from "../kernel/money";
import { chargesOf, type ChangePrice } from "../pricing/priced-lines";
import type { MaterialId, Size } from "../pricing/types";
import type { Settings } from "../settings/schema";
import { isTaxed } from "../states/labels";
import type { JobKind, JobState, UnitState } from "../states/transitions";
import { amountOf, daysOver, hundredthsOfTon, materialOver, weightOver, type OrderedAs, type Stay } from "./amounts";
import { isLaterKind, type LaterChargeKind } from "./kinds";
import type { Arithmetic, Proof } from "./stored-charge";

/** What a driver found in a load, as far as it costs something. */
export interface Finding {
  id: string;
  material: MaterialId | null;
  prohibited: string | null;
  prohibited_count: number | null;
  cleaning: boolean;
  moved: boolean;
}
/** A job with what it brought. */
export interface JobFacts {
  id: Id<"job">;
  kind: JobKind;
  state: JobState;
  doneAt: number | null;
  ticket: Extract<Proof, { is: "ticket" }> | null;
  /** Those that stand, oldest first. */
  findings: readonly Finding[];
  attempt: Extract<Proof, { is: "attempt" }> | null;
  /** What it was said to cost when it was planned. */
  price: ChangePrice | null;
  photos: readonly Extract<Proof, { is: "photo" }>[];
}
export interface UnitFacts {
  id: Id<"unit">;
  state: UnitState;
  size: Size;
  ordered: OrderedAs | null;
  /** Null before it was set down, or while it is still there. */
  stay: Stay | null;
  /** When our record says that it came and went. */
  setDownAt: number | null;
  endedAt: number | null;
  /** Oldest first. */
  jobs: readonly JobFacts[];
}
export interface BookingFacts {
  /** "Keep it longer if I need to": only then days past the paid ones are the customer's (domain.md, 4.15). */
  keepsLonger: boolean;
  /** As a fraction; 0 for the exempt. */
  taxRate: number;
  units: readonly UnitFacts[];
}

/** A charge as it follows from a fact, once for each `cause`. */
export interface Wanted {
  cause: string;
  kind: LaterChargeKind;
  unitId: Id<"unit">;
  jobId: Id<"job"> | null;
  amount: Cents;
  tax: Cents;
  basis: Arithmetic;
  proofs: Proof[];
}

const OVER: readonly JobState[] = ["completed", "dump_later"];

/**
 * Everything that a booking's facts make chargeable, by the terms that were signed. What a driver reports counts when the
 * job is over, because until then it can be taken back; a weight counts from the scale on.
 */
export function chargesFor(facts: BookingFacts, terms: Settings): Wanted[] {
  return facts.units.flatMap((unit) => [
    ...weights(unit, terms),
    ...days(unit, facts, terms),
    ...unit.jobs.flatMap((job) => ofJob(unit, job, facts, terms)),
  ]);
}

type Made = Pick<Wanted, "cause" | "kind"> & { basis: Arithmetic; proofs: Proof[]; tax?: Cents };

function want(unit: UnitFacts, job: JobFacts | null, taxRate: number, { tax, ...made }: Made): Wanted {
  const amount = amountOf(made.basis);
  return {
    ...made,
    unitId: unit.id,
    jobId: job?.id ?? null,
    amount,
    tax: tax ?? (isTaxed(made.kind) ? taxOn(amount, taxRate) : 0),
  };
}

const photosOf = ({ photos }: JobFacts, step: string): Proof[] => photos.filter((photo) => photo.step === step);

/** The included weight is a dumpster's, not a load's: emptied and brought back, it is used up by the first load. */
function weights(unit: UnitFacts, terms: Settings): Wanted[] {
  let before = 0;
  return unit.jobs.flatMap((job) => {
    if (!job.ticket) return [];
    const basis = weightOver(job.ticket.net, before, terms);
    before += hundredthsOfTon(job.ticket.net);
    const proofs = [job.ticket, ...photosOf(job, "ticketed")];
    return basis
      ? [want(unit, job, 0, { cause: `weight:${job.ticket.id}`, kind: "weight_overage", basis, proofs })]
      : [];
  });
}

/** Once it is gone: while it stands there, the customer may ask for the pickup, or keep it after all. */
function days(unit: UnitFacts, { keepsLonger, taxRate }: BookingFacts, terms: Settings): Wanted[] {
  if (!keepsLonger || !unit.stay || (unit.state !== "off_site" && unit.state !== "settled")) return [];
  const basis = daysOver(unit.stay, terms, terms);
  if (!basis) return [];
  const proofs: Proof[] = [
    ...(unit.setDownAt === null ? [] : [{ is: "record", of: "set_down", at: unit.setDownAt } as const]),
    ...(unit.endedAt === null ? [] : [{ is: "record", of: basis.stopped, at: unit.endedAt } as const]),
  ];
  return [want(unit, null, taxRate, { cause: `days:${unit.id}`, kind: "day_overage", basis, proofs })];
}

function ofJob(unit: UnitFacts, job: JobFacts, { taxRate }: BookingFacts, terms: Settings): Wanted[] {
  const make = (made: Made) => want(unit, job, taxRate, made);
  if (job.state === "attempted") return dryRun(job, terms).map(make);
  if (!OVER.includes(job.state)) return [];
  return [...findings(unit, job, terms), ...planned(job)].map(make);
}

/** Thin evidence waives the fee (domain.md, 4.8): nothing is proposed until it is complete. */
function dryRun({ id, attempt, photos }: JobFacts, { dryRunFee }: Settings): Made[] {
  if (!attempt || attempt.missing.length > 0) return [];
  const proofs = [attempt, ...photos.filter(({ step }) => step === "attempted")];
  const basis: Arithmetic = { by: "fee", cents: dryRunFee, what: attempt.reason };
  return dryRunFee === 0 ? [] : [{ cause: `dry_run:${id}`, kind: "dry_run", basis, proofs }];
}

function findings(unit: UnitFacts, job: JobFacts, terms: Settings): Made[] {
  const proofs = (...ids: string[]): Proof[] => [
    ...ids.map((id) => ({ is: "report", id }) as const),
    ...photosOf(job, "report"),
  ];
  const items = job.findings.flatMap(({ id, prohibited, prohibited_count: count }): Made[] => {
    if (!prohibited || !count) return [];
    const basis: Arithmetic = { by: "items", item: prohibited, count, each: terms.prohibitedItemFee };
    return [{ cause: `items:${id}`, kind: "prohibited_item", basis, proofs: proofs(id) }];
  });
  // Said twice of one load, it is one cleaning.
  const fee = (kind: "cleaning" | "tamper", cents: Cents, found: (one: Finding) => boolean): Made[] => {
    const ids = job.findings.filter(found).map(({ id }) => id);
    // Its kind says what it is for.
    const basis: Arithmetic = { by: "fee", cents, what: "" };
    return ids.length === 0 ? [] : [{ cause: `${kind}:${job.id}`, kind, basis, proofs: proofs(...ids) }];
  };
  const seen = job.findings.findLast(({ material }) => material !== null);
  const difference = seen?.material && unit.ordered ? materialOver(unit.ordered, seen.material, terms) : null;
  return [
    ...items,
    ...fee("cleaning", terms.lightCleaningFee, ({ cleaning }) => cleaning),
    ...fee("tamper", terms.tamperFee, ({ moved }) => moved),
    ...(seen && difference
      ? [
          {
            cause: `material:${job.id}`,
            kind: "material_difference" as const,
            basis: difference,
            proofs: proofs(seen.id),
          },
        ]
      : []),
  ].filter(({ basis }) => amountOf(basis) > 0);
}

/** What was said when it was planned, a charge for each line of it. */
function planned(job: JobFacts): Made[] {
  if (!job.price) return [];
  const done = { is: "record", of: "done", at: job.doneAt ?? 0 } as const;
  return chargesOf(job.price).flatMap(({ kind, label, detail, cents, tax }, i): Made[] =>
    isLaterKind(kind)
      ? [
          {
            cause: `job:${job.id}:${i}`,
            kind,
            basis: { by: "line", label, detail, cents },
            proofs: [done, ...(job.ticket ? [job.ticket] : [])],
            tax,
          },
        ]
      : [],
  );
}
