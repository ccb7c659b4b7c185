import { drivers } from "#db/schema/index";
import { newId, type Id } from "~/domain/kernel/ids.server";
import type { TestWorld } from "./domain";

/** A driver who works, for a test's jobs. */
export function temporaryDriver(world: TestWorld): Promise<Id<"driver">> {
  return world.db.write((tx) => {
    const id = newId("driver");
    tx.insert(drivers).values({ id, name: "Dana Driver", phone: "(407) 555-0150", is_active: true, created_at: world.clock.at } as typeof drivers.$inferInsert).run();
    return id;
  });
}
