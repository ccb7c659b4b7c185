import { yearOf } from "~/domain/kernel/moments";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOrNear } from "~/domain/records/find-near.server";
import { requireCrm } from "~/http/access/guards.server";
import { json } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";
import { foundWords } from "./found.server";

/**
 * The search for scripts: `{results:[{kind,title,detail,url,call}]}` (contract.md), with `near` where nothing fits and they
 * are names that are spelled nearly so.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const search = new URL(args.request.url).searchParams.get("q") ?? "";
  const now = scope.services.clock.now();
  const thisYear = yearOf(now);
  const { hits, isNear } = findOrNear(scope.services.db.orm, search, now);
  return json({ results: hits.map((hit) => foundWords(hit, thisYear)), ...(isNear && { near: true }) });
}
