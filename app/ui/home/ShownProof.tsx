import { lazy, Suspense } from "react";
import type { PublicData } from "../frame/public-data";
import { Proof } from "./Proof";

/** As the owner's panels (LocalPanels.tsx): a browser fetches the code only where there is something to show. */
const Shown: typeof Proof | ReturnType<typeof lazy<typeof Proof>> = import.meta.env.SSR
  ? Proof
  : lazy(async () => ({ default: (await import("./Proof")).Proof }));

export function ShownProof({ proof }: { proof: PublicData["proof"] }) {
  if (proof.photographs.length + proof.reviews.length === 0) return null;
  return (
    <Suspense>
      <Shown proof={proof} />
    </Suspense>
  );
}
