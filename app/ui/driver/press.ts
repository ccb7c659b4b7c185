import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import type { Day } from "~/domain/kernel/days";
import { dayOn } from "~/domain/kernel/moments";
import { NO_PHOTO } from "~/domain/photos/rules";
import type { Problem } from "~/http/answers/forms.server";
import { keepStep, readJobs } from "./phone-store";
import { positionNow } from "./position";
import { sendJournal, tellTabs, type Sent } from "./send-journal";
import { AT_THE_SCALE, reportMissing, stepAsks } from "./step-words";

/**
 * What became of a press. `sent`: how its sending ends, which may take as long as a bad line; `again`: by the field, what
 * the driver is asked for, null where nothing could be saved on this phone.
 */
export type Pressed =
  | { ok: true; sent: Promise<Sent> }
  | {
      ok: false;
      again: Record<string, string>;
      /** What the button pressed again answers. */ sure?: string | undefined;
    }
  | { ok: false; again: null };

/** The one step that waits for the office's answer: the scale is there to look again. */
const WAITS: string = "ticketed";

/**
 * A step that was pressed, or what was found: saved on this phone first, so that neither a lost line nor a killed tab loses
 * it, and seen from that moment in all tabs; then sent. What the office refuses while the driver waits at the scale is asked
 * for again, and not kept.
 */
async function pressStep(driver: string, job: DriverJob, step: string, fields: FormData): Promise<Pressed> {
  const data = typedIn(fields);
  // By this phone's clock, unless it is behind: the office's day, as it was read last, has come.
  const read = await readJobs().catch(() => null);
  const { missing, sure } = stepAsks(step, data, job, [dayOn(Date.now()), read?.today ?? ""].sort()[1] as Day);
  const pictures: File[] = [];
  for (const [name, value] of fields) {
    if (typeof value === "string" || value.size === 0) continue;
    pictures.push(value);
    // One that cannot be read any more cannot be kept either, which is said below.
    const wrong = await wrongWith(value).catch(() => null);
    if (wrong) missing[name] = NO_PHOTO[wrong];
  }
  if (step === "report") Object.assign(missing, reportMissing(data, pictures.length > 0));
  if (Object.keys(missing).length > 0) return { ok: false, again: missing, sure };
  delete data["sure"];
  if (step === "attempted") Object.assign(data, await positionNow());
  const seen = { day: job.day, window: job.window };
  const kept = await keepStep({ driver, jobId: job.id, attempt: job.attempt, step, data, seen }, pictures).catch(
    () => null,
  );
  if (!kept) {
    tellTabs();
    return { ok: false, again: null };
  }
  if (step !== WAITS) {
    tellTabs();
    return { ok: true, sent: sendJournal(driver).then(({ sent }) => sent, LATER) };
  }
  const { sent, refused } = await sendJournal(driver, { isWaitedFor: true, isAlone: true }).catch(() => ({
    sent: LATER(),
    refused: [],
  }));
  // Nobody waits at the scale for pictures.
  void sendJournal(driver).catch(LATER);
  const mine = refused.find(({ id }) => id === kept.id);
  if (!mine) return { ok: true, sent: Promise.resolve(sent) };
  const [field, words] = AT_THE_SCALE[mine.why as keyof typeof AT_THE_SCALE];
  return { ok: false, again: { [field]: words } };
}

/** JPEG, PNG, WebP. The office tells more of them apart (kernel/picture-type.ts), which would only weigh on a phone. */
const PICTURE = /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP)/s;

/** What the office would refuse by its kind and its first bytes; the rest it sees when it opens the picture. */
async function wrongWith(picture: File): Promise<keyof typeof NO_PHOTO | null> {
  if (/hei[cf]/.test(picture.type)) return "heic";
  const head = new Uint8Array(await picture.slice(0, 12).arrayBuffer());
  return PICTURE.test(String.fromCharCode(...head)) ? null : "not_a_picture";
}

/** Where even the sending itself broke: it is tried again like what was asked too often. */
const LATER = (): Sent => "later";

const NOT_KEPT =
  "Nothing could be saved: the phone is full, or the browser is in private mode. Press again without a photo, or call the office.";

function typedIn(fields: FormData): Record<string, string> {
  const data: Record<string, string> = {};
  for (const [name, value] of fields) if (typeof value === "string" && name !== "intent") data[name] = value;
  return data;
}

/** What the form shows again, as after a refusal of the server; undefined where nothing is wrong. */
export function problemOf(done: Pressed, step: string, fields: FormData): Problem | undefined {
  if (done.ok) return undefined;
  return {
    ok: false,
    fields: done.again ?? { "": NOT_KEPT },
    values: { ...typedIn(fields), intent: step, ...(done.again && done.sure && { sure: done.sure }) },
  };
}

/** A step that was pressed, and whether it can go to the office (`goes`) where this phone could not keep it. */
export async function pressOrSend(...press: Parameters<typeof pressStep>): Promise<{ done: Pressed; goes: boolean }> {
  const done = await pressStep(...press);
  return { done, goes: !done.ok && done.again === null && (await isRestSent(press[0])) };
}

/**
 * Whether a step can go to the office by itself: there is signal, and what was pressed before it is there, or nothing could be
 * kept. Who is signed out is asked to sign in by it.
 */
const isRestSent = async (driver: string): Promise<boolean> =>
  (await isServerThere()) &&
  (await sendJournal(driver, { isAlone: true }).then(
    ({ sent }) => sent === "done" || sent === "signed_out",
    () => true,
  ));

const ANSWER_MS = 5_000;

/**
 * Whether there is signal, as far as the server: a browser knows only of its own nearest line. On a line that carries
 * nothing a question stays open for minutes, and so would whoever waits for it.
 */
export const isServerThere = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
