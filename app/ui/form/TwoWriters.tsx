import type { Problem } from "~/http/answers/forms.server";
import { RadioCards } from "./choices";

/**
 * Inside the form of an order that two write: the version that it was made from, and for each field that both wrote
 * whose value stays. Nothing for anybody's own order.
 */
export function TwoWriters({ seen, problem }: { seen?: number | undefined; problem?: Problem | null | undefined }) {
  if (!seen) return null;
  const version = Number(problem?.values["seen"] ?? seen);
  return (
    <>
      {/* React keeps an input's first value: with another version it is another input. */}
      <input key={version} type="hidden" name="seen" defaultValue={version} />
      {problem?.whose?.map((one) => (
        <RadioCards key={one.name} {...one} />
      ))}
    </>
  );
}
