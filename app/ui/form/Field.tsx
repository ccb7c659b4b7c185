import type { InputHTMLAttributes, ReactNode } from "react";
import { describedBy, errorOf, valueOf, type Answers } from "./values";

interface Common extends Answers {
  /** Also the element's id, which the error summary links to. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
}

export type FieldProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "value" | "defaultValue" | "id">;

/** A labelled one-line input. Uncontrolled, so that nothing typed is lost when React takes over the page. */
export function Field({ name, label, hint, problem, values, className = "", ...input }: FieldProps) {
  const error = errorOf(name, { problem });
  return (
    <Labelled name={name} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...input}
        id={name}
        name={name}
        className={`input ${className}`.trim()}
        defaultValue={input.type === "password" ? undefined : valueOf(name, { problem, values })}
        aria-describedby={describedBy(name, hint, error)}
        aria-invalid={error ? true : undefined}
      />
    </Labelled>
  );
}

export function TextareaField({ name, label, hint, problem, values, rows = 4, maxLength }: Common & { rows?: number; maxLength?: number }) {
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

export function SelectField({ name, label, hint, problem, values, options, className = "" }: Common & { options: readonly Option[]; className?: string }) {
  const error = errorOf(name, { problem });
  return (
    <Labelled name={name} label={label} hint={hint} error={error}>
      <select
        id={name}
        name={name}
        className={`input ${className}`.trim()}
        defaultValue={valueOf(name, { problem, values })}
        aria-describedby={describedBy(name, hint, error)}
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

function Labelled({ name, label, hint, error, children }: { name: string; label: ReactNode; hint?: ReactNode; error?: string; children: ReactNode }) {
  return (
    <div className={error ? "field bad" : "field"}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <div id={`${name}-hint`} className="hint">
          {hint}
        </div>
      )}
      <FieldError id={name} error={error} />
      {children}
    </div>
  );
}

/** The words of the summary once more, beside the field. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return error ? (
    <p id={`${id}-error`} className="wrong">
      <span className="unseen">Problem: </span>
      {error}
    </p>
  ) : null;
}
