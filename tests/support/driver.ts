import { accounts, drivers } from "#db/schema/index";
import { newId, type Id } from "~/domain/kernel/ids.server";
import type { TestWorld } from "./domain";

/** A driver who works, for a test's jobs. */
export function temporaryDriver(world: TestWorld): Promise<Id<"driver">> {
  return world.db.write((tx) => {
    const user_id = newId("account");
    tx.insert(accounts)
      .values({
        id: user_id,
        email: `${user_id}@example.com`.toLowerCase(),
        password_hash: "none",
        created_at: world.clock.at,
      })
      .run();
    return tx
      .insert(drivers)
      .values({ id: newId("driver"), user_id, name: "Dana Driver", created_at: world.clock.at })
      .returning()
      .get().id;
  });
}
