import { z } from "zod";
import { saveFacility, saveTruck, type FleetResult } from "~/domain/fleet/fleet.server";
import type { Id } from "~/domain/kernel/ids.server";
import { tooLong } from "~/domain/kernel/too-long";
import { crmPaths } from "~/crm-paths";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { CHANGED, inUse, line, note, seen, text } from "./fleet-fields.server";

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
      name: line("the name", 40, "Enter a name, as the drivers say it."),
      plate: text.pipe(z.string().max(20, tooLong("the plate", 20))).transform((plate) => plate || null),
      notes: note("the notes", 500),
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
      name: line("the name", 80, "Enter its name."),
      address: note("the address", 120),
      zip: text.pipe(z.string().regex(/^\d{5}$/, "Enter its ZIP code, five digits.")),
      materials: note("the materials", 200),
      hours: note("the hours", 120),
      is_active: inUse,
    }),
    run: async ({ services: { db } }, deed, _on: null, { id, seen, ...wish }) =>
      answerFleet(await db.write((tx) => saveFacility(tx, deed, id, wish, seen)), `${crmPaths.facilities}?told=saved`),
  }),
};
