import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, expect, vi } from "vitest";
import { callLegs, calls, leads, tasks } from "#db/schema/index";
import { createTwilioVoice } from "~/adapters/twilio/voice.server";
import { findAccount } from "~/domain/accounts/sign-in.server";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { instantAt, plus } from "~/domain/kernel/time.server";
import { ackRing, ensureAgent, hearFrom, setAvailable } from "~/domain/voice/agents.server";
import { identityOf } from "~/domain/voice/identity";
import { isOver, secondsOf, type Line } from "~/sandbox/voice/calls.server";
import { openVoiceNetwork, type VoiceNetwork } from "~/sandbox/voice/network.server";
import type { EndStatus, Party } from "~/sandbox/voice/parties.server";
import {
  answerDial,
  answerIncoming,
  answerOutgoing,
  answerVoicemail,
  NETWORK,
  takeStatus,
} from "~/services/voice/answers.server";
import { watchCalls } from "~/services/voice/watch.server";
import { person } from "../support/phone-network";
import { openWorld, TODAY } from "../support/domain";
import { fakeServices } from "../support/visit";
import { signedIn } from "../support/voice";
import { inFull } from "../support/in-full";

/** All 500 with `npm run test:full`. */
const CALLS = process.env["FULL"] ? 500 : 40;
const PUBLIC = "http://office.example";
const OURS = "+14075550142";
const ACCOUNT = {
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "the network's own secret",
  appSid: `AP${"0".repeat(32)}`,
};

afterEach(() => vi.useRealTimers());

