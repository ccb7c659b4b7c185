import { dumpsterLabel } from "~/domain/pricing/price-lines";
import { materialLabel } from "~/domain/pricing/materials";
import { SubmitButton, valueOf, type Answers } from "../form";
import { quantityName } from "./use-live-order";
import type { ProjectView } from "./views";

/** The lines beside the one in the form: each with its number, and a button to change and to remove it. */
export function CartLines({
  view: { cart, cartNote, line, maxQuantity },
  ...answers
}: Pick<Answers, "problem"> & { view: Pick<ProjectView, "cart" | "cartNote" | "line" | "maxQuantity"> }) {
  return (
    <section className="card strong mt-6" aria-labelledby="cart-heading">
      <h2 id="cart-heading" className="text-xl" tabIndex={-1}>
        {line === "none" ? "Your order" : "Already in your order"}
      </h2>
      {cartNote && <p className="notice good">{cartNote}</p>}
      <ul className="plain order-lines">
        {cart.map((one, i) => {
          const words = dumpsterLabel(one);
          const name = quantityName(one);
          // The summary of problems leads here where the form of a single line is not shown.
          const id = line === "none" && i === 0 ? "quantity" : name;
          return (
            <li key={one.at}>
              <span>
                <b>{one.size}-yard dumpster</b>, {materialLabel(one.material)}
              </span>{" "}
              <span className="row">
                <label htmlFor={id}>
                  Quantity<span className="unseen"> of {words}</span>
                </label>
                <select
                  id={id}
                  name={name}
                  className="input"
                  defaultValue={valueOf(name, answers) || String(one.quantity)}
                >
                  {Array.from({ length: Math.max(maxQuantity, one.quantity) }, (_, n) => (
                    <option key={n}>{n + 1}</option>
                  ))}
                </select>
                <SubmitButton intent={`edit:${one.at}`} className="text-button">
                  Edit<span className="unseen"> {words}</span>
                </SubmitButton>
                <SubmitButton intent={`remove:${one.at}`} className="text-button">
                  Remove<span className="unseen"> {words}</span>
                </SubmitButton>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
