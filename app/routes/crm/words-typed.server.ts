import { z } from "zod";
import { atMost, LIMITS } from "~/domain/booking/draft/fields";
import { manyLines, oneLine } from "~/domain/kernel/typed";

/** What the office writes about whatever it has before it. Not cut by the browser: too much is told, and given back. */

const NO_REASON = "Say why, so that the others know.";
/** Why it was done, in one line of at most `most` letters. */
export const reason = (most = 200) =>
  z.preprocess((typed) => oneLine(typed), atMost("the reason", most).min(1, NO_REASON));

/** A form with nothing but a note, of several lines. */
export const noteForm = z.object({
  note: z.preprocess(manyLines, atMost("the note", LIMITS.note).min(1, "Write the note first.")),
});
