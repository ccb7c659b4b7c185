import type { Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import { HOUR, MINUTE, plus } from "../kernel/time.server";
import { ANSWER_WITHIN_MINUTES } from "./kinds";
import { openTask } from "./tasks.server";

/**
 * One task for all that strange numbers want in an hour, once there are more than people have: a list of hundreds would hide
 * the customers who wait. Who comes after somebody has looked at them is to be looked at anew, and however many come, it
 * stays due when it was. `subject`: the newest of them.
 */
export function needForMany(tx: Tx, deed: Deed, subject: { kind: "call" | "message"; id: string }): void {
  openTask(tx, deed, {
    kind: "strangers",
    cause: `strangers:${subject.kind}:${Math.floor(deed.now / HOUR)}`,
    subject,
    due: plus(deed.now, ANSWER_WITHIN_MINUTES * MINUTE),
    again: true,
  });
}
