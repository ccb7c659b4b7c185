import type { Problem } from "~/http/answers/forms.server";
import { choiceName, valueOf } from "./values";

/**
 * Inside the form of an order that two write: the version that it was made from, and for each field that both wrote
 * whose value stays. Nothing for anybody's own order.
 */
export function TwoWriters({ seen, problem }: { seen?: number | undefined; problem?: Problem | null | undefined }) {
  if (seen === undefined) return null;
  return (
    <>
      {/* React keeps an input's first value: with another version it is another input. */}
      <input
        key={problem?.values["seen"] === undefined ? seen : String(problem.values["seen"])}
        type="hidden"
        name="seen"
        defaultValue={valueOf("seen", { problem, values: { seen: String(seen) } })}
      />
      {problem?.choices?.map(({ field, legend, mine, whose, theirs }) => (
        // Another answer of the server is another choice.
        <fieldset key={`${field} ${String(problem.values["seen"])} ${theirs}`} className="notice warn">
          <legend>{legend}: which stays?</legend>
          {[
            ["mine", "Yours", mine],
            ["theirs", whose, theirs],
          ].map(([value, who, words]) => (
            <label key={value} className="check">
              <input type="radio" name={choiceName(field)} value={value} defaultChecked={value === "mine"} />
              <span>
                {who}: <b>{words}</b>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
