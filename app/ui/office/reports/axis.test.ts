import { expect, it } from "vitest";
import { addDays, day } from "~/domain/kernel/days";
import { axisOf } from "./ReportsBody";

const week = (count: number) => axisOf(Array.from({ length: count }, (_, i) => addDays(day("2026-12-01"), i)));

it("names days that are as far from each other as their names stand", () => {
  expect(week(7)).toEqual(["Dec 1", "Dec 3", "Dec 5", "Dec 7"]);
  expect(week(5)).toEqual(["Dec 1", "Dec 2", "Dec 3", "Dec 4", "Dec 5"]);
  expect(week(6)).toEqual(["Dec 1", "Dec 6"]);
  expect(week(31)).toEqual(["Dec 1", "Dec 11", "Dec 21", "Dec 31"]);
  expect(week(1)).toEqual(["Dec 1"]);
});
