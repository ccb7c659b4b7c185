import { lastPlace, writePlace } from "~/domain/live/happened.server";
import type { Scope } from "../context.server";

/** Up to where everything has happened that this page can know: its stream begins there. */
export function placeNow(scope: Pick<Scope, "services">): string {
  return writePlace(lastPlace(scope.services.db.orm));
}
