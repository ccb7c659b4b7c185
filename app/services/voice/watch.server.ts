import type { Deed } from "~/domain/kernel/deed";
import { agentByIdentity } from "~/domain/voice/agents.server";
import { isLegStatus } from "~/domain/voice/facts";
import { readIdentity } from "~/domain/voice/identity";
import { takeCallReport } from "~/domain/voice/reports.server";
import { claimSilentRounds, claimUnheard } from "~/domain/voice/watch.server";
import type { Services } from "~/services.server";
import { nextPath, toldAt } from "./answers.server";

type Watching = Pick<Services, "db" | "log" | "voice">;

/**
 * Looks after calls that go on: a group in which no browser has said that it rings is left for the next one at once, and a
 * call of which nothing was heard for a minute is asked about, because reports may be lost. Nothing while nobody calls.
 * `isFirst`: right after a start, when each call that went on is asked about, as nobody heard what was told meanwhile.
 */
export async function watchCalls(services: Watching, deed: Deed, isFirst = false): Promise<void> {
  for (const call of await services.db.write((tx) => claimSilentRounds(tx)))
    await quietly(services, "lead", () => services.voice.lead(call.provider_sid, nextPath(call, call.ring_round)));
  for (const call of await services.db.write((tx) => claimUnheard(tx, isFirst)))
    await quietly(services, "find", () => askAbout(services, deed, call.provider_sid));
}

/** Takes what the network knows of a call for what its reports would have said. */
export async function askAbout(services: Watching, deed: Deed, sid: string): Promise<void> {
  const known = await services.voice.find(sid);
  // The network has forgotten it: whatever it was, it goes on no more.
  const gone = { sid, parentSid: null, status: "failed", at: deed.now, seconds: null, agentId: null } as const;
  if (known.length === 0) return void (await services.db.write((tx) => takeCallReport(tx, deed, gone)));
  await services.db.write((tx) => {
    for (const { status, party, seconds, endedAt, ...leg } of known) {
      if (!isLegStatus(status)) continue;
      const identity = readIdentity(party);
      const agentId = identity === null ? null : agentByIdentity(tx, identity);
      const at = toldAt(deed.now, endedAt === null ? undefined : new Date(endedAt).toISOString());
      takeCallReport(tx, deed, { ...leg, status, seconds, at, agentId });
    }
  });
}

async function quietly(services: Watching, action: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    // The network is away: it is asked again in its time.
    const error_message = error instanceof Error ? error.message : String(error);
    services.log.warn({ module: "voice", action, error_message });
  }
}
