import type { ActionFunctionArgs } from "@remix-run/node";
import { jobNamed } from "~/domain/dispatch/on-the-way.server";
import { hearPhoto } from "~/domain/driver/journal.server";
import { findEntry } from "~/domain/driver/journal-rows.server";
import { SYSTEM } from "~/domain/kernel/deed";
import { formatTime } from "~/domain/kernel/moments";
import { findHeld } from "~/domain/photos/held-photos.server";
import { findOfEntry } from "~/domain/photos/photos.server";
import { isPhotoStep, MOST_PHOTOS, photoEntry, PHOTO_REFUSED } from "~/domain/photos/rules";
import { plainWhole } from "~/domain/kernel/whole";
import { photoSender } from "~/http/access/ended-driver.server";
import { findSignedIn } from "~/http/access/session.server";
import { json, jsonError, postOnly, tooManyCalls } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";
import { holdPhoto, takePhoto } from "~/services/photos/take.server";
import { placeIn } from "./step-forms.server";

export const loader = postOnly;

/**
 * A picture of a journal's entry, raw, whole or a piece of it (http/uploads/raw-photo.server.ts, contract.md). `{kept: true}`
 * once it is here whole, held where the phone may send no more, and each time it is asked for after that; 409 with
 * `received` while it is not; 422 where it is no picture that we can use.
 */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { services } = scope;
  const person = await findSignedIn(scope, args.request);
  const query = new URL(args.request.url).searchParams;
  const n = plainWhole(query.get("n") ?? "0") ?? MOST_PHOTOS;
  const entry = findEntry(services.db.orm, args.params["entry"] ?? "");
  const sender = entry && (await photoSender(scope, args.request, entry));
  if (!sender && !person)
    return jsonError(401, { code: "unauthorized", message: "Sign in to send what is on this phone." });
  if (!sender && !(person?.standing.mayDrive && person.standing.driverId))
    return jsonError(403, { code: "forbidden", message: "Only drivers may do this." });
  if (!sender || !isPhotoStep(entry.step) || n >= MOST_PHOTOS)
    return jsonError(404, { code: "not_found", message: "There is no such step of yours." });
  const [sent] = scope.photos ?? [];
  const { driver_id: driverId, job_id: jobId, step } = entry;
  const entryId = photoEntry(entry.id, n);
  // The answer to its last piece was lost: asked for how much is here, all of it is, though it is no part any more.
  const { orm } = services.db;
  const isHere = () => (sender === "held" ? findHeld(orm, { entryId: entry.id, n }) : findOfEntry(orm, step, entryId));
  const deed = scope.deed(person?.actor ?? SYSTEM);
  if (!sent?.ok && isHere()) {
    // Its phone counted it among what it had still to send when it was heard last.
    if (sender !== "held") await services.db.write((tx) => hearPhoto(tx, deed, entry));
    return json({ kept: true });
  }
  if (!sent?.ok)
    return jsonError(409, { code: "not_whole", message: "Go on from there." }, { received: scope.received ?? 0 });
  const may = await mayCause(scope, sender === "held" ? "photo-held" : "photo", { target: driverId, weight: 1 });
  if (!may.ok) return tooManyCalls(may.retryAfter);
  // A picture is taken with its step: the time of that, put right as the phone's clock was wrong.
  const taken = { at: entry.done_at, place: placeIn((name) => entry.said.data[name]) };
  const photo = { taken, file: sent.file, sha256: sent.sha256 };
  const done =
    sender === "held"
      ? await holdPhoto(services, deed, { ...photo, entryId: entry.id, n })
      : await takePhoto(services, deed, { ...photo, jobId, driverId, step, entryId });
  const isLater = !done.ok && (done.code === "busy" || done.code === "no_room");
  // What the office cannot use, or has already, the phone does not send again either.
  if (sender !== "held" && !isLater) await services.db.write((tx) => hearPhoto(tx, deed, entry));
  if (done.ok) return json({ kept: true });
  const at = formatTime(taken.at);
  const message = `A photo of ${at} for ${jobNamed(services.db.orm, jobId)} did not reach the office. ${PHOTO_REFUSED[done.code]}`;
  return jsonError(isLater ? 503 : 422, { code: done.code, message });
}
