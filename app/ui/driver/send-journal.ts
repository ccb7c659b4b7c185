import type { Journaled } from "~/domain/driver/journal.server";
import { MOST_PHOTO_BYTES, NO_PHOTO } from "~/domain/photos/rules";
import { driverPaths } from "~/driver-paths";
import { shrinkPicture } from "../office/shrink-photos";
import type { PhoneJobs } from "./phone-jobs";
import {
  deviceId,
  keepJobs,
  keepScaled,
  markPhoto,
  markSteps,
  photosOf,
  stepsOf,
  unsentOf,
  type PhoneEntry,
  type PhonePhoto,
} from "./phone-store";

/** How a sending ended. `offline`: no answer; `signed_out` and `other`: not by who is signed in now; `later`: asked too often. */
export type Sent = "done" | "offline" | "signed_out" | "other" | "later";

const AT_ONCE = 40;
/** A line that has not answered by then is none. */
const PATIENCE_MS = 15_000;
const PICTURE_MS = 120_000;
export const CHANNEL = "driver-journal";

/** Tells this browser's tabs that something on the phone has changed, or could not be. */
export function tellTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/**
 * Sends what only this phone has, the oldest first, by one tab at a time; then reads the jobs anew. Nothing is marked as
 * sent before the office has said so. `refused`: what the driver who waits at the scale is asked for again. `isAlone`: the
 * steps without their pictures, which may take minutes.
 */
export async function sendJournal(
  driver: string,
  { isWaitedFor = false, isAlone = false }: Partial<Record<"isWaitedFor" | "isAlone", boolean>> = {},
): Promise<{ sent: Sent; refused: Journaled["refused"] }> {
  const send = () => sendAll(driver, isWaitedFor);
  const { held, ...done } = navigator.locks ? await navigator.locks.request(CHANNEL, send) : await send();
  // Pictures may take minutes.
  tellTabs();
  if (isAlone) return done;
  if (done.sent === "done") await Promise.all([readAnew(driver), sendPhotos(driver)]);
  // What the office holds of a phone that is signed out, it sees with its pictures.
  else if (held.length > 0) await sendPhotos(driver, new Set(held));
  tellTabs();
  return done;
}

/** `held`: the steps that the office has, and does nothing with, because this phone may send no more. */
async function sendAll(
  driver: string,
  isWaitedFor: boolean,
): Promise<{ sent: Sent; refused: Journaled["refused"]; held: string[] }> {
  const refused: Journaled["refused"] = [];
  let atOnce = AT_ONCE;
  for (;;) {
    const unsent = await unsentOf(driver);
    const batch = unsent.slice(0, atOnce);
    const photos = (await photosOf(driver)).filter(({ refused }) => refused === undefined);
    const answer = await post(driver, batch, unsent.length - batch.length + photos.length, isWaitedFor);
    if ("sent" in answer) {
      if (!answer.isUnreadable) return { sent: answer.sent, refused, held: answer.held };
      // One that cannot be read must not hold up the others: they go one by one until it is found.
      if (batch.length === 1) await markSteps([batch[0]?.id ?? ""], "refused");
      atOnce = 1;
      continue;
    }
    refused.push(...answer.refused);
    await markSteps(answer.accepted, "sent");
    // Of a job that the office does not have it keeps nothing: that stays here.
    const [nowhere, disputed] = [[] as string[], [] as string[]];
    for (const { id, why } of answer.conflicts) (why === "unknown_job" ? nowhere : disputed).push(id);
    await markSteps(nowhere, "refused");
    await markSteps([...answer.waiting, ...disputed], "office");
    await markSteps(
      answer.refused.map(({ id }) => id),
      null,
    );
    const told = Object.values<unknown[]>({ ...answer }).flat().length;
    // An answer that names none of them would be asked for without end.
    if (unsent.length === batch.length || told === 0) return { sent: "done", refused, held: [] };
  }
}

async function post(
  driver: string,
  batch: readonly PhoneEntry[],
  unsent: number,
  isWaitedFor: boolean,
): Promise<Journaled | { sent: Exclude<Sent, "done">; held: string[]; isUnreadable: boolean }> {
  const entries = batch.map(({ driver: _driver, state: _state, sentAt: _sentAt, ...entry }) => entry);
  const device = await deviceId();
  const answer = await fetch(driverPaths.journal, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ entries, driver, device, unsent, isWaitedFor, sentAt: Date.now() }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  const said = (await answer?.json().catch(() => null)) as Partial<Journaled> | null;
  if (answer?.ok && said) return said as Journaled;
  return { sent: failed(answer), held: said?.waiting ?? [], isUnreadable: answer?.status === 400 && batch.length > 0 };
}

/** Why nothing was taken: no answer, or one that is none; not signed in; another driver; asked too often. */
function failed(answer: Response | null): Exclude<Sent, "done"> {
  if (!answer || answer.ok) return "offline";
  if (answer.status === 401) return "signed_out";
  return answer.status === 403 || answer.status === 409 ? "other" : "later";
}

/**
 * The pictures, after the facts, by one tab at a time: each in pieces, going on where the line broke. One that cannot be used
 * is told; at the first that does not go the others wait for the next time. `only`: of these steps.
 */
