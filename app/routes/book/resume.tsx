import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { findDraftByResumeKey, wakeDraft } from "~/domain/booking/draft/drafts.server";
import { enter } from "~/http/context.server";
import { CUSTOMER, nextStation, readOpenDraft, redirectWithDraft, stationPath } from "~/http/access/draft.server";
import { paths } from "~/paths";

/** Opens a saved draft on this device, at the first step that still wants something. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const draft = findDraftByResumeKey(scope.services.db.orm, new URL(args.request.url).searchParams.get("key") ?? "");
  if (!draft) return redirect(paths.book.expired());
  const { services } = scope;
  await services.db.write((tx) => wakeDraft(tx, scope.deed(CUSTOMER), draft.id, services.settings().draftDays));
  return redirectWithDraft(
    scope,
    args.request,
    draft.id,
    stationPath(nextStation(readOpenDraft(scope, draft)), draft.id),
  );
}
