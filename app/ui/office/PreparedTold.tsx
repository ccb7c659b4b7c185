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
  "saved-sign": "Saved. It is not what the caller has signed any more: they sign once more, at the price below.",
  twice: "This order was saved a moment ago, and the link was sent then: this is it. It was not made a second time.",
  nothing: "Nothing was sent: the order is signed, its price is over, or no message gets there. Read their link out.",
  "saved-over": "Saved. Its price is over: renew it, so that the caller can sign.",
  renewed: "The price is renewed, the dumpsters are held, and the link is on its way again.",
  "not-held": `The price is renewed, and the link is on its way again. ${NOT_HELD}`,
  "renewed-unsent": `The price is renewed, and the dumpsters are held. ${UNSENT}`,
  "not-held-unsent": `The price is renewed. ${UNSENT} ${NOT_HELD}`,
};

const ENDED =
  "They stood on the payment page, and that has ended: tell them to go on from their link. Nothing was charged.";

/** What the last button of a prepared order, or of a record, did, from the address that it led to (`told`). */
export function PreparedTold({ isSigned = false }: { isSigned?: boolean }) {
  const [search] = useSearchParams();
  const code = search.get("told");
  // The page follows what the caller does: once they have signed again, they need not any more.
  const told = isSigned && code === "saved-sign" ? null : wordsFor(TOLD, code);
  if (!told) return null;
  return (
    <Notice kind={/^Nothing was| not held|No message|is over/.test(told) ? "warn" : "good"} live>
      <p>{search.get("paying") === "ended" ? `${told} ${ENDED}` : told}</p>
    </Notice>
  );
}
