import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";
import type { Problem } from "~/http/answers/forms.server";
import { RefusedPart } from "../Refused";
import { useRefusal } from "../use-refusal";

/** A step as it was sent, where no draft could be made for it. Thrown, as the page's loader would lead away. */
export interface TypedAgain<View> {
  typedAgain: { view: View; problem: Problem };
}

/** A step's error boundary: the same step with all that was typed (TypedAgain); else refused as everywhere. */
export function stepBoundary<View>(Step: ComponentType<{ view: View; problem: Problem }>) {
  return function ErrorBoundary() {
    const error = useRouteError();
    const refusal = useRefusal();
    return isRouteErrorResponse(error) && isTypedAgain<View>(error.data) ? (
      <Step {...error.data.typedAgain} />
    ) : (
      <RefusedPart {...refusal} />
    );
  };
}

function isTypedAgain<View>(data: unknown): data is TypedAgain<View> {
  return typeof data === "object" && data !== null && "typedAgain" in data;
}
