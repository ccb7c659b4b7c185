import { and, gte, lt, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import { sha256, type Id } from "../../kernel/ids.server";
import { enqueue } from "../../outbox/outbox.server";

const MINUTE_MS = 60_000;

/**
 * Begins the cause of every mail with a draft's link; ";" is the character after ":", so that a range finds them by the
 * index.
 */
const causeOf = (draftId: string, end: ":" | ";") => `mail.resume:${draftId}${end}`;

/** Has a draft's link mailed to the address typed in it: at most once a minute to each address. Wall time. */
export function mailResumeLink(tx: Tx, draftId: Id<"draft">, email: string): void {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  enqueue(tx, {
    kind: "mail.resume",
    cause: `${causeOf(draftId, ":")}${sha256(email.toLowerCase()).slice(0, 16)}:${minute}`,
    payload: { draftId },
  });
}

const mailed = prepared((orm) =>
  orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(gte(outbox.cause, sql.placeholder("from")), lt(outbox.cause, sql.placeholder("to"))))
    .limit(1)
    .prepare(),
);

/** Whether a draft's link was asked for by mail, as long as the outbox remembers (90 days). */
export function wasLinkMailed(orm: Orm, draftId: Id<"draft">): boolean {
  return mailed(orm).get({ from: causeOf(draftId, ":"), to: causeOf(draftId, ";") }) !== undefined;
}
