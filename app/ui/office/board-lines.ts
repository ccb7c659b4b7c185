import type { BoardJob } from "~/domain/dispatch/board-jobs.server";
import { shortDay } from "~/domain/kernel/moments";
import { DELIVERY_WINDOW_IDS, deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE, jobSizes } from "~/domain/states/job-labels";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { TONES } from "./status-bits";

/**
 * A job with what its forms send along: where it stood on this page. `offer`: to whom it is offered, in words; `untaken`:
 * who did not take it when it was, and why.
 */
export type ShownJob = BoardJob & { seen: string; offer: string | null; untaken: string | null };

/** A job as its stop on the board shows it: the texts of its entry, and nothing else. */
export interface BoardLine {
  id: string;
  /** "Pickup · 20 yd" */
  what: string;
  tone: string;
  state: string;
  /** "Morning (8AM - 12PM) · dumpster 20-01 · try 2" */
  when: string;
  isEmergency: boolean;
  isLate: boolean;
  /** "100 Lake Ivanhoe Drive, Orlando 32801" */
  place: string;
  name: string;
  booking: string;
  warnings: string[];
  /** To whom it is offered, or who did not take it. */
  offer: string;
  /** What its link does, "Give or move" or "Open", and to what: "Pickup, 100 Lake Ivanhoe Drive". None where nothing can be done. */
  does: string;
  about: string;
}

const TONE: Partial<Record<ShownJob["state"], (typeof TONES)[number]>> = {
  unscheduled: "wait",
  scheduled: "wait",
  assigned: "go",
  attempted: "bad",
  completed: "done",
  dump_later: "done",
  cancelled: "done",
};

export const MOVES = "Give or move";

/** `of`: the year, where the line is of a former day and says which. */
export function boardLine(job: ShownJob, of: { thisYear: string } | null = null): BoardLine {
  const ends = job.state === "cancelled" || job.state === "completed" || job.state === "dump_later";
  return {
    id: job.id,
    what: `${JOB_KIND[job.kind]} · ${jobSizes(job, "yd")}`,
    // Nothing is missing of what nobody is to have yet.
    ...(job.isKept && job.driverId === null
      ? { tone: "done", state: "Kept" }
      : { tone: TONE[job.state] ?? "go", state: JOB_STATE[job.state] }),
    when: [
      of ? shortDay(job.day, of.thisYear) : deliveryTimeLabel(job.window),
      ...(job.dumpster ? [`dumpster ${job.dumpster}`] : []),
      ...(job.attempt > 1 ? [`try ${job.attempt}`] : []),
    ].join(" · "),
    isEmergency: job.priority === "emergency",
    isLate: !(job.isKept && job.driverId === null) && (of !== null || job.isLate === true),
    place: `${job.address}, ${job.city} ${job.zip}`,
    name: job.name,
    booking: job.booking,
    warnings: job.warnings,
    offer: job.offer ?? job.untaken ?? "",
    does: ends ? "" : isBeforeItLeaves(job.state) ? MOVES : "Open",
    about: ends ? "" : `${JOB_KIND[job.kind]}, ${job.address}`,
  };
}

/** The window in which a stop of the day stands, as its forms send it along. */
export const windowOf = ({ when }: BoardLine): string =>
  DELIVERY_WINDOW_IDS.find((id) => when.startsWith(deliveryTimeLabel(id))) ?? when.split(" · ")[0] ?? "";

/** The stops of a list as it was sent, read back from it, as a list of bookings is (booking-lines.ts). */
function readLines(list: Element | null | undefined): BoardLine[] {
  return [...(list?.querySelectorAll(".stop") ?? [])].map((entry) => {
    const [title, when, where] = entry.children;
    const [what, state] = title?.children ?? [];
    const link = where?.querySelector("a");
    const open = entry.querySelector(".row > a");
    const [does = "", about = ""] = open?.getAttribute("aria-label")?.split(/: (.*)/s) ?? [];
    return {
      id: entry.id,
      what: what?.textContent ?? "",
      tone: TONES.find((tone) => state?.classList.contains(tone)) ?? "",
      state: state?.textContent ?? "",
      when: when?.firstChild?.textContent ?? "",
      isEmergency: (when?.children.length ?? 0) > 0,
      isLate: entry.classList.contains("late"),
      place: where?.firstChild?.textContent ?? "",
      name: link?.previousSibling?.textContent?.slice(0, -2) ?? "",
      booking: link?.textContent ?? "",
      warnings: [...entry.querySelectorAll(".wrong")].map(({ textContent }) => textContent ?? ""),
      offer: entry.querySelector(".offered")?.textContent ?? "",
      does,
      about,
    };
  });
}

/** All stops of the board as it was sent: of former days, in vain, of nobody, kept until asked for, and of each driver by their id. */
export interface SentBoard {
  outstanding: BoardLine[];
  inVain: BoardLine[];
  waiting: BoardLine[];
  kept: BoardLine[];
  of: ReadonlyMap<string, BoardLine[]>;
}

export function readBoardLines(page: ParentNode): SentBoard {
  const columns = [...page.querySelectorAll(".board > section")];
  return {
    outstanding: readLines(page.querySelector(".outstanding:not(.in-vain)")),
    inVain: readLines(page.querySelector(".outstanding.in-vain")),
    waiting: readLines(columns[0]?.querySelector(":scope > .stops")),
    kept: readLines(columns[0]?.querySelector(".kept")),
    of: new Map(columns.slice(1).map((column) => [column.querySelector("h2")?.id ?? "", readLines(column)])),
  };
}

/** In the browser: the stops of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_BOARD: SentBoard | null = typeof document === "undefined" ? null : readBoardLines(document);
