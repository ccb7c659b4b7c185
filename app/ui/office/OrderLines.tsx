import { Fragment } from "react";
import { MATERIAL_LIST } from "~/domain/pricing/materials";
import { sizesOf, type PricingConfig, type Size } from "~/domain/pricing/types";
import { WASTE_TYPES } from "~/domain/pricing/waste-types";
import type { Problem } from "~/http/answers/forms.server";
import { FieldError, useHydrated, type Values } from "~/ui/form";
import { MaterialQuestion } from "../booking/MaterialQuestion";
import { askPhoneOrder, MOST_ROWS, rowId, rowValue } from "./phone-order";

interface Props {
  rows: number;
  addRow: () => void;
  problem?: Problem | null | undefined;
  /** As the form came. */
  given: Values;
  typed: Values;
  config: PricingConfig;
}

/** The dumpsters: one line, and others when they are needed. */
export function OrderLines({ rows, addRow, problem, given, typed, config }: Props) {
  const hydrated = useHydrated();
  // Asked when saving; whatever is typed after that, its buttons are about the order as it stands in the form.
  const asked = problem?.fields["materialQuestion"] ? askPhoneOrder(typed, config) : null;
  return (
    <fieldset>
      <legend>What</legend>
      {Array.from({ length: rows }, (_, row) => (
        <Fragment key={row}>
          <OrderRow sizes={sizesOf(config.prices)} row={row} problem={problem} values={given} />
          {asked?.row === row && (
            <MaterialQuestion question={asked.question} line={asked.line} config={config} wasteTypes={WASTE_TYPES} />
          )}
        </Fragment>
      ))}
      {rows < MOST_ROWS && (
        <button
          type={hydrated ? "button" : "submit"}
          name="intent"
          value="add"
          className="small-button"
          formNoValidate
          onClick={hydrated ? addRow : undefined}
        >
          Add another line
        </button>
      )}
    </fieldset>
  );
}

const PARTS = ["size", "quantity", "material"] as const;

function OrderRow({
  row,
  sizes,
  problem,
  values,
}: {
  row: number;
  sizes: readonly Size[];
  problem?: Problem | null | undefined;
  values: Values;
}) {
  const errors = PARTS.map((part) => [rowId(row, part), problem?.fields[rowId(row, part)]] as const);
  const wrong = (part: (typeof PARTS)[number]) =>
    problem?.fields[rowId(row, part)] && {
      "aria-invalid": true,
      "aria-describedby": `${rowId(row, part)}-error`,
    };
  return (
    <div className="quad order-row" role="group" aria-label={`Line ${row + 1}`}>
      {errors.map(([id, message]) => message && <FieldError key={id} id={id} error={message} />)}
      <div className="field">
        <label htmlFor={rowId(row, "size")}>Size</label>
        <select
          id={rowId(row, "size")}
          {...wrong("size")}
          name="dumpsterSize"
          className="input"
          defaultValue={rowValue(values, "dumpsterSize", row)}
        >
          <option value="">{row === 0 ? "Choose" : "None"}</option>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size} yards
            </option>
          ))}
        </select>
      </div>
      <div className="field narrow-field">
        <label htmlFor={rowId(row, "quantity")}>How many</label>
        <input
          id={rowId(row, "quantity")}
          {...wrong("quantity")}
          name="quantity"
          className="input"
          type="number"
          min={1}
          max={5}
          defaultValue={rowValue(values, "quantity", row) || "1"}
        />
      </div>
      <div className="field">
        <label htmlFor={rowId(row, "material")}>Material</label>
        <select
          id={rowId(row, "material")}
          {...wrong("material")}
          name="materialCategory"
          className="input"
          defaultValue={rowValue(values, "materialCategory", row) || "general"}
        >
          {MATERIAL_LIST.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
