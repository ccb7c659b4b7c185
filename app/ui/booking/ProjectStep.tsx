import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
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
  valueOf,
  type Answers,
} from "../form";
import { TwoWriters } from "../form/TwoWriters";
import { CartLines } from "./CartLines";
import { MaterialCards } from "./material-cards";
import { MaterialQuestion } from "./MaterialQuestion";
import { ContinueOnEnter, StepHeading, UpdatePriceHere } from "./parts";
import { PricePanel } from "./PricePanel";
import { SaveForLater } from "./SaveForLater";
import { KeptPart } from "../kept-part";
import { Unbroken } from "../Unbroken";
import { SizeChoices } from "./SizeChoices";
import { useLiveOrder } from "./use-live-order";
import type { ProjectView } from "./views";

interface ProjectStepProps extends Pick<Answers, "problem"> {
  view: ProjectView;
}

/**
 * Step 1: what goes in, and in which dumpster. Sends intent add, save, edit:<n>, remove:<n>, close, update, use:<material>, keep
 * or continue (Enter continues). Another line in the form or in the order begins a new form, and so does a material that
 * was taken from the question and is looked at once more; the focus goes where the change is seen and read out.
 */
export function ProjectStep(props: ProjectStepProps) {
  const { cart, line, turnedHeavy } = props.view;
  const form = JSON.stringify([cart, line, turnedHeavy]);
  const shown = useRef({ form, line });
  useEffect(() => {
    if (shown.current.form === form) return;
    const opened = shown.current.line !== line && line !== "none";
    shown.current = { form, line };
    const wanted = `#${turnedHeavy ? "dumpsterSize-note" : opened ? "line-heading" : "cart-heading"}`;
    const place = [...document.querySelectorAll<HTMLElement>(`main h1, ${wanted}`)].at(-1);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView();
  }, [form, line, turnedHeavy]);
  return <ProjectForm key={form} {...props} />;
}

function ProjectForm({ view, problem }: ProjectStepProps) {
  const hydrated = useHydrated();
  const answers = { problem, values: view.values, notes: view.notes };
  const live = useLiveOrder(view, answers);
  const { config } = view.pricing;
  const { question: asked, askedLine } = live;
  // The cards hang on no number.
  const { cart: _cart, quantity: _quantity, ...choice } = live.choice;
  const single = view.line !== "none";
  return (
    <Form method="post" noValidate ref={live.form} onInput={live.update} className="with-side project">
      <div>
        <ContinueOnEnter />
        {/* The ZIP that was checked on the home page travels along. */}
        <input type="hidden" name="zip" value={view.zip} />
        <input type="hidden" name="line" value={view.line} />
        <input type="hidden" name="cartSeen" value={view.cartSeen} />
        <input type="hidden" name="materialAnswer" value={live.answered} />
        <ErrorSummary problem={problem} />
        <TwoWriters seen={view.seen} problem={problem} />
        <StepHeading title="Your project">Choose what goes in and a size. The price follows.</StepHeading>
        {view.cart.length > 0 && <CartLines view={view} problem={problem} />}
        <DrawingParts />
        <RadioCards
          {...answers}
          name="projectType"
          accessKey="3"
          legend="What is your project?"
          cards="wide"
          choices={view.projects.map(({ id, title, hint }) => ({
            value: id,
            label: <b>{title}</b>,
            text: hint,
          }))}
        />
        <RadioCards
          {...answers}
          name="businessType"
          legend="Is it for a home or a business?"
          fallback="residential"
          cards="tight"
          choices={view.businessTypes}
        />
        <KeptPart
          of={WasteTypes}
          props={{
            problem,
            chosen: listOf("wasteTypes", answers),
            view: { businessTypes: view.businessTypes, wasteTypes: view.wasteTypes },
          }}
          apart={Boolean(problem)}
        />
        {view.lineWords && <LineHeading words={view.lineWords} />}
        {single && (
          <KeptPart
            of={MaterialCards}
            props={{ problem, notes: view.notes, choice, config, rules: view.rules }}
            apart={Boolean(problem)}
          />
        )}
        <div role="status">
          {asked && askedLine && (
            <MaterialQuestion
              question={asked}
              line={askedLine}
              config={config}
              wasteTypes={view.wasteTypes}
              several={view.cart.length > 0}
              onAnswer={hydrated && single && !problem ? live.answer : undefined}
            />
          )}
        </div>
        {single && (
          <>
            <KeptPart
              of={SizeChoices}
              props={{
                problem,
                chosen: valueOf("dumpsterSize", answers),
                view: { figures: view.figures, projects: view.projects, heavyNotes: view.heavyNotes },
                material: choice.material,
                config,
                largest: hydrated ? live.largest : null,
                note: live.sizeNote,
              }}
              apart={Boolean(problem)}
            />
            <SelectField
              {...answers}
              name="quantity"
              label="How many of this size?"
              className="short"
              options={Array.from({ length: view.maxQuantity }, (_, i) => {
                const value = String(i + 1);
                return { value, label: value };
              })}
            />
          </>
        )}
      </div>
      {/* Narrow, the price stands between the choice and the button. */}
      <div className="side stack">
        <PricePanel price={live.price} figures={view.figures} action={<UpdatePriceHere />} />
      </div>
      <div>
        <p className="actions">
          <SubmitButton intent="continue" className="button big">
            Continue to day and place
          </SubmitButton>{" "}
          {view.lineWords && (
            <SubmitButton intent="save" className="button secondary">
              {view.lineWords.save}
            </SubmitButton>
          )}{" "}
          <SubmitButton intent="add" className="button secondary">
            Add another dumpster
          </SubmitButton>
        </p>
        <SaveForLater save={view.save} />
      </div>
    </Form>
  );
}

/** Which dumpster of several the fields below are about, and the way back to the order without it. */
function LineHeading({ words: { heading, close } }: { words: NonNullable<ProjectView["lineWords"]> }) {
  return (
    <div className="row mt-6 justify-between">
      <h2 id="line-heading" className="text-2xl" tabIndex={-1}>
        <Unbroken text={heading} />
      </h2>
      <SubmitButton intent="close" className="text-button">
        {close}
      </SubmitButton>
    </div>
  );
}

/** Both lists are in the page; the style sheet shows the one that fits the choice above, also without script. */
function WasteTypes({
  view,
  chosen,
  ...answers
}: Pick<Answers, "problem"> & { view: Pick<ProjectView, "businessTypes" | "wasteTypes">; chosen: readonly string[] }) {
  const error = errorOf("wasteTypes", answers);
  return (
    <fieldset id="wasteTypes" tabIndex={-1} className={error ? "bad" : undefined} aria-describedby="wasteTypes-hint">
      <legend>What will you throw away?</legend>
      <p className="hint" id="wasteTypes-hint">
        Check all that fit.
      </p>
      <FieldError id="wasteTypes" error={error} />
      {view.businessTypes.map(({ value, at }) => (
        <div key={value} className={`for-${value}`}>
          <p className="unseen">{at}</p>
          <div className="choices tight">
            {view.wasteTypes
              .filter(({ businessType }) => businessType === value)
              .map(({ id, label }) => (
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
