import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { focusArrived } from "./focus-arrived";

/** An amount in cents as people write it: "$409.32". */
export function Money({ cents }: { cents: Cents }) {
  return <span className="money">{formatCents(cents)}</span>;
}

/** A framed remark. `arrived`: what a page begins with after a post, which the focus goes to, as to an error. `good` and `bad` tell of a result; say so in the words as well, never by colour alone. */
export function Notice({
  kind = "info",
  live,
  arrived = false,
  id,
  children,
}: {
  kind?: "info" | "good" | "warn" | "bad";
  live?: boolean;
  arrived?: boolean;
  id?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (arrived) focusArrived(box.current);
  }, [arrived]);
  return (
    <div
      id={id}
      ref={box}
      className={kind === "info" ? "notice" : `notice ${kind}`}
      role={live ? "status" : undefined}
      // autoFocus: without script the browser itself brings the focus here.
      {...(arrived && { tabIndex: -1, autoFocus: true })}
    >
      {children}
    </div>
  );
}

export interface SubmitButtonProps {
  children: ReactNode;
  /** Sent as `intent`, where a page has several actions. */
  intent?: string;
  className?: string;
  /** The form that it sends, where it stands outside of it. */
  form?: string | undefined;
  formNoValidate?: boolean;
  /** What it says while its request runs. */
  busyLabel?: string;
}

/**
 * A plain submit button without script. Hydrated it says so while its own request runs and ignores further
 * taps; it stays focusable, so that a keyboard does not lose its place.
 */
export function SubmitButton({
  children,
  intent,
  className = "button",
  busyLabel = "Working…",
  ...rest
}: SubmitButtonProps) {
  const navigation = useNavigation();
  const sent = navigation.formData?.get("intent") ?? undefined;
  const busy = navigation.state !== "idle" && navigation.formData !== undefined;
  const mine = busy && sent === intent;
  const once = (event: MouseEvent) => {
    if (busy) event.preventDefault();
  };
  return (
    <button
      name={intent ? "intent" : undefined}
      value={intent}
      className={className}
      aria-disabled={busy || undefined}
      onClick={once}
      {...rest}
    >
      {mine ? busyLabel : children}
    </button>
  );
}
