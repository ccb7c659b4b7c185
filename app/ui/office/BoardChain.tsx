import { Form } from "@remix-run/react";
import type { ShownChain } from "./board";

/** An emptied dumpster that could go straight to the next site, and the button that puts the stops so. */
export function ChainProposal({ chain: { jobId, seen, position, words } }: { chain: ShownChain }) {
  return (
    <Form method="post" preventScrollReset className="chain">
      <input type="hidden" name="jobId" value={jobId} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="position" value={position} />
      <p>{words}</p>
      <button className="plain-button" name="intent" value="order">
        Put it right after
      </button>
    </Form>
  );
}
