import { expect, it } from "vitest";
import { extraProblem } from "./needs-intents.server";

it.each([
  [{ code: "bad_day", message: "A Sunday." }, ["day", "A Sunday."]],
  [{ code: "bad_window", message: "That morning is closed." }, ["window", "That morning is closed."]],
  [{ code: "not_there" }, ["unit", "This dumpster does not stand at the customer now."]],
] as const)("why something cannot be planned stands beside the field that it is about: %j", (refused, said) => {
  expect(extraProblem({ ok: false, ...refused })).toEqual(said);
});