async function sendPhotos(driver: string, only?: ReadonlySet<string>): Promise<void> {
  const send = () => sendEach(driver, only);
  if (!navigator.locks) return send();
  // Whoever sends already meets what has come since.
  await navigator.locks.request(`${CHANNEL} photos`, { ifAvailable: true }, (lock) => (lock ? send() : undefined));
}

async function sendEach(driver: string, only?: ReadonlySet<string>): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const photos = await photosOf(driver);
    // Read behind them: of a step that the office does not have it takes no picture.
    const unsent = new Set((await stepsOf(driver)).flatMap(({ id, state }) => (state === "unsent" ? id : [])));
    const kept = photos.find(
      ({ id, entry, refused }) =>
        refused === undefined && !tried.has(id) && (only ? only.has(entry) : !unsent.has(entry)),
    );
    if (!kept) return;
    tried.add(kept.id);
    const photo = await madeSmaller(kept);
    // Asked first with nothing of it: a browser hears no answer before all of a body has gone, and on a slow line none does.
    const answer = photo ? await sendPhoto(photo, photo.blob.size) : NOT_NOW;
    if (answer === LATER) return;
    // Not this one, whatever is tried: the others are none the worse for it.
    if (!photo || answer === NOT_NOW) continue;
    // On a full phone it is sent again the next time, and counts once.
    await markPhoto(photo, answer).catch(() => undefined);
    tellTabs();
  }
}

/** What a phone's own scaling makes is smaller; a picture that was pressed before that was done is kept as it was taken. */
const LARGE_BYTES = 1_500_000;
/** Where decoding takes longer, it goes as it is; one that is too large for that is tried again the next time. */
const SHRINKS_MS = 8_000;
const TOO_LARGE_SHRINKS_MS = 60_000;
/** Those that were tried so once: the second time it is said that they are too large. */
const slow = new Set<string>();

/** Once, before it is first sent: a piece of one must not be followed by a piece of the other. Null: not now. */
async function madeSmaller(photo: PhonePhoto): Promise<PhonePhoto | null> {
  if (photo.isScaled || photo.blob.size <= LARGE_BYTES) return photo;
  const isTooLarge = photo.blob.size > MOST_PHOTO_BYTES;
  const late = new Promise<null>((go) => setTimeout(go, isTooLarge ? TOO_LARGE_SHRINKS_MS : SHRINKS_MS, null));
  const blob = await Promise.race([shrinkPicture(photo.blob), late]).catch(() => photo.blob);
  if (!blob && isTooLarge && !slow.has(photo.id)) {
    slow.add(photo.id);
    return null;
  }
  const scaled = { ...photo, blob: blob ?? photo.blob, isScaled: true };
  return keepScaled(scaled).catch(() => scaled);
}

/** No line, not who is signed in, or asked too often: whatever comes next would fare the same. */
const LATER = Symbol("later");
const NOT_NOW = Symbol("not now");

/** Null once the office has it, else why it cannot use it. `from`: all of it asks how much is there. */
async function sendPhoto(photo: PhonePhoto, from: number): Promise<string | null | typeof LATER | typeof NOT_NOW> {
  // Half sent, its answer would be lost with the line that it closes.
  if (photo.blob.size > MOST_PHOTO_BYTES) return NO_PHOTO.too_large;
  const answer = await fetch(driverPaths.photo(photo.entry, photo.n), {
    method: "POST",
    headers: {
      "Content-Type": photo.blob.type,
      "Upload-Offset": String(from),
      "Upload-Length": String(photo.blob.size),
    },
    body: photo.blob.slice(from),
    // What has come by then stays there, and the next one goes on.
    signal: AbortSignal.timeout(PICTURE_MS),
  }).catch(() => null);
  if (answer?.status === 200) return null;
  const said = (await answer?.json().catch(() => null)) as { received?: number; error?: { message: string } } | null;
  // So much of it came before; where that was asked, it may be nothing.
  const there = answer?.status === 409 ? said?.received : undefined;
  if (there !== undefined && (from === photo.blob.size ? there < from : there > from)) return sendPhoto(photo, there);
  if (answer?.status === 422 && said?.error) return said.error.message;
  return [404, 409, 413].includes(answer?.status ?? 0) ? NOT_NOW : LATER;
}

// By turns, not by the phone's clock, which can be put back.
let turns = 0;
let kept = 0;

/** Where it fails, or a later one was quicker, the jobs stay as they were read before. */
export async function readAnew(driver: string, keep = keepJobs): Promise<void> {
  const turn = ++turns;
  const readAt = Date.now();
  const answer = await fetch(driverPaths.jobs, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (!answer?.ok) return;
  const jobs = (await answer.json().catch(() => null)) as PhoneJobs | null;
  if (jobs?.driver !== driver || turn < kept) return;
  kept = turn;
  await keep({ ...jobs, readAt }).catch(() => undefined);
}

/** Hears what other tabs, or this one, have changed. Returns what stops it. */
export function hearJournal(hear: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = hear;
  return () => channel.close();
}
