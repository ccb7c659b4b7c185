import type { Orm } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { leftCause } from "../tasks/left-jobs.server";
import { endedAt } from "../tasks/tasks.server";
import { recalledCause, untakenCause } from "./jobs.server";

/**
 * What a move of these jobs had answered by being made, at that moment (milliseconds of domain time), by the causes of its
 * tasks: who drives what was called back, what nobody took, what a driver has who is off. Whoever undoes it asks that before
 * they do, and opens them again (`openTaskAgain`) afterwards.
 */
export const answeredByMove = (orm: Orm, jobIds: readonly Id<"job">[], movedAt: Instant): string[] =>
  jobIds
    .flatMap((id) => [recalledCause(id), untakenCause(id), leftCause(id)])
    .filter((cause) => endedAt(orm, cause, movedAt));
