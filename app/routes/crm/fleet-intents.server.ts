import { z } from "zod";
import { oneLine, readDate } from "~/domain/booking/draft/fields-text";
import {
  bringDriverBack,
  changeDriver,
  endDriver,
  setDaysOff,
  signDriverOut,
  takeBackDaysOff,
  type DriverFacts,
} from "~/domain/fleet/drivers.server";
import { saveFacility, saveTruck, type FleetResult } from "~/domain/fleet/fleet.server";
import { formatDay } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { readPhone } from "~/domain/kernel/phone";
import { cut, listed } from "~/domain/kernel/text";
import { crmPaths } from "~/crm-paths";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";

const text = z.string().trim().catch("");
const seen = text.transform((said) => said || null);
const line = (most: number, missing: string) =>
  z.preprocess(oneLine, z.string().min(1, missing).max(most, `Shorten it to ${most} characters or fewer.`));
const note = (most: number) =>
  text.pipe(z.string().max(most, `Shorten it to ${most.toLocaleString("en-US")} characters or fewer.`));
const on = (missing: string) =>
  z.unknown().transform((value, ctx) => {
    const found = readDate(value);
    if (!found) ctx.addIssue({ code: "custom", message: missing });
    return found ?? z.NEVER;
  });
const maybeDay = z.unknown().transform((value, ctx) => {
  const found = value === "" || value === undefined ? null : readDate(value);
  if (found === null && value !== "" && value !== undefined)
    ctx.addIssue({ code: "custom", message: "Enter a day, or nothing." });
  return found;
});
const phone = text.transform((typed, ctx) => {
  const found = typed === "" ? null : readPhone(typed);
  if (typed !== "" && !found) ctx.addIssue({ code: "custom", message: "Enter a phone number with its area code." });
  return found?.e164 ?? null;
});
const inUse = z.unknown().transform((sent) => sent === "on");
const CHANGED: Done = {
  ok: false,
  message: "Somebody else has just changed this. Look at it again, then decide.",
  status: 409,
};

const answerFleet = (done: FleetResult, to: string): Done => {
  if (done.ok) return { ok: true, to };
  return done.code === "name_taken"
    ? { ok: false, message: "Another one has this name already.", field: "name" }
    : CHANGED;
};

/** Trucks: for admins and staff alike, as dispatch is (domain.md, section 5). */
export const TRUCK_INTENTS: Intents<null> = {
  save: intent({
    may: "staff",
    schema: z.object({
      id: text.transform((id) => (id || null) as Id<"truck"> | null),
      seen,
      name: line(40, "Enter a name, as the drivers say it."),
      plate: text.pipe(z.string().max(20, "Shorten the plate.")).transform((plate) => plate || null),
      notes: note(500),
      is_active: inUse,
    }),
    run: async ({ services: { db } }, deed, _on: null, { id, seen, ...wish }) =>
      answerFleet(await db.write((tx) => saveTruck(tx, deed, id, wish, seen)), `${crmPaths.trucks}?told=saved`),
  }),
};

/** Where loads are dumped. */
export const FACILITY_INTENTS: Intents<null> = {
  save: intent({
    may: "staff",
    schema: z.object({
      id: text.transform((id) => (id || null) as Id<"facility"> | null),
      seen,
      name: line(80, "Enter its name."),
      address: note(120),
      zip: text.pipe(z.string().regex(/^\d{5}$/, "Enter its ZIP code, five digits.")),
      materials: note(200),
      hours: note(120),
      is_active: inUse,
    }),
    run: async ({ services: { db } }, deed, _on: null, { id, seen, ...wish }) =>
      answerFleet(await db.write((tx) => saveFacility(tx, deed, id, wish, seen)), `${crmPaths.facilities}?told=saved`),
  }),
};

const told = (driver: DriverFacts, what: string): Done => ({ ok: true, to: `${crmPaths.driver(driver.id)}?told=${what}` });
const period = { from: on("Enter the first day."), until: on("Enter the last day.") };
const MOST_NAMED = 8;

/** What the office does with one driver. */
export const DRIVER_INTENTS: Intents<DriverFacts> = {
  save: intent({
    may: "staff",
    schema: z.object({
      seen,
      name: line(80, "Enter the driver’s name."),
      phone,
      truck_id: text.transform((id) => (id || null) as Id<"truck"> | null),
      licence_notes: note(500),
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
      if (done.code !== "has_jobs")
        return { ok: false, message: "The last day is on or after the first, and within 60 days of it.", field: "until" };
      const named = done.jobs.slice(0, MOST_NAMED).map(({ booking, name, day }) => `${booking} (${name}, ${formatDay(day, { short: true })})`);
      const more = done.jobs.length - named.length;
      return {
        ok: false,
        message: `${driver.name} has ${done.jobs.length === 1 ? "a job" : `${done.jobs.length} jobs`} then: ${listed([...named, ...(more > 0 ? [`${more} more`] : [])])}. Tick the box to save the days all the same; each job becomes a task.`,
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
  "sign-out": intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db } }, deed, driver: DriverFacts) => {
      await db.write((tx) => signDriverOut(tx, deed, driver.id));
      return told(driver, "out");
    },
  }),
  end: intent({
    may: "staff",
    schema: z.object({ why: line(200, "Say why, so that the others know.") }),
    run: async ({ services: { db } }, deed, driver: DriverFacts, { why }) =>
      (await db.write((tx) => endDriver(tx, deed, driver.id, why))) ? told(driver, "ended") : CHANGED,
  }),
  back: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db } }, deed, driver: DriverFacts) =>
      (await db.write((tx) => bringDriverBack(tx, deed, driver.id))) ? told(driver, "back") : CHANGED,
  }),
};
