import type { ReactNode } from "react";
import { FieldError, FieldNote } from "./Field";
import { describedBy, errorOf, listOf, noteOf, valueOf, type Answers } from "./values";

export interface Choice {
  value: string;
  label: ReactNode;
  /** A line below the label. */
  text?: ReactNode;
  disabled?: boolean;
  /** A class for this choice's card. */
  className?: string;
}

interface Group extends Answers {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** Chosen when nothing was sent yet. */
  fallback?: string;
  /** How wide a card is at least. */
  cards?: "tight" | "wide";
  children?: ReactNode;
}

/** One of several, as cards. The first card has the group's name as its id: the error summary's target. */
export function RadioCards({
  name,
  legend,
  hint,
  choices,
  fallback = "",
  cards,
  accessKey,
  children,
  ...answers
}: Group & { accessKey?: string }) {
  const error = errorOf(name, answers);
  const note = noteOf(name, answers);
  const chosen = valueOf(name, answers) || fallback;
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, hint, error, note)}>
      <legend>{legend}</legend>
      <GroupText name={name} hint={hint} error={error} />
      <FieldNote id={name} note={note} />
      {children}
      <div className={cards ? `choices ${cards}` : "choices"}>
        {choices.map((choice, i) => (
          <div key={choice.value}>
            <label className={`choice ${choice.className ?? ""}`.trim()}>
              <input
                type="radio"
                id={choiceId(name, i)}
                name={name}
                value={choice.value}
                defaultChecked={choice.value === chosen}
                disabled={choice.disabled}
                accessKey={i === 0 ? accessKey : undefined}
              />
              <ChoiceText {...choice} />
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Any number of several. */
export function CheckboxGroup({
  name,
  legend,
  hint,
  choices,
  cards,
  className,
  idPrefix = name,
  ...answers
}: Group & { className?: string; idPrefix?: string }) {
  const error = errorOf(name, answers);
  const chosen = listOf(name, answers);
  return (
    <fieldset
      className={[className, error ? "bad" : ""].filter(Boolean).join(" ") || undefined}
      aria-describedby={describedBy(idPrefix, hint, error)}
    >
      <legend>{legend}</legend>
      <GroupText name={idPrefix} hint={hint} error={error} />
      <div className={cards ? `choices ${cards}` : "choices"}>
        {choices.map((choice, i) => (
          <div key={choice.value}>
            <label className="choice">
              <input
                type="checkbox"
                id={choiceId(idPrefix, i)}
                name={name}
                value={choice.value}
                defaultChecked={chosen.includes(choice.value)}
              />
              <ChoiceText {...choice} />
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** A single yes. Sends "on". */
export function Checkbox({
  name,
  label,
  hint,
  accessKey,
  ...answers
}: Answers & { name: string; label: ReactNode; hint?: ReactNode; accessKey?: string }) {
  const error = errorOf(name, answers);
  return (
    <div className={error ? "field bad" : "field"}>
      <FieldError id={name} error={error} />
      <label className="check">
        <input
          type="checkbox"
          id={name}
          name={name}
          accessKey={accessKey}
          defaultChecked={valueOf(name, answers) === "on"}
          aria-describedby={describedBy(name, hint, error)}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div id={`${name}-hint`} className="hint">
          {hint}
        </div>
      )}
    </div>
  );
}

function choiceId(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`;
}

function ChoiceText({ label, text }: Choice) {
  return (
    <span>
      {label}
      {/* Heard and read in a text browser as "Home Cleanout: Furniture, boxes". */}
      {text && <span className="unseen">: </span>}
      {text && <small>{text}</small>}
    </span>
  );
}

function GroupText({ name, hint, error }: { name: string; hint?: ReactNode; error?: string }) {
  return (
    <>
      {hint && (
        <div id={`${name}-hint`} className="hint">
          {hint}
        </div>
      )}
      <FieldError id={name} error={error} />
    </>
  );
}
