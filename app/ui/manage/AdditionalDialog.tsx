import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from "react";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { fromDollars } from "~/domain/kernel/money";
import { sumsOf } from "~/domain/pricing/price-lines";
import { toQuoteJson, type QuoteJson } from "~/domain/pricing/rules-json";
import type { PriceSums } from "~/domain/pricing/types";
import { showToast, TOASTS } from "../Toasts";
import { AdditionalFields, AdditionalIntro, AdditionalSummary } from "./AdditionalForm";
import { startAdditional, type AdditionalBooking, type Refusal } from "./start-additional";
import { firstValues, useAdditional } from "./use-additional";

export interface AdditionalDialogProps {
  booking: AdditionalBooking;
  offer: AdditionalOffer;
  /** The same as a page. */
  page: string;
  /** Called once it is closed, however that came about. */
  onClose: () => void;
}

/** "Request an additional dumpster" (specification, sections 2, 4 and 8). Opens with its first render. */
export function AdditionalDialog({ booking, offer, page, onClose }: AdditionalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const values = firstValues(offer);
  const live = useAdditional(offer, { values });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** A checkout that the browser did not open by itself. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    said.current?.scrollIntoView({ block: "center" });
  }, [refusal, waiting]);

  // A price of the server's own holds until something else is chosen.
  const quote = refusal?.quote ?? toQuoteJson(live.price);
  const chosen = () => {
    live.update();
    setRefusal(null);
    setWaiting(null);
  };
  const proceed = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { line, changed } = live.settle();
    if (Object.keys(changed).length > 0)
      return setRefusal({ title: "We changed your request", text: Object.values(changed).join(" ") });
    setBusy(true);
    const result = await startAdditional(booking, offer, line, quote);
    // Closed meanwhile: nothing opens any more, and what was prepared costs nothing.
    if (!dialog.current?.open) return;
    setBusy(false);
    setRefusal(result.ok ? null : result);
    if (!result.ok)
      return void showToast({ kind: "error", title: result.title, text: result.text }).then(() =>
        liftToasts(dialog.current?.open ?? false),
      );
    const tab = window.open(result.url, "_blank");
    if (!tab) return setWaiting(result.url);
    tab.opener = null;
    opened();
  };
  const opened = () => {
    dialog.current?.close();
    void showToast({
      kind: "success",
      title: "Checkout Opened",
      text: "Complete payment in the new tab to confirm your additional dumpster.",
    });
  };
  const closed = () => {
    liftToasts(false);
    onClose();
  };
  // The second half of a double click would confirm what the first one only said.
  const once = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault();
  };
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };

  return (
    <dialog ref={dialog} className="card stack" aria-labelledby="additional-heading" onClose={closed}>
      <h2 id="additional-heading">Request an additional dumpster</h2>
      <AdditionalIntro number={booking.number} offer={offer} />
      <form
        method="post"
        action={page}
        noValidate
        ref={live.form}
        onInput={chosen}
        onSubmit={(event) => void proceed(event)}
      >
        <AdditionalFields values={values} offer={offer} line={live.line} />
        <AdditionalSummary sums={refusal?.quote ? inCents(refusal.quote) : live.price} offer={offer} />
        {refusal && (
          <div ref={said} className="notice bad mt-3" role="alert">
            <p>
              <b>{refusal.title}</b>
            </p>
            <p>{refusal.text}</p>
          </div>
        )}
        {waiting && (
          <div ref={said} className="notice mt-3" role="alert">
            <p>
              Your browser did not open the new tab.{" "}
              <a href={waiting} target="_blank" rel="noreferrer" onClick={opened}>
                Open the checkout
              </a>
            </p>
          </div>
        )}
        <p className="actions">
          <button className="button" type="submit" aria-disabled={busy || undefined} onClick={once}>
            {busy ? "Processing..." : "Proceed to Payment"}
          </button>{" "}
          <button className="button secondary" type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}

/** Toasts would lie below the dialog and its shade: while it is open they stand in the top layer with it, above it. */
function liftToasts(up: boolean): void {
  const area = document.querySelector<HTMLElement>(TOASTS);
  if (!area || !("popover" in area)) return;
  area.removeAttribute("popover");
  if (!up) return;
  area.popover = "manual";
  area.showPopover();
}

function inCents(quote: QuoteJson): PriceSums {
  return sumsOf(quote, (dollars) => fromDollars(dollars) ?? 0);
}
