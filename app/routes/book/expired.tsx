import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { findDraft, wakeDraft } from "~/domain/booking/draft/drafts.server";
import { mayOpenDraft } from "~/http/access/links.server";
import { enter, type Scope } from "~/http/context.server";
import { CUSTOMER, nextStation, readOpenDraft, stationPath } from "~/http/access/draft.server";
import { paths } from "~/paths";
import { DraftExpired } from "~/ui/booking/dead-ends";
import { ErrorSummary, useProblem } from "~/ui/form";
import type { BookContext } from "./layout";

function findMine(scope: Scope, request: Request) {
  const draft = findDraft(scope.services.db.orm, new URL(request.url).searchParams.get("draft") ?? "");
  return draft && mayOpenDraft(scope, request, draft) ? draft : null;
}

/** A draft that waited too long, or that this browser may not open. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  return { canContinue: findMine(scope, args.request) !== null };
}

/** Wakes an expired draft; its prices and days are checked again at the next step. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const draft = findMine(scope, args.request);
  if (!draft) return redirect(paths.book.project());
  const { services } = scope;
  await services.db.write((tx) => wakeDraft(tx, scope.deed(CUSTOMER), draft.id, services.settings().draftDays));
  return redirect(stationPath(nextStation(readOpenDraft(scope, draft)), draft.id));
}

export default function Expired() {
  const { facts } = useOutletContext<BookContext>();
  const { canContinue } = useLoaderData<typeof loader>();
  return (
    <>
      <ErrorSummary problem={useProblem()} />
      <DraftExpired facts={facts} canContinue={canContinue} />
    </>
  );
}
