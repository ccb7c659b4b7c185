import type { Problem } from "~/http/answers/forms.server";
import { RadioCards } from "./choices";

/**
 * Inside the form of something that two write: the version that it was made from, or what it was made of, and for each
 * field that both wrote whose value stays. Nothing for anybody's own order.
 */
export function TwoWriters({
  seen,
  problem,
}: {
  seen?: number | string | undefined;
  problem?: Problem | null | undefined;
}) {
  if (seen === undefined) return null;
  const version = String(problem?.values["seen"] ?? seen);
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
