import { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import { manyLines, oneLine } from "~/domain/kernel/typed";
import { tooLong } from "~/domain/kernel/too-long";

/** What the office writes about whatever it has before it. */

const NO_REASON = "Say why, so that the others know.";
/** Why it was done, in one line of at most `most` letters. */
export const reason = (most = 200) =>
  z.preprocess(oneLine, z.string({ error: NO_REASON }).min(1, NO_REASON).max(most, tooLong("the reason", most)));

/** A form with nothing but a note, of several lines. */
export const noteForm = z.object({
  note: z.preprocess(
    manyLines,
    z.string().min(1, "Write the note first.").max(LIMITS.note, tooLong("the note", LIMITS.note)),
  ),
});
