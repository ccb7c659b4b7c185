import { jsonError } from "~/http/answers/json.server";

/** A function that there is not: JSON like the others' refusals, however it is asked for. */
const missing = () => jsonError(404, { code: "not_found", message: "There is no such function." });

export const loader = missing;
export const action = missing;
