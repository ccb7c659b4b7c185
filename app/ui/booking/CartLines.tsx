import { dumpsterLabel } from "~/domain/pricing/price-lines";
import type { OrderLine } from "~/domain/pricing/types";
import { SubmitButton } from "../form";

/** The lines already in the order, each with its own remove button. */
export function CartLines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <section className="card strong mt-6" aria-labelledby="cart-heading">
      <h2 id="cart-heading" className="text-xl" tabIndex={-1}>
        Already in your order
      </h2>
      <ul className="plain">
        {lines.map((line, i) => {
          const words = dumpsterLabel(line);
          return (
            <li key={i} className="row justify-between">
              <span>{words}</span>
              <SubmitButton intent={`remove:${i}`} className="text-button">
                Remove<span className="unseen"> {words}</span>
              </SubmitButton>
            </li>
          );
        })}
      </ul>
      <p className="hint">Choose another one below, or continue with these.</p>
    </section>
  );
}
