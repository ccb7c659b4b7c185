import { and, asc, eq, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, driverPhones, drivers, jobs, journalEntries } from "#db/schema/index";
import { findTicketUser } from "../dispatch/steps.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import type { JobKind, JobState } from "../states/transitions";
import { listPhotosOfEntry, type EntryPhoto } from "../photos/held-photos.server";
import { accountSeen, whyNever } from "./journal-answer.server";
import { entriesOf, IS_OPEN, OPEN_ENTRIES, stepsTaken, type EntryRow, type TakenStep } from "./journal-rows.server";

/** A driver's account of a job beside ours. */
export interface OpenAccount {
  driverId: Id<"driver">;
  driver: string;
  jobId: Id<"job">;
  kind: JobKind;
  state: JobState;
  day: Day;
  window: string;
  /** Who has the job by our record; null is nobody. */
  hasIt: string | null;
  booking: string;
  customer: string;
  theirs: (Pick<EntryRow, "id" | "step" | "done_at" | "is_corrected" | "state" | "why" | "said"> & {
    photos: EntryPhoto[];
    /** The booking whose load has its ticket, where that is why it was not taken. */
    ticketOf: string | null;
  })[];
  ours: TakenStep[];
  /** Why it cannot be taken as things stand; null where the office may try. */
  never: ReturnType<typeof whyNever>;
  /** To be sent back with the answer. */
  seen: string;
}

const MOST_ACCOUNTS = 40;

// why: by the plain columns, which an index has in order, SQLite walks the whole journal.
const BY_ACCOUNT = [sql`+${journalEntries.driver_id}`, sql`+${journalEntries.job_id}`] as const;

/** Accounts of drivers that the office has to look at, the one that came first first: at most 40. */
export function listOpenAccounts(orm: Orm): OpenAccount[] {
  const groups = orm
    .select({
      driverId: journalEntries.driver_id,
      driver: drivers.name,
      jobId: jobs.id,
      kind: jobs.kind,
      state: jobs.state,
      day: jobs.day,
      window: jobs.delivery_window,
      holder: jobs.driver_id,
      facility: jobs.facility,
      booking: bookings.booking_number,
      customer: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
    })
    .from(journalEntries)
    .innerJoin(drivers, eq(drivers.id, journalEntries.driver_id))
    .innerJoin(jobs, eq(jobs.id, journalEntries.job_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(IS_OPEN)
    .groupBy(...BY_ACCOUNT)
    .orderBy(asc(sql`min(${journalEntries.received_at})`))
    .limit(MOST_ACCOUNTS)
    .all();
  return groups.map(({ holder, facility, ...group }) => {
    const open = entriesOf(orm, group.driverId, group.jobId, OPEN_ENTRIES);
    return {
      ...group,
      hasIt:
        holder && (orm.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, holder)).get()?.name ?? null),
      theirs: open.map(({ id, step, done_at, is_corrected, state, why, said }) => ({
        id,
        step,
        done_at,
        is_corrected,
        state,
        why,
        said,
        photos: listPhotosOfEntry(orm, id),
        ticketOf: why === "ticket_used" ? findTicketUser(orm, { facility }, said.data["ticketNumber"] ?? "") : null,
      })),
      ours: stepsTaken(orm, group.jobId),
      never: whyNever({ state: group.state, driver_id: holder }, group.driverId),
      seen: accountSeen(group.state, open),
    };
  });
}

/** The ids of a driver's entries on which the office has still to decide. */
export function listUndecided(orm: Orm, driverId: Id<"driver">): string[] {
  return orm
    .select({ id: journalEntries.id })
    .from(journalEntries)
    .where(and(IS_OPEN, eq(journalEntries.driver_id, driverId)))
    .all()
    .map(({ id }) => id);
}

/** How many there are. */
export function countOpenAccounts(orm: Orm): number {
  const groups = orm
    .select({ one: sql`1`.as("one") })
    .from(journalEntries)
    .where(IS_OPEN)
    .groupBy(...BY_ACCOUNT)
    .as("groups");
  return (
    orm
      .select({ n: sql<number>`count(*)` })
      .from(groups)
      .get()?.n ?? 0
  );
}

/** When each driver's phone was heard last, and what it then had still to send. */
export interface HeardPhone {
  driverId: Id<"driver">;
  heardAt: Instant;
  unsent: number;
}

export function listPhones(orm: Orm): HeardPhone[] {
  return orm
    .select({ driverId: driverPhones.driver_id, heardAt: driverPhones.heard_at, unsent: driverPhones.unsent })
    .from(driverPhones)
    .limit(500)
    .all();
}
