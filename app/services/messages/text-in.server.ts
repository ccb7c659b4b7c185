import type { Deed } from "~/domain/kernel/deed";
import { findByReach } from "~/domain/customers/contacts.server";
import { countTries, type Try } from "~/domain/limits/limits.server";
import { readTextWord } from "~/domain/messages/incoming";
import { allowedWords, helpWords, stoppedWords } from "~/domain/messages/texts";
import { hearStop, takeText, type IncomingText, type TextTaken } from "~/domain/messages/thread.server";
import type { Services } from "~/services.server";
import { business } from "./facts.server";

const STRANGE = "text-in-strange" as const;

/**
 * A text that came in: what it is answered with, or null. `answered`: the phone network has answered its word already.
 * STOP is heard also over the cap; everything else of a number that texts without end is left out then.
 */
export async function answerText(
  services: Pick<Services, "config" | "db" | "log" | "settings">,
  deed: Deed,
  text: IncomingText,
  answered: boolean,
): Promise<string | null> {
  const word = readTextWord(text.body);
  const isStrange = findByReach(services.db.orm, [text.from]).length === 0;
  const tries: Try[] = [{ name: "text-in", target: text.from }, ...(isStrange ? [{ name: STRANGE }] : [])];
  const wait = services.config.RATE_LIMITS === "off" ? 0 : await countTries(services.db, tries);
  if (wait > 0) {
    if (word === "stop") await services.db.write((tx) => hearStop(tx, deed, text));
    services.log.warn({
      module: "messages",
      action: "text-in",
      error_message: "a number, or all strange ones, texts too often",
    });
    return null;
  }
  const was = await services.db.write((tx) => takeText(tx, deed, services.config.publicUrl, text, word));
  return was === null || answered ? null : ANSWER[was](services);
}

const ANSWER: Record<TextTaken, (services: Pick<Services, "config" | "settings">) => string | null> = {
  stop: (services) => stoppedWords(business(services)),
  start: (services) => allowedWords(business(services)),
  help: (services) => helpWords(business(services)),
  // A person answers.
  message: () => null,
};
