import { and, eq, isNull } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { closures } from "#db/schema/index";
import type { Day } from "../kernel/days";

/** What was closed of a day and is neither undone nor opened again. */
export function activeClosures(orm: Orm, day: Day): (typeof closures.$inferSelect)[] {
  const active = and(eq(closures.day, day), isNull(closures.undone_at), isNull(closures.reopened_at));
  return orm.select().from(closures).where(active).all();
}
