import type { Id } from "../kernel/ids.server";

/** A day was closed, and a dumpster's delivery or pickup found no room on another one. */
export const noRoomCause = (unitId: Id<"unit">): string => `no_room:${unitId}`;

/** The same of a swap, an emptying or a move, which is asked about by itself. */
export const noDayCause = (jobId: Id<"job">): string => `no_room:${jobId}`;
