import { useEffect, useRef } from "react";

/**
 * Last in its form, at the bottom of what is in sight: they may read or type anywhere in it. Says on the caller's page what the office changes in their order meanwhile; `seen`: the version that the page was made
 * from, `signingKey`: what opened it where that was no draft of this browser. Not on the first step, whose scripts have no room left: there a save says it.
 */
export function OfficeWrote({ seen, signingKey }: { seen: number; signingKey?: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A module that only such pages ask for. Not there (a deploy, no line): a save still says what the office wrote.
    void import("../live/other-writer").then(
      ({ followDraft }) => followDraft(box.current),
      () => undefined,
    );
  }, [seen]);
  return <div className="wrote" role="status" ref={box} data-key={signingKey ?? undefined} />;
}
