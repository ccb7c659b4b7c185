import type { LoaderFunctionArgs } from "@remix-run/node";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { fieldWord, valueWords } from "~/domain/booking/draft/write-words";
import { isCallers } from "~/domain/booking/draft/writes";
import { listWritesSince } from "~/domain/booking/draft/writes.server";
import { CUSTOMER } from "~/http/access/draft.server";
import { mayOpenDraft } from "~/http/access/links.server";
import { json, jsonError } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";

/** What the office has changed in this order since the caller's page was made, in words; for scripts. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { orm } = scope.services.db;
  const search = new URL(args.request.url).searchParams;
  const draft = findDraft(orm, search.get("draft") ?? "");
  if (!draft || !mayOpenDraft(scope, args.request, draft))
    return jsonError(404, { code: "not_found", message: "There is no such order in this browser." });
  const seen = Number(/^\d{1,9}$/.exec(search.get("seen") ?? "")?.[0] ?? 0);
  const words = listWritesSince(orm, draft.id, seen, CUSTOMER)
    .filter(isCallers)
    .map(({ field, was, now }) => `${fieldWord(field)}: ${valueWords(field, was)} → ${valueWords(field, now)}`);
  return json({ words });
}
