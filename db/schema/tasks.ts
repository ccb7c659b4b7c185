import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TaskKind, TaskState, TaskSubject } from "~/domain/tasks/kinds";
import { accounts } from "./accounts";
import { idColumn, instantColumn } from "./columns";

/**
 * What needs a person (domain.md, 4.24): a row for each cause, open once. The events say who did what with it.
 */
export const tasks = sqliteTable(
  "tasks",
  {
    id: idColumn("id", "task").primaryKey(),
    kind: text("kind").$type<TaskKind>().notNull(),
    /** What it is for, "lead:led_…": the same cause is the same row, opened again. */
    cause: text("cause").notNull().unique(),
    state: text("state").$type<TaskState>().notNull(),
    subject_kind: text("subject_kind").$type<TaskSubject>().notNull(),
    subject_id: text("subject_id").notNull(),
    booking_id: idColumn("booking_id", "booking"),
    /** Who of the office took it; null is nobody's. */
    owner_id: idColumn("owner_id", "account").references(() => accounts.id),
    due_at: instantColumn("due_at").notNull(),
    /** Shown again from then on. */
    snoozed_until: instantColumn("snoozed_until"),
    /** Why it was snoozed last, as a person said it. */
    said: text("said"),
    made_at: instantColumn("made_at").notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    // The queue, most urgent first: everybody's, and one owner's or nobody's.
    index("tasks_open")
      .on(t.due_at, t.id)
      .where(sql`${t.state} = 'open'`),
    index("tasks_owner")
      .on(t.owner_id, t.due_at, t.id)
      .where(sql`${t.state} = 'open'`),
    index("tasks_snoozed")
      .on(t.snoozed_until, t.id)
      .where(sql`${t.state} = 'open' and ${t.snoozed_until} is not null`),
    index("tasks_booking").on(t.booking_id),
    // Whether anything of some kinds waits, which most do not: asked each minute for the office's mail of the day.
    index("tasks_open_kind")
      .on(t.kind, t.made_at)
      .where(sql`${t.state} = 'open'`),
    // What is forgotten: causes that have ended.
    index("tasks_closed")
      .on(t.ended_at)
      .where(sql`${t.state} = 'closed'`),
  ],
);
