import { redirect } from "@remix-run/node";
import { EMPTY_DRAFT } from "~/domain/booking/draft/data";
import { endsLinks, findDraft, unsavedDraft } from "~/domain/booking/draft/drafts.server";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { phoneScheduleSchema, scheduleSchema } from "~/domain/booking/draft/fields";
import { keepWhatFits } from "~/domain/booking/draft/schedule-typed";
import {
  findOvertaken,
  findWrong,
  keepSchedule,
  saveSchedule,
  withCityOfZip,
  type Asked,
} from "~/domain/booking/order/save-schedule.server";
import { sentText, type Sent } from "~/domain/kernel/sent";
import {
  CANNOT_CHANGE_NOW,
  CUSTOMER,
  mayVisit,
  nextStation,
  readOpenDraft,
  releaseOwnHold,
  stationPath,
  type OpenDraft,
} from "~/http/access/draft.server";
import { overtaken } from "~/http/answers/conflicts.server";
import { parseSent, problem, refuse, shownAgain } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { mayCause, waitWords } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import { scheduleView } from "./schedule-view.server";
import { rescueTyped } from "./rescue.server";
import { sendResumeLink } from "./resume.server";

/** What a button asks of the form, and where it leads when nothing of that is wrong; null: the whole step is saved. */
interface Button {
  asks: Asked;
  leads: ((scope: Scope, draft: OpenDraft["draft"]) => Response | Promise<Response>) | null;
}
const schedulePath = ({ id }: OpenDraft["draft"]) => paths.book.schedule(id);
const BUTTONS = {
  continue: { asks: "everything", leads: null },
  update: { asks: "what was typed", leads: (_, draft) => redirect(`${schedulePath(draft)}#price-heading`) },
  day: { asks: "what was typed", leads: (_, draft) => redirect(`${schedulePath(draft)}#deliveryDate`) },
  "email-link": {
    asks: "the email address",
    leads: (scope, draft) => sendResumeLink(scope, draft, schedulePath(draft)),
  },
} as const satisfies Record<string, Button>;

/** Which button was pressed; one of the offered days has a name of its own (`day`). An unknown one continues. */
function buttonOf(sent: Sent): Button {
  const intent = sentText(sent, "intent");
  if (intent === "email-link") return BUTTONS[intent];
  return sent.day !== undefined ? BUTTONS.day : intent === "update" ? BUTTONS.update : BUTTONS.continue;
}

/** The form as it was sent; the day of an offered day's button is the one that was typed. */
export function withChosenDay(sent: Sent): Sent {
  return sent.day === undefined ? sent : { ...sent, deliveryDate: sentText(sent, "day") };
}

/** Keeps what was typed and leads on as the button says, or says what is wrong. */
export async function pressButton(scope: Scope, asSent: Sent, open: OpenDraft) {
  const { draft, settings } = open;
  const { db, clock } = scope.services;
  const deed = scope.deed(CUSTOMER);
  const meanwhile = findOvertaken(db.orm, draft, asSent, CUSTOMER);
  if (meanwhile) return overtaken(asSent, meanwhile, draft.version, "customer");
  const ends = endsLinks(db.orm, draft, keepWhatFits(draft.data, asSent));
  const counted = ends ? await mayCause(scope, "other-email", { target: draft.id }) : null;
  if (counted?.ok === false) {
    const kept = await db.write((tx) => keepSchedule(tx, deed, settings, draft, asSent, { formerEmail: true }));
    return problem(refuse(shownAgain(asSent), { email: emailStays(kept.contactInfo.email, counted.retryAfter) }), 429);
  }
  if (!mayVisit(open, "schedule")) {
    await db.write((tx) => keepSchedule(tx, deed, settings, draft, asSent));
    return redirect(stationPath(nextStation(open), draft.id));
  }

  const sent = withCityOfZip(db.orm, draft.data.zip, asSent);
  // By phone the office may take an order without an email address; then everything goes by text message.
  const isByText = draft.preparedBy !== null && draft.data.contactInfo.email === "" && sent.smsConsent === "on";
  const parsed = parseSent(sent, isByText ? phoneScheduleSchema : scheduleSchema);
  const button = buttonOf(sent);
  if (parsed.ok && !button.leads) return saveAndGoOn(scope, open, parsed);
  const kept = await db.write((tx) => keepSchedule(tx, deed, settings, draft, sent));
  const ill = parsed.ok ? {} : parsed.fields;
  const wrong = findWrong(db.orm, settings, { kept, sent, ill }, button.asks, clock.now());
  if (wrong) {
    const refused = refuse(parsed.values, wrong.fields);
    return problem(wrong.isOutside ? { ...refused, callBack: callBackPath(draft.id, "outside_area") } : refused);
  }
  if (!button.leads) throw new Error("a form that is wrong says what is wrong");
  return button.leads(scope, { ...draft, data: kept });
}

async function saveAndGoOn(scope: Scope, open: OpenDraft, { value, values }: ParsedSchedule) {
  const { draft, settings } = open;
  if (!(await releaseOwnHold(scope, open))) return problem(refuse(values, { "": CANNOT_CHANGE_NOW }), 503);
  const deed = scope.deed(CUSTOMER);
  const { db } = scope.services;
  const seen = seenIn(values);
  const saved = await db.write((tx) => saveSchedule(tx, deed, settings, draft, value, seen));
  if (saved.ok) return redirect(paths.book.agreement(draft.id));
  if (saved.meanwhile)
    return overtaken(values, saved.meanwhile, findDraft(db.orm, draft.id)?.version ?? draft.version, "customer");
  const refused = refuse(values, saved.fields);
  return problem(saved.offerCallBack ? { ...refused, callBack: callBackPath(draft.id, saved.offerCallBack) } : refused);
}

type ParsedSchedule = Extract<ReturnType<typeof parseSent<typeof scheduleSchema>>, { ok: true }>;

function callBackPath(draftId: string, why: string): string {
  return `${paths.book.callback(draftId)}&why=${why}`;
}

/** Beside the field then. */
function emailStays(former: string, retryAfter: number): string {
  return `This email address was changed too often in a short time, so ${former} stays for now; everything else is kept. Type that address to go on, or change it again in ${waitWords(retryAfter)}.`;
}

/** A form of /book/schedule whose draft is gone: see `rescueTyped`. */
export function rescueSchedule(scope: Scope, request: Request, sent: Sent): Promise<Response> {
  const { services } = scope;
  const typed = keepWhatFits(EMPTY_DRAFT, sent);
  const again = () => scheduleView(services, readOpenDraft(scope, unsavedDraft(typed, services.clock.now())), null);
  return rescueTyped(scope, request, sent, { typed, again });
}
