import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { CONFLICT_CODES, conflicts, type Asked, type ConflictCode } from "./conflicts";

const NOTHING: Asked = {
  day: day("2026-12-02"),
  driver: {
    name: "Dana Driver",
    isActive: true,
    isOff: false,
    note: "",
    licenceUntil: day("2026-12-02"),
    truck: { name: "Truck 1", isActive: true },
    sharesTruckWith: null,
  },
  job: { kind: "delivery", size: 20, onHold: null, mayStand: true, notThere: null, isKept: false },
  latest: null,
  overtime: 0,
  yard: { needed: 2, there: 2 },
  alsoWith: null,
};
const driver = (changes: Partial<Asked["driver"]>): Partial<Asked> => ({ driver: { ...NOTHING.driver, ...changes } });
const job = (changes: Partial<Asked["job"]>): Partial<Asked> => ({ job: { ...NOTHING.job, ...changes } });

/** Each rule: what makes it speak, its words, and whether it refuses. */
const TABLE: Record<ConflictCode, [Partial<Asked>, string, "hard" | "soft"]> = {
  driver_off: [driver({ isActive: false }), "Dana Driver does not drive at present.", "hard"],
  licence_ended: [
    driver({ licenceUntil: day("2026-12-01") }),
    "Dana’s license ends before this day, on Tuesday, December 1.",
    "hard",
  ],
  one_driver: [
    { alsoWith: "Dale Driver" },
    "Dale Driver has another job of this order on this day, and an order goes to one driver. Give all of them to one.",
    "hard",
  ],
  day_off: [driver({ isOff: true, note: "dentist" }), "Dana is off on this day: dentist.", "soft"],
  truck_shared: [driver({ sharesTruckWith: "Dale Driver" }), "Truck 1 is out with Dale Driver on this day.", "soft"],
  truck_off: [driver({ truck: { name: "Truck 1", isActive: false } }), "Truck 1 is not in use.", "soft"],
  no_truck: [driver({ truck: null }), "Dana has no truck on this day.", "soft"],
  late: [
    { latest: { address: "12 Oak Street", minutes: 25 } },
    "The stops of Dana overlap: 12 Oak Street would come about 25 minutes after its window.",
    "soft",
  ],
  overtime: [{ overtime: 190 }, "Dana would be back about 3 hours after their hours.", "soft"],
  no_dumpster: [
    { yard: { needed: 3, there: 1 } },
    "3 dumpsters of 20 yards are to leave today and 1 empty one is in the yard.",
    "soft",
  ],
  no_permit: [job({ mayStand: false }), "The street has no permit for this day: the truck may not leave.", "soft"],
  not_there: [
    job({ notThere: "the delivery was not possible" }),
    "Nothing stands there: the delivery was not possible.",
    "soft",
  ],
  kept: [job({ isKept: true }), "They keep it until they ask: extra days are charged.", "soft"],
  on_hold: [
    job({ onHold: "card declined" }),
    "On hold, so its truck may not leave until it is taken off: card declined",
    "soft",
  ],
};

describe("what speaks against giving a job to a driver", () => {
  it("is nothing when nothing does, and has a row here for every rule", () => {
    expect(conflicts(NOTHING)).toEqual([]);
    expect(Object.keys(TABLE).sort()).toEqual([...CONFLICT_CODES].sort());
  });

  it.each(Object.entries(TABLE))("%s", (code, [changes, words, kind]) => {
    expect(conflicts({ ...NOTHING, ...changes })).toEqual([{ code, words, isHard: kind === "hard" }]);
  });

  it("names the year of a license that ended in another one", () => {
    const [ended] = conflicts({ ...NOTHING, ...driver({ licenceUntil: day("2025-12-01") }) });
    expect(ended?.words).toBe("Dana’s license ends before this day, on Monday, December 1, 2025.");
  });

  it("is said together, what refuses first", () => {
    const all = conflicts({ ...NOTHING, ...driver({ isOff: true, isActive: false }), overtime: 5 });
    expect(all.map(({ code }) => code)).toEqual(["driver_off", "day_off", "overtime"]);
  });
});
