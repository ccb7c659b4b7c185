import { crmPaths } from "~/crm-paths";
import { addDays, parseDay, type Day } from "~/domain/kernel/days";
import { formatWhen } from "~/domain/kernel/moments";
import type { NotDone, TaskRow } from "~/domain/records/task-queue.server";
import { TASK_KINDS } from "~/domain/tasks/kinds";

/** A task as the queue shows it: the texts of its entry, where it leads, and nothing else. */
export interface TaskLine {
  id: string;
  /** "Call back:" */
  what: string;
  who: string;
  /** Its record; empty for none. */
  record: string;
  detail: string;
  isOverdue: boolean;
  /** "due Dec 27, 12:00 pm · yours"; "Today, Morning (8AM - 12PM) · since Nov 27, 12:00 pm" */
  hint: string;
  isTaken: boolean;
  /** The day that is proposed to put it off to; empty for none. */
  until: Day | "";
  /** What "Done" comes to beyond the queue; empty for nothing. */
  done: string;
  mayBeDone: boolean;
  /** The one next action: another try, a call, or the record where it is done. */
  next: "retry" | CallStep | OpenStep | null;
}
/** `of`: whom or what the call is about, as the telephone wants it (call-links). */
interface CallStep {
  tel: string;
  text: string;
  of: { customer?: string | undefined; booking?: string | undefined };
}
interface OpenStep {
  href: string;
  text: string;
}

/** From which day on a task may be put off, and which is proposed: one on which somebody works. */
export interface LaterDays {
  tomorrow: Day;
  later: Day;
}

/** Put off at most to the day before it is too late; nothing is proposed where that is none any more. */
function putOffTo({ tooLateOn }: TaskRow, { tomorrow, later }: LaterDays): Day | "" {
  if (tooLateOn === null || later < tooLateOn) return later;
  const last = addDays(tooLateOn, -1);
  return last >= tomorrow ? last : "";
}

export function taskLine(row: TaskRow, thisYear: string, days?: LaterDays): TaskLine {
  const record = recordOf(row) ?? "";
  const { due, isOverdue, owner, snoozed, promised } = row;
  return {
    id: row.id,
    what: `${TASK_KINDS[row.kind].label}:`,
    who: row.who,
    record,
    detail: row.detail,
    // Put off it waits for its morning, and is nobody's to hurry with.
    isOverdue: isOverdue && snoozed === null,
    hint: [
      ...(promised ? [promised] : []),
      `${isOverdue ? "since" : "due"} ${formatWhen(due, { thisYear })}`,
      ...(owner ? [owner.isMe ? "yours" : `${owner.name} has it`] : []),
      ...(snoozed ? [`put off until ${formatWhen(snoozed.until, { thisYear })}: ${snoozed.why}`] : []),
    ].join(" · "),
    isTaken: owner !== null,
    until: days ? putOffTo(row, days) : "",
    done: row.notDone ? NOT_DONE[row.notDone] : ((TASK_KINDS[row.kind] as { done?: string }).done ?? ""),
    mayBeDone: row.notDone === null,
    next: nextOf(row, record),
  };
}

/** In the place of what "Done" comes to. */
const NOT_DONE: Readonly<Record<NotDone, string>> = {
  unpaid:
    "It ends by itself with another day. Until then its caller can neither sign nor pay it, so no truck can go out for it.",
  over: "It ends by itself with another day, or once the board says what was done.",
};

function recordOf({ at, kind }: TaskRow): string | null {
  const anchor = (TASK_KINDS[kind] as { at?: string }).at;
  if (kind === "driver_conflict") return crmPaths.phones();
  if (kind === "callback" && at) return crmPaths.newBookingAfter(at.id);
  if (at?.kind === "calls") return crmPaths.calls({ direction: "in" });
  if (at?.kind === "texts") return crmPaths.calls({ show: "texts" });
  if (at?.kind === "call") return crmPaths.call(at.id);
  if (at?.kind === "booking") return crmPaths.booking(at.id, anchor);
  if (at?.kind === "lead") return crmPaths.lead(at.id);
  if (at?.kind === "dumpster") return crmPaths.dumpster(at.id);
  if (at?.kind === "size") return crmPaths.availability(at.id);
  if (at?.kind === "reconcile") return crmPaths.reconcile(at.id);
  if (at?.kind === "dispute") return crmPaths.dispute(at.id);
  if (at?.kind === "refund") return crmPaths.refunds(at.id);
  if (at?.kind === "payout") return crmPaths.takings(at.id);
  if (at?.kind === "charge") return crmPaths.billing({ charge: at.id });
  return at && crmPaths.customer(at.id, {}, kind === "account_overdue" ? "balance" : "");
}

function nextOf({ kind, phone, at, of }: TaskRow, record: string): TaskLine["next"] {
  const { next, open } = TASK_KINDS[kind];
  if (next === "retry") return "retry";
  if (next === "call" && phone?.href)
    return {
      tel: phone.href,
      text: phone.text,
      of: of ?? {
        customer: at?.kind === "customer" ? at.id : undefined,
        booking: at?.kind === "booking" ? at.id : undefined,
      },
    };
  return record ? { href: record, text: open } : null;
}

/**
 * The tasks of a list as it was sent, read back from it, as a list of bookings is (booking-lines.ts): with their forms
 * they are most of the overview, and would go a second time as data.
 */
export function readTasks(list: HTMLElement | null): TaskLine[] {
  return [...(list?.children ?? [])].map((entry) => {
    const textOf = (selector: string) => entry.querySelector(selector)?.textContent ?? "";
    const who = entry.querySelector(".what > a, .what > span");
    return {
      id: entry.querySelector<HTMLInputElement>("[name=task]")?.value ?? "",
      what: textOf(".what > b:not([class])"),
      who: who?.textContent ?? "",
      record: who?.getAttribute("href") ?? "",
      detail: textOf(".what > div:not(.hint)"),
      isOverdue: entry.querySelector(".what > b[class]") !== null,
      hint: textOf(".what > .hint"),
      isTaken: entry.querySelector("[value=give-back]") !== null,
      until: parseDay(entry.querySelector("[name=until]")?.getAttribute("value") ?? "") ?? "",
      done: textOf(".done-means"),
      mayBeDone: entry.querySelector("[value=done]") !== null,
      next: readNext(entry),
    };
  });
}

function readNext(entry: Element): TaskLine["next"] {
  if (entry.querySelector("[value=retry]")) return "retry";
  const link = entry.querySelector<HTMLAnchorElement>(".steps-of > a");
  const href = link?.getAttribute("href") ?? "";
  if (!link) return null;
  // Before the number stands whom it calls, for those who hear the page.
  const text = link.lastChild?.textContent ?? "";
  const { customer, booking } = link.dataset;
  return href.startsWith("tel:") ? { tel: href, text, of: { customer, booking } } : { href, text };
}

/** In the browser: the tasks of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_TASKS: TaskLine[] =
  typeof document === "undefined" ? [] : readTasks(document.querySelector<HTMLElement>("ul.tasks"));
