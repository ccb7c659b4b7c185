import type { Id } from "../kernel/ids.server";
import { stored } from "../kernel/stored";

/** A stop of a proposal: why it stands there, in one sentence, and where it stood. */
export interface ProposedStop {
  jobId: Id<"job">;
  driverId: Id<"driver"> | null;
  position: number | null;
  why: string;
}

/** A driver who is given nothing new, and why, in one sentence. */
export interface LeftOut {
  driverId: Id<"driver">;
  why: string;
}

/** A proposal for a day. Miles are whole ones, about; `saved`: what going straight on with emptied dumpsters spares. */
export interface DayPlan {
  routes: { driverId: Id<"driver">; stops: ProposedStop[]; miles: number; before: number; saved: number }[];
  /** Jobs that nobody can take within window and hours, and why. */
  left: { jobId: Id<"job">; why: string }[];
  /** Those of them that cannot be in time, or are on hold and have a driver; a proposal that was kept before says nothing of it. */
  late?: Id<"job">[];
  /** Who drives and is given nothing new, as they have no truck; a proposal that was kept before says nothing of it. */
  idle?: LeftOut[];
  /** Of all who drive: as the board stands, and as proposed. */
  before: number;
  after: number;
  saved: number;
}

/** How a proposal stands in its column. */
export const DAY_PLAN = stored<DayPlan>("day plan", [(value) => ("routes" in value ? (value as DayPlan) : undefined)]);
