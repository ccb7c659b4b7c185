import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PROJECT_TYPES, wasteTypesFor } from "~/domain/pricing/waste-types";
import { DrawingParts } from "../art/Dumpster";
import {
  ErrorSummary,
  RadioCards,
  SelectField,
  SubmitButton,
  useHydrated,
  FieldError,
  errorOf,
  listOf,
  type Answers,
} from "../form";
import { CartLines } from "./CartLines";
import { MaterialCards, SizeChoices } from "./material-cards";
import { ContinueOnEnter, StepHeading, TotalSoFar, UpdatePrice } from "./parts";
import { PricePanel } from "./PricePanel";
import { SaveForLater } from "./SaveForLater";
import { useLiveOrder } from "./use-live-order";
import type { ProjectView } from "./views";

const PROJECT_HINTS: Record<string, string> = {
  home_cleanout: "Furniture, boxes, a garage",
  renovation: "Kitchen, bathroom, floors, roof",
  construction: "New build, addition, demolition",
  business_cleanout: "Office, shop, warehouse",
};

interface ProjectStepProps extends Pick<Answers, "problem"> {
  view: ProjectView;
}

/**
 * Step 1: what goes in, and in which dumpster. Sends intent add, remove:<n>, update or continue (Enter continues).
 * A line more or less begins a new form, and the focus goes to the order, where the change is seen and read out.
 */
export function ProjectStep(props: ProjectStepProps) {
  const cart = JSON.stringify(props.view.cart);
  const shown = useRef(cart);
  useEffect(() => {
    if (shown.current === cart) return;
    shown.current = cart;
    const place = document.getElementById("cart-heading") ?? document.querySelector<HTMLElement>("main h1");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView();
  }, [cart]);
  return <ProjectForm key={cart} {...props} />;
}

function ProjectForm({ view, problem }: ProjectStepProps) {
  const hydrated = useHydrated();
  const answers = { problem, values: view.values, notes: view.notes };
  const live = useLiveOrder(view, answers);
  return (
    <Form method="post" noValidate ref={live.form} onInput={live.update} className="with-side">
      <div>
        <ContinueOnEnter />
        {/* The ZIP that was checked on the home page travels along. */}
        <input type="hidden" name="zip" value={view.zip} />
        <input type="hidden" name="cartSeen" value={view.cartSeen} />
        <ErrorSummary problem={problem} />
        <StepHeading title="Your project">
          Choose what you are doing and what goes in. We suggest a size; the price changes with it.
        </StepHeading>
        {view.cart.length > 0 && <CartLines lines={view.cart} />}
        <DrawingParts />
        <RadioCards
          {...answers}
          name="projectType"
          accessKey="3"
          legend="What is your project?"
          cards="wide"
          choices={PROJECT_TYPES.map(({ id, title }) => ({
            value: id,
            label: <b>{title}</b>,
            text: PROJECT_HINTS[id],
          }))}
        />
        <RadioCards
          {...answers}
          name="businessType"
          legend="Is it for a home or a business?"
          fallback="residential"
          cards="tight"
          choices={[
            { value: "residential", label: "Residential" },
            { value: "commercial", label: "Commercial" },
          ]}
        />
        <WasteTypes {...answers} />
        <MaterialCards {...answers} />
        <SizeChoices
          {...answers}
          figures={view.figures}
          largest={hydrated ? live.largest : null}
          note={live.sizeNote}
        />
        <SelectField
          {...answers}
          name="quantity"
          label="How many of this size?"
          className="short"
          options={Array.from({ length: view.maxQuantity }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }))}
        />
        <TotalSoFar price={live.price} />
        <p className="actions">
          <SubmitButton intent="continue" className="button big">
            Continue to day and place
          </SubmitButton>{" "}
          <SubmitButton intent="add" className="button secondary">
            Add another dumpster
          </SubmitButton>
        </p>
      </div>
      <div className="side stack">
        <PricePanel price={live.price} figures={view.figures}>
          <UpdatePrice />
        </PricePanel>
        <SaveForLater save={view.save} />
      </div>
    </Form>
  );
}

/** Both lists are in the page; the style sheet shows the one that fits the choice above, also without script. */
function WasteTypes(answers: Answers) {
  const error = errorOf("wasteTypes", answers);
  const chosen = listOf("wasteTypes", answers);
  return (
    <fieldset id="wasteTypes" tabIndex={-1} className={error ? "bad" : undefined} aria-describedby="wasteTypes-hint">
      <legend>What will you throw away?</legend>
      <p className="hint" id="wasteTypes-hint">
        Tick all that fit. It helps us bring the right truck.
      </p>
      <FieldError id="wasteTypes" error={error} />
      {(["residential", "commercial"] as const).map((kind) => (
        <div key={kind} className={`for-${kind}`}>
          <p className="unseen">{kind === "residential" ? "At a home:" : "At a business:"}</p>
          <div className="choices tight">
            {wasteTypesFor(kind).map(({ id, label }) => (
              <div key={id}>
                <label className="choice">
                  <input type="checkbox" name="wasteTypes" value={id} defaultChecked={chosen.includes(id)} />
                  {label}
                </label>
              </div>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
