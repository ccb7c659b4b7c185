import { useSearchParams } from "@remix-run/react";
import { Notice } from "../form";
import { wordsFor } from "~/ui/words-for";

const NOT_HELD = "The dumpsters are not held: other prices hold their share of this size. Who pays first gets them.";
const UNSENT = "No message gets to the caller: read their link out.";
const TOLD: Readonly<Record<string, string>> = {
  again: "The link is on its way once more.",
  papers: "The papers are on their way once more.",
  saved: "Saved. The caller sees it on their own page.",
  same: "Nothing is different from what it was, so nothing was changed.",
  "saved-sign": "Saved.",
  twice: "This order was saved a moment ago, and the link was sent then: this is it. It was not made a second time.",
  "twice-account":
    "This order was saved a moment ago, to go on their account, and the link was sent then: this is it. Nothing was changed: have it paid by card below.",
  "twice-card":
    "This order was saved a moment ago, to be paid by card, and the link was sent then: this is it. Nothing was changed: book it on account below.",
  nobody: "Nothing was sent: no message gets to the caller. Read their link out.",
  over: "Nothing was sent: the price is over. Renew it first.",
  "not-open": "Nothing was sent: this order is not open any more.",
  account: "It goes on their account when they sign it.",
  card: "It is paid by card, when they have signed it.",
  "saved-over": "Saved. Its price is over: renew it, so that the caller can sign.",
  renewed: "The price is renewed, the dumpsters are held, and the link is on its way again.",
  "not-held": `The price is renewed, and the link is on its way again. ${NOT_HELD}`,
  "renewed-unsent": `The price is renewed, and the dumpsters are held. ${UNSENT}`,
  "not-held-unsent": `The price is renewed. ${UNSENT} ${NOT_HELD}`,
};

/** What was typed below the button was saved before (`saved`): it says both. */
const SAVED_TOO: Readonly<Record<string, string>> = { again: "Saved, and sent again." };
const SIGN_AGAIN = "It is not what the caller has signed any more: they sign once more, at the price below.";

const ENDED =
  "They stood on the payment page, and that has ended: tell them to go on from their link. Nothing was charged.";

/** What the last button of a prepared order, or of a record, did, from the address that it led to (`told`). */
export function PreparedTold({ isSigned = false }: { isSigned?: boolean }) {
  const [search] = useSearchParams();
  const code = search.get("told");
  const saved = search.get("saved");
  // The page follows what the caller does: once they have signed again, they need not any more.
  if (isSigned && code === "saved-sign") return null;
  const words = wordsFor(TOLD, code);
  if (!words) return null;
  const told = [
    saved ? (wordsFor(SAVED_TOO, code) ?? `Saved. ${words}`) : words,
    ...(code === "saved-sign" || (saved === "saved-sign" && !isSigned) ? [SIGN_AGAIN] : []),
    ...(search.get("held") === "no" && !isSigned ? [NOT_HELD] : []),
    ...(search.get("paying") === "ended" ? [ENDED] : []),
  ].join(" ");
  return (
    <Notice kind={/Nothing was| not held|No message|is over/.test(told) ? "warn" : "good"} live>
      <p>{told}</p>
    </Notice>
  );
}
