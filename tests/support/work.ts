import type { Orm, Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import { newId } from "~/domain/kernel/ids.server";

/** A row of the outbox as another version of the program may have left it: of any kind, with any payload. */
export function putStored(tx: Tx, kind: string, cause: string, payload: Record<string, unknown> = {}): void {
  tx.insert(outbox)
    .values({ id: newId("outbox"), kind, cause, payload, run_at: Date.now(), created_at: Date.now() })
    .run();
}

/** The kinds of all work that was ever put into the outbox. */
export function workKinds(orm: Orm): string[] {
  return orm
    .select({ kind: outbox.kind })
    .from(outbox)
    .all()
    .map(({ kind }) => kind);
}
