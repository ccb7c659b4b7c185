import { z } from "zod";
import {
  bringDriverBack,
  changeDriver,
  endDriver,
  setDaysOff,
  signDriverOut,
  takeBackDaysOff,
  type AccessResult,
  type DriverFacts,
  type OffResult,
} from "~/domain/fleet/drivers.server";
import { setOtherDay, takeBackOtherDay, type OtherDayResult } from "~/domain/fleet/shifts.server";
import { formatDay } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { cut, listed } from "~/domain/kernel/text";
import { crmPaths } from "~/crm-paths";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { CHANGED, inUse, line, maybeDay, note, on, phone, seen, text } from "./fleet-fields.server";

const told = (driver: DriverFacts, what: string): Done => ({
  ok: true,
  to: `${crmPaths.driver(driver.id)}?told=${what}`,
});
const period = { from: on("Enter the first day."), until: on("Enter the last day.") };
const MOST_NAMED = 8;
/** "06:30" as minutes of the day; nothing is as always. */
const minute = text.transform((typed, ctx) => {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(typed) ?? [];
  if (typed !== "" && hours === undefined)
    ctx.addIssue({ code: "custom", message: "Enter a time like 06:30, or nothing." });
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
});
const DAYS_OFF: Record<
  Exclude<Extract<OffResult, { ok: false }>["code"], "has_jobs">,
  { message: string; field: string }
> = {
  unknown: { message: "This driver is not in our list any more.", field: "from" },
  too_far: { message: "Enter a first day within a year from now.", field: "from" },
  bad_period: { message: "The last day is on or after the first, and within 60 days of it.", field: "until" },
  past: { message: "These days have passed. Look at the year.", field: "until" },
};
const OTHER_DAY: Record<Extract<OtherDayResult, { ok: false }>["code"], { message: string; field: string }> = {
  unknown: { message: "This driver is not in our list any more.", field: "day" },
  past: { message: "That day has passed.", field: "day" },
  too_far: { message: "Enter a day within a year from now.", field: "day" },
  nothing: { message: "Enter hours or choose a truck: else the day is as always.", field: "begins" },
  bad_hours: { message: "The end is after the beginning.", field: "ends" },
  unknown_truck: { message: "Choose a truck that is in use.", field: "truck" },
  off: { message: "That is a day off. Take it back first.", field: "day" },
};

const NOT_ENDED: Record<Extract<AccessResult, { ok: false }>["code"], Done> = {
  admins: { ok: false, message: "This driver is an admin: only an admin can sign them out.", status: 403 },
  changed: CHANGED,
};

/** What the office does with one driver. */
export const DRIVER_INTENTS: Intents<DriverFacts> = {
  save: intent({
    may: "staff",
    schema: z.object({
      seen,
      name: line("the driver’s name", 80, "Enter the driver’s name."),
      phone,
      truck_id: text.transform((id) => (id || null) as Id<"truck"> | null),
      licence_notes: note("the notes on the licence", 500),
      licence_until: maybeDay,
    }),
    run: async ({ services: { db } }, deed, driver: DriverFacts, { seen, ...wish }) => {
      const done = await db.write((tx) => changeDriver(tx, deed, driver.id, wish, seen));
      if (done.ok) return told(driver, "saved");
      return done.code === "unknown_truck" ? { ok: false, message: "Choose a truck.", field: "truck_id" } : CHANGED;
    },
  }),
  off: intent({
    may: "staff",
    schema: z.object({ ...period, note: text.transform((typed) => cut(typed, 200)), agreed: inUse }),
    run: async ({ services: { db } }, deed, driver: DriverFacts, { agreed, ...days }) => {
      const done = await db.write((tx) => setDaysOff(tx, deed, driver.id, days, agreed));
      if (done.ok) return told(driver, "off");
      if (done.code !== "has_jobs") return { ok: false, ...DAYS_OFF[done.code] };
      const named = done.jobs
        .slice(0, MOST_NAMED)
        .map(({ booking, name, day }) => `${booking} (${name}, ${formatDay(day, { short: true })})`);
      const more = done.jobs.length - named.length;
      return {
        ok: false,
        message: `${driver.name} has ${done.jobs.length === 1 ? "a job" : `${done.jobs.length} jobs`} then: ${listed([...named, ...(more > 0 ? [`${more} more`] : [])])}. Check the box to save the days all the same; each job becomes a task.`,
        field: "agreed",
        status: 409,
      };
    },
  }),
  on: intent({
    may: "staff",
    schema: z.object(period),
    run: async ({ services: { db } }, deed, driver: DriverFacts, days) =>
      (await db.write((tx) => takeBackDaysOff(tx, deed, driver.id, days)))
        ? told(driver, "on")
        : { ok: false, message: "These days are not off any more.", status: 409 },
  }),
  day: intent({
    may: "staff",
    schema: z.object({
      day: on("Enter the day."),
      begins: minute,
      ends: minute,
      truck: text.transform((id) => (id || null) as Id<"truck"> | null),
    }),
    run: async ({ services: { db } }, deed, driver: DriverFacts, { truck, ...wish }) => {
      const done = await db.write((tx) => setOtherDay(tx, deed, driver.id, { ...wish, truckId: truck }));
      return done.ok ? told(driver, "day") : { ok: false, ...OTHER_DAY[done.code] };
    },
  }),
  "usual-day": intent({
    may: "staff",
    schema: z.object({ day: on("Enter the day.") }),
    run: async ({ services: { db } }, deed, driver: DriverFacts, { day }) =>
      (await db.write((tx) => takeBackOtherDay(tx, deed, driver.id, day)))
        ? told(driver, "usual")
        : { ok: false, message: "This day is as always again.", status: 409 },
  }),
  "sign-out": intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db, config } }, deed, driver: DriverFacts) => {
      const done = await db.write((tx) => signDriverOut(tx, deed, config.ADMIN_EMAILS, driver.id));
      return done.ok ? told(driver, "out") : NOT_ENDED[done.code];
    },
  }),
  end: intent({
    may: "staff",
    schema: z.object({ why: line("the reason", 200, "Say why, so that the others know.") }),
    run: async ({ services: { db, config } }, deed, driver: DriverFacts, { why }) => {
      const done = await db.write((tx) => endDriver(tx, deed, config.ADMIN_EMAILS, { id: driver.id, why }));
      return done.ok ? told(driver, "ended") : NOT_ENDED[done.code];
    },
  }),
  back: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db } }, deed, driver: DriverFacts) =>
      (await db.write((tx) => bringDriverBack(tx, deed, driver.id))) ? told(driver, "back") : CHANGED,
  }),
};
