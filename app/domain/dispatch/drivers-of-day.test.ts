import { expect, it } from "vitest";
import { day } from "../kernel/days";
import { drivesOn, type DriverOfDay } from "./drivers-of-day.server";

const ON = day("2026-12-16");
const DRIVER: DriverOfDay = {
  ...({ id: "drv_1", name: "Dale", note: "", truck: null, sharesTruckWith: null } as unknown as DriverOfDay),
  ...{ isActive: true, isOff: false, licenceUntil: null, begins: null, ends: null },
};

it.each<[what: string, is: Partial<DriverOfDay>, drives: boolean]>([
  ["has no day noted on the licence", {}, true],
  ["has the last day of the licence", { licenceUntil: ON }, true],
  ["had it the day before", { licenceUntil: day("2026-12-15") }, false],
  ["is off", { isOff: true }, false],
  ["drives no more", { isActive: false }, false],
])("who %s is given new work, or not", (_what, is, drives) => {
  expect(drivesOn({ ...DRIVER, ...is }, ON)).toBe(drives);
});
