import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { events, journalEntries, tasks } from "#db/schema/index";
import { driverPaths } from "~/driver-paths";
import { findStillAt, findStillFull, jobNamed } from "../dispatch/on-the-way.server";
import { listLeftOver } from "../dispatch/straight-on.server";
import type { Id } from "../kernel/ids.server";
import { phoneView } from "../kernel/phone";
import { DAY, plus, type Instant } from "../kernel/time.server";
import { readSettings } from "../settings/settings.server";
import { causeOf, entriesOf, IS_OPEN } from "./journal-rows.server";

/** What a driver is told beside a job, and what to do about it. */
export interface DriverNotice {
  jobId: string;
  /** To be followed by the link. */
  words: string;
  link: { href: string | undefined; text: string };
}

const MOST = 10;

/**
 * The jobs of which somebody of the office decides what this driver pressed, the one that came first first: at most 10. Also
 * those that are not theirs any more. A step that only waits for one before it is nobody's to decide.
 */
function listDecidedByOffice(orm: Orm, driverId: Id<"driver">): DriverNotice[] {
  const isConflict = inArray(journalEntries.state, ["conflict", "quarantined"]);
  return orm
    .select({ jobId: journalEntries.job_id })
    .from(journalEntries)
    .where(and(IS_OPEN, eq(journalEntries.driver_id, driverId), isConflict))
    .groupBy(sql`+${journalEntries.job_id}`)
    .orderBy(asc(sql`min(${journalEntries.received_at})`))
    .limit(MOST)
    .all()
    .map(({ jobId }) => ({
      jobId,
      words: `The office looks at what you pressed for ${jobNamed(orm, jobId)}${becauseOfTicket(orm, driverId, jobId)}; call`,
      link: callOffice(orm),
    }));
}

/** Why, where the driver can see it on the paper in their hand; else nothing. */
function becauseOfTicket(orm: Orm, driverId: Id<"driver">, jobId: Id<"job">): string {
  const [first] = entriesOf(orm, driverId, jobId, ["conflict"]);
  const number = first?.said.data["ticketNumber"] ?? "";
  if (first?.why === "ticket_used") return `, as another load has ticket ${number} already`;
  return first?.why === "wrong_sum" ? `, as gross minus tare is not the net weight on ticket ${number}` : "";
}

/** What the office decided against within a day: it was looked at, as they were told, and does not count. */
function listSetAside(orm: Orm, driverId: Id<"driver">, now: Instant): DriverNotice[] {
  // By the partial index `tasks_closed`: a decision ends its task.
  const decided = orm
    .select({ cause: tasks.cause })
    .from(tasks)
    .where(and(sql`${tasks.state} = 'closed'`, gt(tasks.ended_at, plus(now, -DAY)), eq(tasks.kind, "driver_conflict")))
    .orderBy(asc(tasks.ended_at))
    .all();
  return decided.flatMap(({ cause }) => {
    const jobId = cause.slice(causeOf("").length) as Id<"job">;
    if (entriesOf(orm, driverId, jobId, ["set_aside"]).length === 0) return [];
    const answers = and(
      eq(events.subject_kind, "job"),
      eq(events.subject_id, jobId),
      eq(events.action, "journal_answered"),
    );
    const last = orm.select({ data: events.data }).from(events).where(answers).orderBy(desc(events.id)).limit(1).get();
    if (last?.data?.["account"] !== "office") return [];
    const words = `The office goes by its own record, not by what you pressed for ${jobNamed(orm, jobId)}; call`;
    return [{ jobId, words, link: callOffice(orm) }];
  });
}

function callOffice(orm: Orm): DriverNotice["link"] {
  const { href, text } = phoneView({ phone: readSettings(orm).phone, phone_extension: null });
  return { href, text };
}

/** What they went straight on with and no delivery takes: only who sets it down knows where it is. */
const listStillCarried = (orm: Orm, driverId: Id<"driver">, now: Instant): DriverNotice[] =>
  listLeftOver(orm, now)
    .filter((one) => one.driverId === driverId)
    .map(({ jobId, number }) => ({
      jobId,
      words: `Dumpster ${number} is still on your truck, and no delivery of yours takes it. Once it stands in the yard, call`,
      link: callOffice(orm),
    }));

/**
 * What a page says to its driver: on a job's own what is about it, and before they leave for it, where they still are and
 * what is full on their truck; on any other (`jobId` missing), and on the phone without signal, all.
 */
export function listNotices(
  orm: Orm,
  driverId: Id<"driver">,
  { jobId, now }: { jobId?: string | undefined; now: Instant },
): DriverNotice[] {
  const decided = [
    ...listDecidedByOffice(orm, driverId),
    ...listSetAside(orm, driverId, now).slice(-MOST),
    ...listStillCarried(orm, driverId, now),
  ];
  if (jobId === undefined) return decided;
  const still = [findStillAt(orm, driverId, jobId) ?? [], findStillFull(orm, driverId, jobId)].flat();
  return [
    ...decided.filter((one) => one.jobId === jobId),
    ...still.map(({ id, words }) => ({ jobId: id, words, link: { href: driverPaths.job(id), text: "Open that job" } })),
  ];
}
