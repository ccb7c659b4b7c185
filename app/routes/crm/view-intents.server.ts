import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import {
  keepView,
  MOST_VIEWS,
  removeView,
  renameView,
  VIEW_NAME,
  type ViewResult,
} from "~/domain/booking/office/views.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";

const REFUSED: Record<Extract<ViewResult, { ok: false }>["code"], string> = {
  full: `There are ${MOST_VIEWS} views already. Remove one first.`,
  same_name: "Another view has this name.",
  unknown: "There is no such view any more.",
  not_yours: "Views of everybody are for admins to make and to change.",
};

const name = z.preprocess(oneLine, z.string().min(1, "Enter a name.").max(VIEW_NAME, tooLong("the name", VIEW_NAME)));
const id = z.string().catch("");

/** `field`: beside which a name that will not do is said. */
const answer = (done: ViewResult, field: string, to?: string): Done =>
  done.ok
    ? { ok: true, ...(to && { to }) }
    : { ok: false, message: REFUSED[done.code], field: done.code === "same_name" ? field : "", status: 409 };

/** What somebody does with the views of the bookings' list. On: the filter that stands in the page's address. */
export const VIEW_INTENTS: Intents<string> = {
  keep: intent({
    may: "staff",
    schema: z.object({ viewName: name, shared: z.literal("on").optional().catch(undefined) }),
    run: async ({ services: { db } }, deed, filter: string, { viewName, shared }): Promise<Done> => {
      if (filter === "") return { ok: false, message: "Search the list first, then save what it shows." };
      const view = { name: viewName, filter, isShared: shared === "on" };
      return answer(await db.write((tx) => keepView(tx, deed, view)), "viewName", crmPaths.bookingsBy(filter));
    },
  }),
  rename: intent({
    may: "staff",
    schema: z.object({ view: id, newName: name }),
    run: async ({ services: { db } }, deed, _filter: string, { view, newName }): Promise<Done> =>
      answer(await db.write((tx) => renameView(tx, deed, view, newName)), "newName"),
  }),
  remove: intent({
    may: "staff",
    schema: z.object({ view: id }),
    run: async ({ services: { db } }, deed, _filter: string, { view }): Promise<Done> =>
      answer(await db.write((tx) => removeView(tx, deed, view)), ""),
  }),
};
