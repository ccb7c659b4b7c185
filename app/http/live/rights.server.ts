import type { Happened } from "~/domain/live/happened.server";
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

/**
 * Asks the session, and the cookies, as they are at this moment: at the start of a stream, at each heartbeat, and before
 * anything is told on that came with what may have changed them.
 */
export async function rightsNow(scope: Scope, request: Request, topics: ReadonlyMap<string, Topic>): Promise<Rights> {
  const person = await stillSignedIn(scope, request);
  const granted = [...topics].filter(([, topic]) => mayListen(scope, request, topic, person)).map(([name]) => name);
  return { person, granted };
}

/**
 * Whether what happened may have changed what they may listen to. Told by the identifiers alone, because every stream
 * asks it of everything that happens: a query for each would be one for each page of the office.
 */
export function touchesRights(
  { kind, subject, id, booking }: Happened,
  person: SignedIn | null,
  granted: ReadonlySet<string>,
): boolean {
  switch (subject) {
    // Signed out, another password or address; off the team, another role, the second factor reset.
    case "account":
    case "team":
      return id !== null && id === person?.account.id;
    case "driver":
      return id !== null && id === person?.standing.driverId;
    // Who may drive goes by a flag.
    case "flag":
      return true;
    default:
      return kind === "links_ended" && (granted.has(`booking:${booking}`) || granted.has(`draft:${id}`));
  }
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
