import type { Id } from "../kernel/ids.server";

/** The name by which the network knows somebody's browser (specification, section 3). Pure. */
const PREFIX = "agent_";

/**
 * "agent_" and the user id with its hyphens as underscores. Ids of ours have underscores as well, so the way back is a
 * look among the team (`agentOf`), never a guess.
 */
export const identityOf = (userId: Id<"account">): string => `${PREFIX}${userId.replaceAll("-", "_")}`;

/** "client:agent_…" → "agent_…"; null for what is no browser of ours. */
export function readIdentity(party: string): string | null {
  const identity = party.replace(/^client:/, "");
  return identity.startsWith(PREFIX) && /^\w{8,80}$/.test(identity) ? identity : null;
}
