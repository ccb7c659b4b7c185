import { Form } from "@remix-run/react";
import type { ShownDriver } from "./board";

/** An emptied dumpster that could go straight to the next site, and the button that puts the stops so. */
export function ChainProposal({ driver: { chain, jobs } }: { driver: ShownDriver }) {
  const job = jobs.find(({ id }) => id === chain?.jobId);
  const after = jobs.find(({ id }) => id === chain?.afterId);
  if (!chain || !job || !after) return null;
  // Among the others, from 1: right behind the pickup.
  const position = jobs.filter(({ id }) => id !== job.id).findIndex(({ id }) => id === after.id) + 2;
  return (
    <Form method="post" preventScrollReset className="chain">
      <input type="hidden" name="jobId" value={job.id} />
      <input type="hidden" name="seen" value={job.seen} />
      <input type="hidden" name="position" value={position} />
      <p>
        Straight on: the {job.size}-yard dumpster from {after.address} can go to {job.address} once it is emptied. That
        spares about {chain.saves} miles.
      </p>
      <button className="plain-button" name="intent" value="order">
        Put it right after
      </button>
    </Form>
  );
}
