import { z } from "zod";
import { describePlace } from "~/domain/booking/customer/describe-place.server";
import { gateCode, LIMITS } from "~/domain/booking/draft/fields";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { MOST_OF_A_PLACE, removePlacePhotos } from "~/domain/photos/place-photos.server";
import { PHOTO_REFUSED } from "~/domain/photos/rules";
import { customerOf } from "~/http/access/booking.server";
import { parseForm, refuse, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { takePlacePhoto, type TakePlaceResult } from "~/services/photos/take-place.server";

const { specialInstructions: longest } = LIMITS;
const list = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]);

const NOTHING = "Nothing was changed. Write a note or choose a picture, or go back to your booking.";

const schema = z.object({
  gateCode,
  specialInstructions: z
    .string()
    .catch("")
    .transform((typed) => typed.replace(/\r\n/g, "\n").trim())
    .pipe(z.string().max(longest, `Your note is too long. Keep it to ${longest} characters.`)),
  /** Pictures to be taken away, by their addresses. */
  remove: list,
});

/**
 * Keeps the note and the pictures of a form. A picture that is refused takes nothing else along: the others and the note are
 * kept, and the answer says so. A gate code that is kept is changed by who has shown that the booking is theirs (`isTheirs`).
 */
export async function saveNotes(
  scope: Scope,
  booking: Booking,
  form: FormData,
  isTheirs: boolean,
): Promise<{ problem: Problem; status: number } | null> {
  const parsed = parseForm(form, schema);
  if (!parsed.ok) return { problem: parsed, status: 400 };
  const { specialInstructions: note, remove } = parsed.value;
  const gate = isTheirs || booking.gate_code === "" ? parsed.value.gateCode : booking.gate_code;
  const sent = (scope.photos ?? []).filter(({ field }) => field === "photo");
  const isSame = note === booking.special_instructions && gate === booking.gate_code;
  if (isSame && remove.length === 0 && sent.length === 0)
    return { problem: refuse(parsed.values, { specialInstructions: NOTHING }), status: 400 };
  const counted = await mayCause(scope, "place", { target: booking.id, weight: 1 + sent.length });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const { services } = scope;
  const deed = scope.deed(customerOf(booking));
  const removed = await services.db.write((tx) => removePlacePhotos(tx, deed, booking.id, remove));
  let photos = 0;
  let wrong: Extract<TakePlaceResult, { ok: false }>["code"] | null = null;
  for (const photo of sent) {
    const done = photo.ok ? await takePlacePhoto(services, deed, booking.id, photo) : photo;
    if (!done.ok) wrong = done.code;
    else if (done.isNew) photos++;
  }
  await services.db.write((tx) => describePlace(tx, deed, booking.id, { note, gateCode: gate, photos, removed }));
  if (wrong === null) return null;
  const words =
    wrong === "enough" ? `There are ${MOST_OF_A_PLACE} pictures already. Take one away first.` : PHOTO_REFUSED[wrong];
  const status = wrong === "too_large" ? 413 : wrong === "busy" || wrong === "no_room" ? 503 : 400;
  return { problem: refuse(parsed.values, { photo: `${words} ${savedWords(photos)}` }), status };
}

/** What was kept all the same: a picture beside a bad one is not sent again for nothing. */
function savedWords(photos: number): string {
  if (photos === 0) return "Your note is saved.";
  return `Your note and ${photos === 1 ? "the other picture" : `the other ${photos} pictures`} are saved.`;
}
