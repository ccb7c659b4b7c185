import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from "react";
import { Unbroken } from "../Unbroken";
import { describedBy, errorOf, noteOf, valueOf, type Answers } from "./values";

interface Common extends Answers {
  /** Also the element's id, which the error summary links to. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
}

export type FieldProps = Common &
  Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "value" | "defaultValue" | "id"> & {
    /** Instead of the name, where a page has the same form several times. */
    id?: string;
  };

/** A labelled one-line input. Uncontrolled, so that nothing typed is lost when React takes over the page. */
export function Field({ name, id = name, label, hint, problem, values, notes, className = "", ...input }: FieldProps) {
  const error = errorOf(name, { problem });
  const note = noteOf(name, { problem, notes });
  return (
    <Labelled name={id} label={label} hint={hint} error={error} note={note}>
      <input
        type="text"
        {...input}
        id={id}
        name={name}
        className={`input ${className}`.trim()}
        defaultValue={input.type === "password" ? undefined : valueOf(name, { problem, values })}
        aria-describedby={describedBy(id, hint, error, note)}
        aria-invalid={error ? true : undefined}
      />
    </Labelled>
  );
}

export function TextareaField({
  name,
  label,
  hint,
  problem,
  values,
  rows = 4,
  maxLength,
}: Common & { rows?: number; maxLength?: number }) {
  const error = errorOf(name, { problem });
  return (
    <Labelled name={name} label={label} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        className="input"
        rows={rows}
        maxLength={maxLength}
        defaultValue={valueOf(name, { problem, values })}
        aria-describedby={describedBy(name, hint, error)}
        aria-invalid={error ? true : undefined}
      />
    </Labelled>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export function SelectField({
  name,
  label,
  hint,
  problem,
  values,
  notes,
  options,
  className = "",
  "data-alt": alt,
}: Common & { options: readonly Option[]; className?: string; "data-alt"?: string }) {
  const error = errorOf(name, { problem });
  const note = noteOf(name, { problem, notes });
  const given = valueOf(name, { problem, values });
  const field = useFollowed(given);
  return (
    <Labelled name={name} label={label} hint={hint} error={error} note={note}>
      <select
        ref={field}
        id={name}
        name={name}
        data-alt={alt}
        className={`input ${className}`.trim()}
        defaultValue={given}
        aria-describedby={describedBy(name, hint, error, note)}
        aria-invalid={error ? true : undefined}
      >
        {options.map(({ value, label: text, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/**
 * A page that follows what others do changes what is given: an input that nobody touched shows it by itself, a select does
 * not. What somebody has chosen stays.
 */
function useFollowed(given: string | undefined) {
  const field = useRef<HTMLSelectElement>(null);
  const shown = useRef(given);
  useEffect(() => {
    const select = field.current;
    if (select && given !== undefined && select.value === shown.current) select.value = given;
    shown.current = given;
  }, [given]);
  return field;
}

function Labelled({
  name,
  label,
  hint,
  error,
  note,
  children,
}: {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <div className={error ? "field bad" : "field"}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <div id={`${name}-hint`} className="hint">
          {hint}
        </div>
      )}
      <FieldError id={name} error={error} />
      <FieldNote id={name} note={note} />
      {children}
    </div>
  );
}

/** The words of the summary once more, beside the field. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return error ? (
    <p id={`${id}-error`} className="wrong">
      <span className="unseen">Problem: </span>
      <Unbroken text={error} />
    </p>
  ) : null;
}

/** Why the field shows something else than was asked for: no mistake of its reader's. */
export function FieldNote({ id, note }: { id: string; note?: string }) {
  return note ? (
    <p id={`${id}-note`} className="notice warn mt-2" tabIndex={-1}>
      <Unbroken text={note} />
    </p>
  ) : null;
}