/** A number from 0 to 1 that is the same in every run. */
function dice(seed: number) {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

interface Plan {
  way: "in" | "out";
  /** What the other side does, or of a call in what our people do. */
  does: "answer" | "refuse" | "silent" | "gone";
  leavesMessage: boolean;
  seconds: number;
  reports: "once" | "twice" | "lost";
}

function plan(roll: () => number): Plan {
  const one = <T>(...all: T[]): T => all[Math.floor(roll() * all.length)] as T;
  return {
    way: one("in", "in", "out"),
    does: one("answer", "answer", "refuse", "silent", "gone"),
    leavesMessage: roll() < 0.6,
    seconds: 1 + Math.floor(roll() * 600),
    reports: one("once", "once", "twice", "lost"),
  };
}

inFull(
  `keeps a log of ${CALLS} calls in a day that says what the network itself knows`,
  { timeout: process.env["FULL"] ? 1_200_000 : 240_000 },
  async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
    const world = await openWorld({ fleet: { 20: 3 } });
    await seedAccounts(world.db, world.clock.at);
    const staff = ["staff@example.com", "admin@example.com"].map((value) => {
      const account = findAccount(world.db.orm, { kind: "email", value } as never);
      if (!account) throw new Error(value);
      return account.id;
    });
    // The network and its client know each other, so one of them is there before it is made.
    // oxlint-disable-next-line prefer-const
    let network: VoiceNetwork;
    const twilio = createTwilioVoice({
      ...ACCOUNT,
      apiKey: "SK",
      apiSecret: "x",
      from: OURS,
      edge: null,
      publicUrl: PUBLIC,
    });
    const plain = fakeServices(world);
    const services = {
      ...plain,
      config: { ...plain.config, publicUrl: PUBLIC, RATE_LIMITS: "off" as const },
      voice: {
        ...twilio,
        lead: async (sid: string, next: string) => network.lead(sid, PUBLIC + next),
        find: async (sid: string) => {
          const line = network.book.find(sid);
          return [...(line ? [line] : []), ...network.book.rungFor(sid)].map(answerOf);
        },
      },
    };
    const deed = () => world.deed(NETWORK);
    const asked: Record<string, (params: Record<string, string>, call: string) => Promise<unknown>> = {
      incoming: (params) => answerIncoming(services, deed(), params),
      outgoing: (params) => answerOutgoing(services, params, "r"),
      dial: (params, call) => answerDial(services, deed(), call, params),
      voicemail: (params, call) => answerVoicemail(services, deed(), call, params),
      status: (params) => takeStatus(services, deed(), params),
    };
    const office = createServer((req, res) => {
      void (async () => {
        let body = "";
        for await (const chunk of req) body += String(chunk);
        const url = new URL(req.url ?? "/", PUBLIC);
        const params = Object.fromEntries(new URLSearchParams(body));
        const signature = String(req.headers["x-twilio-signature"] ?? "");
        if (!(await services.voice.isSigned({ url: url.href, params, signature }))) return res.writeHead(403).end();
        const what = url.pathname.split("/").at(-1) ?? "";
        const answer = await asked[what]?.(params, url.searchParams.get("call") ?? "");
        res.end(what === "status" ? "" : await services.voice.write(answer as never));
      })();
    });
    await new Promise<void>((resolve) => office.listen(0, "127.0.0.1", resolve));

    let now: Plan;
    const made = (name: string, told: Partial<Party> = {}): Party => ({ ...person(name), ...told });
    const soon = (run: () => void) => void setTimeout(run, 2);
    const talkAndEnd = (party: Party) =>
      soon(() => {
        vi.setSystemTime(Date.now() + now.seconds * 1000);
        party.onEnd("completed");
      });
    const agent = (id: (typeof staff)[number]): Party => {
      const party = made(`client:${identityOf(id)}`);
      party.ring = ({ parameters }) => {
        if (now.does === "silent") return;
        void world.db.write((tx) => ackRing(tx, parameters["call"] ?? "", id));
        if (now.does === "answer") soon(() => party.onAnswer());
        if (now.does === "refuse") soon(() => party.onEnd("busy"));
      };
      return party;
    };
    const outside = (number: string): Party => {
      const party = made(number);
      const ends: Partial<Record<Plan["does"], EndStatus>> = { refuse: "busy", silent: "no-answer", gone: "failed" };
      party.ring = () =>
        soon(() => {
          if (now.does !== "answer") return party.onEnd(ends[now.does] ?? "failed");
          party.onAnswer();
          talkAndEnd(party);
        });
      return party;
    };
    network = openVoiceNetwork({
      ...ACCOUNT,
      number: OURS,
      letterMs: 0,
      base: () => `http://127.0.0.1:${(office.address() as AddressInfo).port}`,
      urls: Object.fromEntries(
        ["outgoing", "incoming", "status"].map((name) => [name, `${PUBLIC}/webhooks/twilio/voice/${name}`]),
      ) as never,
      reach: (to) =>
        "number" in to ? [outside(to.number)] : staff.filter((id) => identityOf(id) === to.client).map(agent),
    });
    await world.db.write((tx) => {
      for (const id of staff) {
        ensureAgent(tx, deed(), id);
        setAvailable(tx, deed(), id, true);
      }
    });
    await signedIn(world, ...staff);

    const roll = dice(7);
    for (let i = 0; i < CALLS; i++) {
      now = plan(roll);
      world.clock.at = plus(instantAt(TODAY, 8), Math.floor((i * 9 * 3_600_000) / CALLS));
      vi.setSystemTime(Date.now() + 30_000);
      await world.db.write((tx) => staff.forEach((id) => hearFrom(tx, id, true)));
      network.faults.areTwice = now.reports === "twice";
      network.faults.areLost = now.reports === "lost";
      const number = `+1407555${String(1000 + (i % 400)).padStart(4, "0")}`;
      const line = now.way === "out" ? placed(number) : came(number);
      await until(async () => {
        // Nobody says that it rings: the group is left (the office's own watch, each second).
        if (now.does === "silent" && now.way === "in" && network.book.rungFor(line.sid).length > 0) {
          vi.setSystemTime(Date.now() + 5_000);
          await watchCalls(services, deed());
        }
        return isOver(line);
      });
      if (now.reports === "lost") {
        // Nothing was told: the office asks by itself, a minute later.
        for (let ask = 0; ask < 2; ask++) {
          vi.setSystemTime(Date.now() + 61_000);
          await watchCalls(services, deed());
        }
      }
      await until(async () => rowOf(line)?.state === "ended");
    }

    function placed(to: string): Line {
      const party = made(`client:${identityOf(staff[0] as never)}`);
      return network.fromBrowser(party, { To: to, customerId: "", bookingId: "" });
    }
    function came(from: string): Line {
      const party = made(from);
      party.answered = () => {
        const listening = setInterval(() => {
          if (!party.sound.listener) return;
          clearInterval(listening);
          if (now.leavesMessage) for (let n = 0; n < 150; n++) party.sound.listener(Buffer.alloc(160));
          soon(() => party.onEnd("completed"));
        }, 1);
        if (now.does === "answer") {
          clearInterval(listening);
          talkAndEnd(party);
        }
      };
      const line = network.fromOutside(party);
      // Who does not wait hangs up while it rings.
      if (now.does === "gone")
        void until(async () => network.book.rungFor(line.sid).length > 0).then(() => party.onEnd("canceled"));
      return line;
    }
    function rowOf({ sid }: Line) {
      return world.db.orm.select().from(calls).where(eq(calls.provider_sid, sid)).get();
    }

    const lines = network.book.all().filter(({ parent }) => parent === null);
    expect(lines).toHaveLength(CALLS);
    const log = new Map(
      world.db.orm
        .select()
        .from(calls)
        .all()
        .map((row) => [row.provider_sid, row]),
    );
    expect(log.size).toBe(CALLS);
    const told = lines.map((line) => {
      const child = network.book.rungFor(line.sid).find(({ answeredAt }) => answeredAt !== null);
      return [line.sid, child ? "answered" : "not", child ? secondsOf(child) : null];
    });
    expect(
      lines.map(({ sid }) => [
        sid,
        log.get(sid)?.outcome === "answered" ? "answered" : "not",
        log.get(sid)?.talk_seconds ?? null,
      ]),
    ).toEqual(told);
    // Of whom it was, both sides say the same.
    for (const leg of world.db.orm
      .select()
      .from(callLegs)
      .all()
      .filter(({ role }) => role === "agent"))
      expect(network.book.find(leg.sid)?.to).toBe(leg.agent_id && `client:${identityOf(leg.agent_id)}`);
    // Every outcome came to pass, and what hangs on it stands.
    const outcomes = new Set([...log.values()].map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(["answered", "busy", "failed", "missed", "no_answer", "voicemail"]);
    const missed = [...log.values()].filter(({ outcome }) => outcome === "missed" || outcome === "voicemail");
    expect(missed.every(({ lead_id }) => lead_id !== null)).toBe(true);
    expect(world.db.orm.select().from(leads).all().length).toBeLessThanOrEqual(
      new Set(missed.map((row) => row.other_number)).size * 2,
    );
    expect(world.db.orm.select().from(tasks).where(eq(tasks.kind, "voicemail")).all().length).toBeGreaterThan(0);
    await new Promise((resolve) => office.close(resolve));
    world.close();
  },
);

const answerOf = (line: Line) => ({
  sid: line.sid,
  parentSid: line.parent?.sid ?? null,
  party: line.to,
  status: line.status,
  seconds: isOver(line) ? secondsOf(line) : null,
  endedAt: line.endedAt,
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 2_000) throw new Error("it never came");
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}
