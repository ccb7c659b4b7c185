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
      {/* A page's data are asked for when it is touched, and may be newer than what stands in it. React would put their
          version into an input; of an option it leaves what the document says. An answer is a new one. */}
      <select key={problem ? version : ""} name="seen" autoComplete="off" hidden defaultValue={version}>
        <option value={version} />
      </select>
      {problem?.whose?.map((one) => (
        <RadioCards key={one.name} {...one} />
      ))}
    </>
  );
}
