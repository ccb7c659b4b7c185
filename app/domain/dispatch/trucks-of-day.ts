/** Who has a truck to go out with on a day. Pure. */
import type { Id } from "../kernel/ids.server";
import type { DriverOfDay } from "./drivers-of-day.server";
import type { LeftOut } from "./plan-data";
import type { Hours } from "./route";

type Driver = Pick<DriverOfDay, "id" | "name" | "truck">;

/**
 * Of those who drive, whoever has no truck, one that is not in use, or one that somebody else has out at the same time. Of
 * several with one truck whoever has work already (`hasWork`) has it, else the first as they are listed. Where hours do not
 * overlap both may; who has none is out all day.
 */
export function withoutTruck(
  drivers: readonly Driver[],
  hasWork: ReadonlySet<Id<"driver">>,
  hours: ReadonlyMap<Id<"driver">, Hours>,
): LeftOut[] {
  const out: Driver[] = [];
  const left: LeftOut[] = [];
  for (const driver of drivers.toSorted((a, b) => Number(hasWork.has(b.id)) - Number(hasWork.has(a.id)))) {
    const { id: driverId, name, truck } = driver;
    const other = out.find((one) => one.truck?.id === truck?.id && overlap(hours.get(one.id), hours.get(driverId)));
    if (!truck) left.push({ driverId, why: `${name} has no truck on this day.` });
    else if (!truck.isActive) left.push({ driverId, why: `${truck.name}, with ${name} on this day, is not in use.` });
    else if (other)
      left.push({ driverId, why: `${name} has no truck of their own: ${truck.name} is out with ${other.name}.` });
    else out.push(driver);
  }
  return left;
}

const ALL_DAY: Hours = { begins: 0, ends: 24 * 60 };
const overlap = (a = ALL_DAY, b = ALL_DAY): boolean => a.begins < b.ends && b.begins < a.ends;
