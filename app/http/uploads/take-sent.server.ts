import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { PHOTO_REFUSED, type PhotoRefusal, type PhotoStep, type Taken } from "~/domain/photos/rules";
import { takePhoto } from "~/services/photos/take.server";
import type { Scope } from "../context.server";
import { mayCause, waitWords } from "../limits/limits.server";

/** The field of a step's form that brings photographs (contract.md, "Driver"). */
export const photoField = (step: PhotoStep): "photo" | "ticketPhoto" => (step === "ticketed" ? "ticketPhoto" : "photo");

/** Why a form's photographs were not all kept: beside which field, in words, and with which status. */
export interface PhotoProblem {
  field: string;
  message: string;
  status: number;
}

const STATUS: Partial<Record<PhotoRefusal, number>> = { too_large: 413, busy: 503, no_room: 503 };

/**
 * Keeps the photographs that came with a step's form. One that is refused does not take the others along: they are kept,
 * and sent once more they count once. Null when nothing is wrong.
 */
export async function takeSentPhotos(
  scope: Scope,
  deed: Deed,
  job: { jobId: Id<"job">; driverId: Id<"driver">; step: PhotoStep; taken: Taken },
): Promise<PhotoProblem | null> {
  const field = photoField(job.step);
  const sent = (scope.photos ?? []).filter((photo) => photo.field === field);
  if (sent.length === 0) return null;
  const may = await mayCause(scope, "photo", { target: job.driverId, weight: sent.length });
  if (!may.ok)
    return {
      field,
      message: `You have sent as many photos as we take for now. Wait ${waitWords(may.retryAfter)}, or go on without it and tell the office.`,
      status: 429,
    };
  let problem: PhotoProblem | null = null;
  for (const photo of sent) {
    const done = photo.ok ? await takePhoto(scope.services, deed, { ...job, entryId: null, ...photo }) : photo;
    if (!done.ok) problem ??= { field, message: PHOTO_REFUSED[done.code], status: STATUS[done.code] ?? 400 };
  }
  return problem;
}
