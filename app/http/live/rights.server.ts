import type { Topic } from "~/domain/live/topics";
import type { Standing } from "~/domain/accounts/roles.server";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { findBooking } from "~/domain/booking/order/bookings.server";
import type { Id } from "~/domain/kernel/ids.server";
import { mayOpenBooking, mayOpenDraft } from "../access/links.server";
import { stillSignedIn, type SignedIn } from "../access/session.server";
import type { Scope } from "../context.server";

/** What somebody may listen to now. */
export interface Rights {
  /** The session's person, or null for a customer with a cookie and for nobody. */
  person: SignedIn | null;
  /** The names of the topics they may listen to, of those asked for. */
  granted: string[];
}

/** Asks the session, and the cookies, as they are at this moment: at the start of a stream and at each heartbeat. */
export async function rightsNow(scope: Scope, request: Request, topics: ReadonlyMap<string, Topic>): Promise<Rights> {
  const person = await stillSignedIn(scope, request);
  const granted = [...topics].filter(([, topic]) => mayListen(scope, request, topic, person)).map(([name]) => name);
  return { person, granted };
}

/**
 * The office: the team. A driver's topic: that driver, and the team. A booking's: the team, and whoever holds its cookie.
 * A prepared draft's: the team, and whoever holds its cookie. A browser agent's: the person whose row it is, and nobody else.
 */
function mayListen(scope: Scope, request: Request, topic: Topic, person: SignedIn | null): boolean {
  const standing: Standing | undefined = person?.standing;
  const team = standing?.mayUseCrm ?? false;
  switch (topic.kind) {
    case "office":
      return team;
    case "driver":
      return team || (standing?.mayDrive === true && standing.driverId === (topic.id as Id<"driver">));
    case "agent":
      return person?.account.id === (topic.id as Id<"account">);
    case "draft": {
      const draft = team ? null : findDraft(scope.services.db.orm, topic.id);
      return team || (draft?.preparedBy != null && mayOpenDraft(scope, request, draft));
    }
    case "booking": {
      const booking = team ? null : findBooking(scope.services.db.orm, { id: topic.id });
      return team || (booking !== null && mayOpenBooking(scope, request, booking));
    }
  }
}
