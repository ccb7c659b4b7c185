import type { cutRecord } from "~/domain/records/cut-record";
import type { BookingRecord } from "~/domain/records/office.server";
import { shortCard } from "~/domain/payments/card-words";
import { AllOf } from "./AllOf";
import { Panel } from "./bits";
import { toldTimeline } from "./timeline-told";
import type { Names, TimelineEntry } from "./timeline-words";
import { TimelineLines } from "./TimelineLines";

/**
 * Who did what, when and why, newest first: what a person would tell of it. Everything else that happened is folded
 * below, in one list with it, so that nothing is out of its order. `of`: the booking whose history it is; `names`: of the
 * records that it names.
 */
export function Timeline({
  entries,
  of,
  names,
}: {
  entries: TimelineEntry[];
  of?: Pick<BookingRecord, "units" | "jobs" | "payments">;
  names?: Names;
}) {
  if (entries.length === 0) return <p className="empty">Nothing was changed yet.</p>;
  const { story, all } = toldTimeline(entries, {
    unitOf: of && unitsOfJobs(of),
    cards: of && cardsOf(of),
    names,
  });
  return (
    <>
      <TimelineLines lines={story} />
      {story.length < all.length && (
        <details>
          <summary>Every step ({all.length})</summary>
          <TimelineLines lines={all} />
        </details>
      )}
    </>
  );
}

/** The history of a booking on its record. */
export function TimelinePanel({ record }: { record: ReturnType<typeof cutRecord> }) {
  return (
    <Panel title="Timeline" id="timeline">
      <Timeline entries={record.timeline} of={record} />
      <AllOf list="timeline" cut={record.cut} what="steps" />
    </Panel>
  );
}

/** The number of the dumpster that each job is for; nothing where the booking has one. */
export function unitsOfJobs({ units, jobs }: Pick<BookingRecord, "units" | "jobs">): ReadonlyMap<string, number> {
  if (units.length < 2) return new Map();
  const numbers = new Map(units.map(({ unit }) => [unit.id, unit.unit_number]));
  return new Map(jobs.map(({ job }) => [job.id, numbers.get(job.unit_id) ?? 0]));
}

/** "Visa 4242", by the payment's id; a check or cash has none. */
function cardsOf({ payments }: Pick<BookingRecord, "payments">): ReadonlyMap<string, string> {
  return new Map(payments.map((payment) => [payment.id, shortCard(payment) ?? ""]));
}
