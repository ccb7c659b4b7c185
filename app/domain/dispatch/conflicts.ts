/**
 * What speaks against giving a job to a driver, said before it is done. A hard rule refuses; a soft one asks, because the
 * dispatcher may know more ("Dana comes in all the same"). Pure.
 */
import type { Day } from "../kernel/days";
import { longDay } from "../kernel/full-dates";

/** What the rules look at. */
export interface Asked {
  day: Day;
  driver: {
    name: string;
    isActive: boolean;
    isOff: boolean;
    /** Why, where it was noted. */
    note: string;
    licenceUntil: Day | null;
    truck: { name: string; isActive: boolean } | null;
    sharesTruckWith: string | null;
  };
  job: {
    kind: string;
    size: number;
    onHold: string | null;
    mayStand: boolean;
    notThere: string | null;
    isKept: boolean;
  };
  /** The stop that would come later than promised by most, with this job among the driver's stops; minutes, about. */
  latest: { address: string; minutes: number } | null;
  /** Minutes after the driver's own hours, about. */
  overtime: number;
  /** On the day itself: dumpsters of the size that are still to leave, this one’s among them, and empties in the yard. */
  yard: { needed: number; there: number } | null;
  /** Who has another job of the same order on the day, where an order goes to one driver. */
  alsoWith: string | null;
}

export interface Conflict {
  code: ConflictCode;
  isHard: boolean;
  words: string;
}

/** "25 minutes"; from two hours on "15 hours". */
const lasting = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`);
const first = (name: string) => name.split(" ")[0] ?? name;

/** That more dumpsters of a size are to leave on the day than empties are in the yard; false where there are enough. */
export function tooFewToLeave(size: number, { needed, there }: NonNullable<Asked["yard"]>): string | false {
  const leave = needed === 1 ? "1 dumpster of" : `${needed} dumpsters of`;
  const empties = there === 1 ? "1 empty one is" : `${there} empty ones are`;
  return (
    there < needed && `${leave} ${size} yards ${needed === 1 ? "is" : "are"} to leave today and ${empties} in the yard.`
  );
}

const RULES = {
  driver_off: {
    isHard: true,
    says: ({ driver }: Asked) => !driver.isActive && `${driver.name} does not drive at present.`,
  },
  licence_ended: {
    isHard: true,
    says: ({ driver, day }: Asked) =>
      driver.licenceUntil !== null &&
      driver.licenceUntil < day &&
      `${first(driver.name)}’s license ends before this day, on ${longDay(driver.licenceUntil, day.slice(0, 4))}.`,
  },
  one_driver: {
    isHard: true,
    says: ({ alsoWith }: Asked) =>
      alsoWith !== null &&
      `${alsoWith} has another job of this order on this day, and an order goes to one driver. Give all of them to one.`,
  },
  day_off: {
    isHard: false,
    says: ({ driver }: Asked) =>
      driver.isOff && `${first(driver.name)} is off on this day${driver.note && `: ${driver.note}`}.`,
  },
  truck_shared: {
    isHard: false,
    says: ({ driver }: Asked) =>
      driver.truck !== null &&
      driver.sharesTruckWith !== null &&
      `${driver.truck.name} is out with ${driver.sharesTruckWith} on this day.`,
  },
  truck_off: {
    isHard: false,
    says: ({ driver }: Asked) => driver.truck?.isActive === false && `${driver.truck.name} is not in use.`,
  },
  no_truck: {
    isHard: false,
    says: ({ driver }: Asked) => driver.truck === null && `${first(driver.name)} has no truck on this day.`,
  },
  late: {
    isHard: false,
    says: ({ driver, latest }: Asked) =>
      latest !== null &&
      `The stops of ${first(driver.name)} overlap: ${latest.address} would come about ${lasting(latest.minutes)} after its window.`,
  },
  overtime: {
    isHard: false,
    says: ({ driver, overtime }: Asked) =>
      overtime > 0 && `${first(driver.name)} would be back about ${lasting(overtime)} after their hours.`,
  },
  no_dumpster: {
    isHard: false,
    says: ({ yard, job }: Asked) => yard !== null && tooFewToLeave(job.size, yard),
  },
  no_permit: {
    isHard: false,
    says: ({ job }: Asked) => !job.mayStand && "The street has no permit for this day: the truck may not leave.",
  },
  not_there: {
    isHard: false,
    says: ({ job }: Asked) => job.notThere !== null && `Nothing stands there: ${job.notThere}.`,
  },
  kept: {
    isHard: false,
    says: ({ job }: Asked) => job.isKept && "They keep it until they ask: extra days are charged.",
  },
  on_hold: {
    isHard: false,
    says: ({ job }: Asked) =>
      job.onHold !== null && `On hold, so its truck may not leave until it is taken off: ${job.onHold}`,
  },
} as const satisfies Record<string, { isHard: boolean; says: (asked: Asked) => string | false }>;

export type ConflictCode = keyof typeof RULES;
export const CONFLICT_CODES = Object.keys(RULES) as ConflictCode[];

/** Everything that speaks against it, the hard ones first, in words. */
export function conflicts(asked: Asked): Conflict[] {
  return CONFLICT_CODES.flatMap((code) => {
    const words = RULES[code].says(asked);
    return words === false ? [] : [{ code, isHard: RULES[code].isHard, words }];
  });
}
