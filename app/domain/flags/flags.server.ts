import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { featureFlags } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { describeFlags, isFlagName, type FlagName, type GivenFlags } from "./flags";

/** What admins have switched. A row of a flag that this version does not know is left out. */
export function readSwitchedFlags(orm: Orm): GivenFlags {
  const rows = orm.select({ name: featureFlags.name, value: featureFlags.value }).from(featureFlags).all();
  return Object.fromEntries(rows.filter(({ name }) => isFlagName(name)).map(({ name, value }) => [name, value]));
}

export type SwitchResult =
  | { ok: true }
  /** `set_outside`: the environment has the last word. `changed`: another admin switched it meanwhile. */
  | { ok: false; code: "set_outside" | "changed" };

/**
 * Switches a flag, from the value that the page showed to `to`; null goes back to the default. Pressed twice, it is
 * switched once.
 */
export function switchFlag(
  tx: Tx,
  deed: Deed<StaffActor>,
  given: GivenFlags,
  { name, was, to }: { name: FlagName; was: boolean; to: boolean | null },
): SwitchResult {
  const valueNow = () => describeFlags(given, readSwitchedFlags(tx)).find((flag) => flag.name === name)?.value;
  if (given[name] !== undefined) return { ok: false, code: "set_outside" };
  const before = valueNow();
  if (to !== null && before === to) return { ok: true };
  if (before !== was) return { ok: false, code: "changed" };
  if (to === null) tx.delete(featureFlags).where(eq(featureFlags.name, name)).run();
  else {
    const row = { value: to, updated_by: deed.by.label, updated_at: deed.now };
    tx.insert(featureFlags)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: featureFlags.name, set: row })
      .run();
  }
  const after = valueNow();
  if (before !== after)
    recordEvent(tx, deed, {
      subject: { kind: "flag", id: name },
      action: "flag_switched",
      from: before ? "on" : "off",
      to: after ? "on" : "off",
    });
  return { ok: true };
}
