import { formatDay, parseDay } from "~/domain/kernel/days";
import { formatPrice } from "~/domain/kernel/money";
import type { PricingConfig } from "~/domain/pricing/types";
import { PROJECT_TYPES, WASTE_TYPES } from "~/domain/pricing/waste-types";
import { PLACEMENT_LABEL, PLACEMENTS, STREET_NEEDS } from "~/domain/schedule/placement";
import { Checkbox, Field, SelectField, TextareaField, type Answers, type Values } from "~/ui/form";
import { windowStart } from "~/domain/schedule/rules";
import { rowValue } from "./phone-order";
import { GateCode } from "~/ui/form/GateCode";

/** What most orders leave as it is. */
export function OrderMore({
  given,
  typed,
  config,
  isDayWrong,
  keepsEnd,
  ...answers
}: Answers & { given: Values; typed: Values; config: PricingConfig; isDayWrong: boolean; keepsEnd: boolean }) {
  const sooner = isDayWrong ? null : endsSooner(typed);
  return (
    <fieldset>
      <legend>More</legend>
      <div className="quad more-first">
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
        <Field name="quoteUntil" type="date" label="Price good through" {...answers} />
      </div>
      <p className="hint" role="status">
        {keepsEnd
          ? "They have signed: their link keeps the end it has, whatever day stands here."
          : sooner && `The delivery begins sooner: the price and the dumpsters are good ${sooner}.`}
      </p>
      <details className="more" open={[given["wasteTypes"] ?? []].flat().length > 0 || undefined}>
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
      <SelectField
        name="placement"
        label="Placement"
        hint={STREET_NEEDS.replace("for you", "for the caller")}
        options={PLACEMENTS.map((place) => ({ value: place, label: PLACEMENT_LABEL[place] }))}
        {...answers}
      />
      <GateCode maxLength={200} {...answers} />
      <TextareaField name="specialInstructions" label="Notes for the driver" rows={2} {...answers} />
      <div className="ticks">
        <Checkbox name="associationApproval" label="An association (HOA) has to agree" {...answers} />
        <Checkbox
          name="flexibleExtension"
          label={`Keep it longer if needed (${formatPrice(config.extensionPerDay)} a day without asking)`}
          {...answers}
        />
        <Checkbox name="ecoFriendlyOptions" label="Recycle where possible" {...answers} />
      </div>
    </fieldset>
  );
}

/** "until Tue, Dec 1, 8AM": a price ends when its delivery begins at the latest; null where it ends before. */
function endsSooner(typed: Values): string | null {
  const [last, day] = ["quoteUntil", "deliveryDate"].map((name) => parseDay(rowValue(typed, name, 0)));
  if (!last || !day || last < day) return null;
  return `until ${formatDay(day, { short: true })}, ${windowStart(rowValue(typed, "deliveryTime", 0))}`;
}
