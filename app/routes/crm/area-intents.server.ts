import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { readDollars } from "~/domain/kernel/money";
import {
  changeZips,
  makeArea,
  MOST_AREAS,
  saveArea,
  type AreaChange,
  type AreaMade,
  type AreaTerms,
} from "~/domain/service-area/areas.server";
import { crmPaths } from "~/crm-paths";
import type { ServiceArea } from "~/domain/service-area/service-area.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";

const REFUSED = {
  missing: "There is no such area any more.",
  changed:
    "Somebody else changed this area meanwhile, so nothing was saved. What you typed is still here: compare it with the area as it is now, and save again.",
  name_taken: "Another area has this name.",
  too_many: `There are ${MOST_AREAS} areas, and no more can be made: change one that is not needed any more.`,
} as const;

function answer(done: AreaChange | Exclude<AreaMade, { ok: true }>): Done {
  return done.ok
    ? done
    : { ok: false, message: REFUSED[done.code], field: done.code === "name_taken" ? "areaName" : "", status: 409 };
}

const amount = (what: string) =>
  z
    .string()
    .catch("")
    .transform((typed, ctx) => {
      const cents = readDollars(typed);
      if (cents === null)
        ctx.addIssue({ code: "custom", message: `Enter the ${what} in dollars, such as 25 or 49.50.` });
      return cents ?? z.NEVER;
    });
const TERMS = {
  areaName: z.preprocess(oneLine, z.string().min(1, "Enter a name.").max(60, tooLong("the name", 60))),
  deliveryFee: amount("delivery fee"),
  minimumOrder: amount("smallest order"),
  isActive: z.literal("on").optional().catch(undefined),
};
const terms = (value: z.output<z.ZodObject<typeof TERMS>>): AreaTerms => ({
  area_name: value.areaName,
  delivery_fee: value.deliveryFee,
  minimum_order: value.minimumOrder,
  is_active: value.isActive === "on",
});
const seen = z.string().catch("");
const zips = (how: "add" | "remove") =>
  intent({
    may: "admin",
    schema: z.object({ seen, zips: z.string().catch("") }),
    run: async ({ services: { db } }, deed, { id }: ServiceArea, { seen: version, zips: typed }) =>
      answer(await db.write((tx) => changeZips(tx, deed, id, { typed, how, seen: version }))),
  });

/** What an admin does with a service area; staff read it (domain.md, section 5). */
export const AREA_INTENTS: Intents<ServiceArea> = {
  save: intent({
    may: "admin",
    schema: z.object({ seen, ...TERMS }),
    run: async ({ services: { db } }, deed, { id }: ServiceArea, value) =>
      answer(await db.write((tx) => saveArea(tx, deed, id, terms(value), value.seen))),
  }),
  add: zips("add"),
  remove: zips("remove"),
};

/** On the list of areas: one more. */
export const MAKE_AREA_INTENTS: Intents<null> = {
  make: intent({
    may: "admin",
    schema: z.object(TERMS),
    run: async ({ services: { db } }, deed, _list: null, value) => {
      const made = await db.write((tx) => makeArea(tx, deed, terms(value)));
      return made.ok ? { ok: true, to: crmPaths.serviceArea(made.id) } : answer(made);
    },
  }),
};
