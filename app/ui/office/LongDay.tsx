import { useContext } from "react";
import type { Day } from "~/domain/kernel/days";
import { longDay } from "~/domain/kernel/full-dates";
import { ThisYear } from "./bits";

/** "Tuesday, December 1", with the year where it is not this one. Apart from its neighbours: a driver's pages carry those. */
export function LongDay({ day }: { day: Day }) {
  return <>{longDay(day, useContext(ThisYear))}</>;
}
