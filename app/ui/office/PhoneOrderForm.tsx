import { Form } from "@remix-run/react";
import { Fragment, useState, type FormEvent } from "react";
import { PLACEMENT_LABEL, PLACEMENTS, STREET_NEEDS } from "~/domain/schedule/placement";
import { DELIVERY_WINDOW_IDS, DELIVERY_WINDOWS } from "~/domain/schedule/rules";
import { formatPrice } from "~/domain/kernel/money";
import { MATERIAL_LIST } from "~/domain/pricing/materials";
import { sizesOf, type PricingConfig, type Size } from "~/domain/pricing/types";
import { PROJECT_TYPES, WASTE_TYPES } from "~/domain/pricing/waste-types";
import type { Problem } from "~/http/answers/forms.server";
import {
  Checkbox,
  Field,
  FieldError,
  SelectField,
  SubmitButton,
  TextareaField,
  useHydrated,
  type Values,
} from "~/ui/form";
import { MaterialQuestion } from "../booking/MaterialQuestion";
import { SumList } from "./bits";
import { askPhoneOrder, ORDER_ROWS, pricePhoneOrder, rowId, rowValue, type PhonePlaces } from "./phone-order";

interface Props {
  problem?: Problem | null;
  values: Values;
  config: PricingConfig;
  places: PhonePlaces;
  firstDay: string;
  lastDay: string;
  /** Included and most weight of one dumpster. */
  tons: { included: number; most: number };
}

