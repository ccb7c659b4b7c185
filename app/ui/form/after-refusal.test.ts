import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, it } from "vitest";
import { rereadAfterRefusal } from "./after-refusal";
import { UNANSWERED } from "./unanswered";

const reads = (actionStatus?: number) => rereadAfterRefusal({ actionStatus } as ShouldRevalidateFunctionArgs);

it("reads the figures anew after every answer, also a 503: a hold stands while the card company is out of reach", () => {
  for (const status of [undefined, 200, 400, 409, 429, 502, 503])
    expect([status, reads(status)]).toEqual([status, true]);
});

it("asks nobody while nobody answers", () => {
  expect(reads(UNANSWERED)).toBe(false);
});
