import type { Problem } from "~/http/answers/forms.server";
import { valueOf } from "./values";

/**
 * Inside the form of an order that two write: the version that it was made from, or what it was made of, and a button for each value that the
 * other has written meanwhile. Nothing for anybody's own order.
 */
export function TwoWriters({
  seen,
  problem,
}: {
  seen?: number | string | undefined;
  problem?: Problem | null | undefined;
}) {
  if (seen === undefined) return null;
  const theirs = problem?.theirs ?? [];
  return (
    <>
      {/* React keeps an input's first value: with another version it is another input. */}
      <input
        key={problem?.values["seen"] === undefined ? seen : String(problem.values["seen"])}
        type="hidden"
        name="seen"
        defaultValue={valueOf("seen", { problem, values: { seen: String(seen) } })}
      />
      {theirs.length > 0 && (
        <ul className="plain row theirs">
          {theirs.map(({ field, label }) => (
            <li key={field}>
              <button name="take" value={field} className="button secondary" formNoValidate>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