/** The whole order on one page, in the order in which a caller tells it; every field by keyboard. */
export function PhoneOrderForm({ problem, values, config, places, firstDay, lastDay, tons }: Props) {
  const given = problem?.values ?? values;
  const [typed, setTyped] = useState<Values>(given);
  const answers = { problem, values };
  // Asked when saving; whatever is typed after that, its buttons are about the order as it stands in the form.
  const asked = problem?.fields["materialQuestion"] ? askPhoneOrder(typed, config) : null;
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const place = places[(form.elements.namedItem("zip") as HTMLInputElement).value.trim()];
    const city = form.elements.namedItem("city") as HTMLInputElement;
    // Filled in from the ZIP, and may be overwritten (domain.md, 4.4).
    if (place && city.value === "") city.value = place.city;
    const data = new FormData(form);
    setTyped(Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).map(String)])));
  };
  return (
    <Form method="post" className="order" onChange={follow}>
      {/* The first submit button is the one that Enter presses: not one that answers for the caller. */}
      <button type="submit" name="intent" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
        Save the booking
      </button>
      <div className="order-fields">
        <fieldset>
          <legend>Order</legend>
          <div className="quad">
            <Field
              name="zip"
              accessKey="3"
              label="ZIP"
              inputMode="numeric"
              maxLength={10}
              autoComplete="off"
              autoFocus
              required
              {...answers}
            />
            <SelectField
              name="projectType"
              label="Project"
              options={PROJECT_TYPES.map(({ id, title }) => ({ value: id, label: title }))}
              {...answers}
            />
            <SelectField
              name="businessType"
              label="For"
              options={[
                { value: "residential", label: "Residential" },
                { value: "commercial", label: "Commercial" },
              ]}
              {...answers}
            />
          </div>
          {Array.from({ length: ORDER_ROWS }, (_, row) => (
            <Fragment key={row}>
              <OrderRow sizes={sizesOf(config.prices)} row={row} problem={problem} values={given} />
              {asked?.row === row && (
                <MaterialQuestion
                  question={asked.question}
                  line={asked.line}
                  config={config}
                  wasteTypes={WASTE_TYPES}
                />
              )}
            </Fragment>
          ))}
          <details className="more" open={given["wasteTypes"] !== undefined || undefined}>
            <summary>Waste types</summary>
            <div className="ticks">
              {WASTE_TYPES.map(({ id, label }) => (
                <label key={id} className="check">
                  <input
                    type="checkbox"
                    name="wasteTypes"
                    value={id}
                    defaultChecked={[given["wasteTypes"] ?? []].flat().includes(id)}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </div>
          </details>
        </fieldset>
        <fieldset>
          <legend>When and where</legend>
          <div className="quad">
            <Field
              name="deliveryDate"
              type="date"
              label="Delivery date"
              min={firstDay}
              max={lastDay}
              required
              {...answers}
            />
            <SelectField
              name="deliveryTime"
              label="Delivery time"
              options={DELIVERY_WINDOW_IDS.map((id) => ({ value: id, label: DELIVERY_WINDOWS[id].label }))}
              {...answers}
            />
            <Field
              name="rentalDays"
              type="number"
              label="Days"
              min={1}
              max={30}
              inputMode="numeric"
              required
              {...answers}
            />
          </div>
          <div className="quad two-one">
            <Field name="address" label="Street address" maxLength={120} autoComplete="off" required {...answers} />
            <Field name="city" label="City" maxLength={60} autoComplete="off" {...answers} />
          </div>
          <SelectField
            name="placement"
            label="Placement"
            hint={STREET_NEEDS.replace("for you", "for the caller")}
            options={PLACEMENTS.map((place) => ({ value: place, label: PLACEMENT_LABEL[place] }))}
            {...answers}
          />
          <Checkbox name="associationApproval" label="An association (HOA) has to agree" {...answers} />
          <TextareaField
            name="specialInstructions"
            label="Instructions for the driver"
            rows={2}
            maxLength={1000}
            {...answers}
          />
          <div className="ticks">
            <Checkbox
              name="flexibleExtension"
              label={`Keep it longer if needed (${formatPrice(config.extensionPerDay)} a day without asking)`}
              {...answers}
            />
            <Checkbox name="ecoFriendlyOptions" label="Recycle where possible" {...answers} />
          </div>
        </fieldset>
        <fieldset>
          <legend>Caller</legend>
          <div className="quad halves">
            <Field name="firstName" label="First name" maxLength={60} autoComplete="off" required {...answers} />
            <Field name="lastName" label="Last name" maxLength={60} autoComplete="off" required {...answers} />
            <Field name="phone" type="tel" label="Phone" maxLength={40} autoComplete="off" required {...answers} />
            <Field name="email" type="email" label="Email" maxLength={254} autoComplete="off" required {...answers} />
          </div>
          <Checkbox name="smsConsent" label="The caller agrees to text messages about this booking" {...answers} />
        </fieldset>
      </div>
      <PriceSide typed={typed} config={config} places={places} tons={tons} />
    </Form>
  );
}

function OrderRow({
  row,
  sizes,
  problem,
  values,
}: {
  row: number;
  sizes: readonly Size[];
  problem?: Problem | null;
  values: Values;
}) {
  const errors = (["size", "quantity", "material"] as const).map(
    (part) => [rowId(row, part), problem?.fields[rowId(row, part)]] as const,
  );
  return (
    <div className="quad order-row" role="group" aria-label={`Line ${row + 1}`}>
      {errors.map(([id, message]) => message && <FieldError key={id} id={id} error={message} />)}
      <div className="field">
        <label htmlFor={rowId(row, "size")}>Size</label>
        <select
          id={rowId(row, "size")}
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

/** Live once the page is hydrated, by a button before that. */
function PriceSide({ typed, config, places, tons }: Pick<Props, "config" | "places" | "tons"> & { typed: Values }) {
  const hydrated = useHydrated();
  const price = pricePhoneOrder(typed, config, places);
  return (
    <aside className="order-price panel" aria-labelledby="price-heading">
      <h2 id="price-heading">Price</h2>
      <div aria-live="polite">
        {price ? (
          <SumList sums={price} taxRate={config.taxRate} />
        ) : (
          <p className="empty">Choose a size that fits the material.</p>
        )}
      </div>
      <p className="hint">
        {tons.included} ton included for each dumpster, {tons.most} tons maximum.
      </p>
      {/* The price button is for browsers without script. */}
      <SubmitButton intent="save" className="button full">
        Save and send the links
      </SubmitButton>{" "}
      {!hydrated && (
        <SubmitButton intent="update" className="button secondary full" formNoValidate>
          Update price
        </SubmitButton>
      )}
      <p className="hint">The caller gets one link to sign and pay, by email and, if agreed, by text.</p>
    </aside>
  );
}
