import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { KeptPart } from "../kept-part";
import { RenderBoundary } from "../RenderBoundary";
import { StatusLine } from "./StatusLine";
import { telLink, type FocusedFacts } from "./facts";
import { Logo, SkipLink } from "./top";

export interface StepMark {
  label: string;
  state: "done" | "current" | "ahead";
  /** Where a done step can be changed. */
  href?: string;
}

const LABELS = {
  project: "Your project",
  schedule: "Day and place",
  agreement: "Agreement",
  payment: "Payment",
} as const;
export type StepName = keyof typeof LABELS;
const ORDER = Object.keys(LABELS) as StepName[];

/** The booking's four steps as marks: those before `current` are done and link back with the draft. */
export function stepMarks(current: StepName, draft?: string): StepMark[] {
  const at = ORDER.indexOf(current);
  return ORDER.map((name, i): StepMark => ({
    label: LABELS[name],
    state: i < at ? "done" : i === at ? "current" : "ahead",
    href: i < at ? paths.book[name](draft) : undefined,
  }));
}

/** The frame of the booking: logo, phone, steps, nothing that leads away. */
export function FocusedFrame({
  facts,
  steps,
  children,
}: {
  facts: FocusedFacts;
  steps?: StepMark[];
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <KeptPart of={Head} props={facts} />
      <StatusLine />
      <div className="wrap page">
        {steps && (
          <nav aria-label="Steps of your booking" accessKey="2" tabIndex={-1}>
            <ol className="plain steps">
              {steps.map((step) => (
                <li
                  key={step.label}
                  className={step.state}
                  aria-current={step.state === "current" ? "step" : undefined}
                >
                  <span>{step.href ? <a href={step.href}>{step.label}</a> : step.label}</span>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <main id="main" tabIndex={-1} accessKey="1">
          <RenderBoundary resetKey={pathname}>{children}</RenderBoundary>
        </main>
      </div>
      <KeptPart of={Foot} props={facts} />
    </>
  );
}

function Head({ name, phone }: FocusedFacts) {
  return (
    <header className="top calm" suppressHydrationWarning>
      <div className="wrap">
        <Logo name={name} />{" "}
        <a href={telLink(phone)} className="call" aria-label={`Call ${phone}`}>
          {phone}
        </a>
      </div>
    </header>
  );
}

function Foot({ name, hoursLabel }: FocusedFacts) {
  return (
    <footer className="foot">
      <div className="wrap row small">
        <span>
          {name} · {hoursLabel}
        </span>{" "}
        <a href={paths.privacy}>Privacy policy</a>
      </div>
    </footer>
  );
}
