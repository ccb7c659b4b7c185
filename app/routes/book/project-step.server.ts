import { redirect } from "@remix-run/node";
import { EMPTY_DRAFT, type DraftData } from "~/domain/booking/draft/data";
import { findDraft, startDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { asPosted } from "~/domain/booking/draft/opened";
import { applyProject, type ProjectOutcome } from "~/domain/booking/draft/project-buttons";
import { keepTyped } from "~/domain/booking/draft/project-typed";
import { keepProject, saveProject } from "~/domain/booking/draft/save-step.server";
import { sentText, type Sent } from "~/domain/kernel/sent";
import { sizesOf } from "~/domain/pricing/types";
import { cleanZip } from "~/domain/service-area/rules";
import {
  CANNOT_CHANGE_NOW,
  CUSTOMER,
  needsCallBack,
  redirectWithDraft,
  releaseOwnHold,
  type OpenDraft,
} from "~/http/access/draft.server";
import { overtaken } from "~/http/answers/conflicts.server";
import { problem, refuse, shownAgain, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import { projectView } from "./project-view.server";
import { rescueTyped, TOO_MANY_DRAFTS } from "./rescue.server";
import { sendResumeLink } from "./resume.server";

/** The first form that is sent makes the draft. */
export async function beginDraft(scope: Scope, request: Request, sent: Sent) {
  const { db, clock } = scope.services;
  const { settings, sizes } = offerOf(scope);
  const begun = applyProject(emptyDraft(sent), sent, settings, sizes);
  if (!begun.ok) return refused(begun);
  if (!(await mayCause(scope, "draft", {})).ok)
    return problem(refuse(shownAgain(begun.values), { "": TOO_MANY_DRAFTS }), 429);
  const done = begun.done ? ["project"] : [];
  const draft = await startDraft(db, begun.data, clock.now(), settings.draftDays, done);
  return redirectWithDraft(scope, request, draft.id, nextPath(scope, draft.id, begun));
}

/** A form of /book whose draft is gone: see `rescueTyped`. Its other lines are, too; only their numbers stood in it. */
export function rescueProject(scope: Scope, request: Request, sent: Sent): Promise<Response> {
  const typed = keepTyped(emptyDraft(sent), sent);
  return rescueTyped(scope, request, sent, { typed, again: () => projectView(scope.services, null, typed, null) });
}

/** A button of the page; an open payment page ends first, which is asked for only when there is something to save. */
export async function pressButton(scope: Scope, sent: Sent, open: OpenDraft) {
  const { draft } = open;
  const { settings, sizes } = offerOf(scope);
  const looked = applyProject(draft.data, sent, settings, sizes);
  if (!looked.ok) return refused(looked);
  if (!(await releaseOwnHold(scope, open)))
    return problem(refuse(shownAgain(looked.values), { "": CANNOT_CHANGE_NOW }), 503);
  const deed = scope.deed(CUSTOMER);
  const saved = await scope.services.db.write((tx) => saveProject(tx, deed, settings, draft, sent, sizes));
  if (saved.ok) return redirect(nextPath(scope, draft.id, saved));
  if ("problem" in saved) return refused(saved);
  const now = findDraft(scope.services.db.orm, draft.id) ?? draft;
  return overtaken(sent, saved, now.version, "customer", (field) => (field === "lines" ? "dumpsterSize" : field));
}

/** Only "Continue" checks the whole step; until then what this button kept does not count as done. */
export async function mailProject(scope: Scope, sent: Sent, { draft, settings }: OpenDraft) {
  const deed = scope.deed(CUSTOMER);
  const data = await scope.services.db.write((tx) => keepProject(tx, deed, settings, draft, sent));
  return sendResumeLink(scope, { ...draft, data }, paths.book.project(draft.id));
}

/** The ZIP was typed on another page; this form carries it along. */
function emptyDraft(sent: Sent): DraftData {
  return { ...EMPTY_DRAFT, zip: cleanZip(sentText(sent, "zip")) ?? "" };
}

/** The line that the page's form is about, as it stands in the order now. */
export function openLineOf(data: DraftData, form: FormData): Problem["values"] {
  const { dumpsterSize, quantity, materialCategory } = asPosted(data, form.get("line"));
  return { dumpsterSize: String(dumpsterSize ?? ""), quantity: String(quantity), materialCategory };
}

function offerOf({ services }: Scope) {
  return { settings: services.settings(), sizes: sizesOf(services.catalogue().prices) };
}

function refused({ problem: { values, ...rest } }: Extract<ProjectOutcome, { ok: false }>) {
  return problem({ ok: false, ...rest, values: shownAgain(values) });
}

const PLACES = {
  price: "price-heading",
  order: "cart-heading",
  apart: "cart-heading",
  heavy: "dumpsterSize-note",
} as const;
type Kept = Extract<ProjectOutcome, { ok: true }>;
function nextPath(scope: Scope, draft: Draft["id"], { data, done, open, shows }: Kept): string {
  if (!done)
    return paths.book.project(draft, open, shows && PLACES[shows], shows === "apart" || shows === "heavy" ? shows : "");
  return (needsCallBack(scope, draft, data) ? paths.book.callback : paths.book.schedule)(draft);
}
