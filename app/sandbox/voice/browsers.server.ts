import type { WebSocket } from "ws";
import { newSid, type Line } from "./calls.server";
import type { Leg } from "./leg.server";
import { readFrame, type Frame } from "./frames";
import type { EndStatus, Party } from "./parties.server";
import type { VoiceNetwork } from "./network.server";
import { readKey } from "./token.server";

/**
 * Browsers on the network: the signalling that Twilio's SDK 2.18.5 speaks (frames {type, version, payload}), as it was seen
 * on the wire, and a line of sound for each call. Nothing of it is written down by its maker.
 */
export interface BrowserOptions {
  apiSecret: string;
  accountSid: string;
  network: () => VoiceNetwork;
  openLeg: () => Leg;
}

/** One open page, or a page that has lost its wire and may come back. */
interface Page {
  send: (type: string, payload?: object) => void;
  identity: string;
  /** Wall milliseconds. */
  expiresAt: number;
  isRegistered: boolean;
  /** Calls that it places, until the network has them. */
  placing: number;
  ws: WebSocket;
}

/** A browser's part in a call; it outlives a lost wire by the token that the SDK sends when it is back. */
interface BrowserParty extends Party {
  page: Page;
  sid: string;
  leg: Leg;
  reconnect: string;
  digits: string;
}

/** Wire errors, as the SDK turns them into its own. */
const NOBODY_HOME = { code: 31480, message: "Temporarily Unavailable" };
const BUSY = { code: 31486, message: "Busy Here" };
const NOT_FOUND = { code: 31404, message: "Not Found" };
const ERROR_OF: Partial<Record<EndStatus, object>> = { "no-answer": NOBODY_HOME, busy: BUSY, failed: NOT_FOUND };
/** The SDK takes a wire that is silent for longer as lost. */
const BEAT_MS = 10_000;
/** A page that lost its wire is waited for; then its calls are over. */
const AWAY_MS = 25_000;
const MOST_FRAME = 256 * 1024;
/** Pages at once, and calls of one page: a person has one. */
const MOST_WIRES = 60;
const MOST_CALLS = 4;
/** A wire that has not said whose it is by then is cut, and one that takes in nothing of what is said to it. */
const HELLO_MS = 10_000;
const MOST_WAITING = 1024 * 1024;
const MOST_KEYS = 64;

export function openBrowsers({ apiSecret, accountSid, network, openLeg }: BrowserOptions) {
  const pages = new Set<Page>();
  const wires = new Set<WebSocket>();
  /** By the network's names for calls, and by the temporary ones that the SDK begins with. */
  const parties = new Map<string, BrowserParty>();

  function join(ws: WebSocket): void {
    if (wires.size >= MOST_WIRES) return ws.terminate();
    wires.add(ws);
    let page: Page | null = null;
    const say = (text: string) => {
      if (ws.bufferedAmount > MOST_WAITING) return ws.terminate();
      if (ws.readyState === ws.OPEN) ws.send(text);
    };
    const send = (type: string, payload: object = {}) => say(JSON.stringify({ type, version: "1.6", payload }));
    const beat = setInterval(() => say("\n"), BEAT_MS).unref();
    const hello = setTimeout(() => page ?? ws.terminate(), HELLO_MS).unref();
    ws.on("close", () => {
      wires.delete(ws);
      clearInterval(beat);
      clearTimeout(hello);
      if (page) leave(page);
    });
    ws.on("error", () => ws.terminate());
    ws.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.trim() === "" || text.length > MOST_FRAME) return;
      const frame = readFrame(text);
      if (!frame) return ws.terminate();
      const { type, payload } = frame;
      if (type === "listen") page = listen(page, ws, send, payload) ?? page;
      else if (page) handle(page, type, payload).catch((error: unknown) => console.error("sandbox voice:", error));
      else send("error", { error: { code: 31204, message: "JWT token missing" } });
    });
  }

  function listen(before: Page | null, ws: WebSocket, send: Page["send"], { token = "" }: Frame): Page | null {
    const key = readKey(token, apiSecret);
    if (!key.ok) {
      send("error", { error: { code: key.code, message: key.message } });
      return null;
    }
    const claims = { identity: key.identity, expiresAt: key.expiresAt };
    const page: Page = Object.assign(before ?? { send, ws, isRegistered: false, placing: 0, ...claims }, claims);
    pages.add(page);
    const ttl = Math.max(0, Math.floor((claims.expiresAt - Date.now()) / 1000));
    send("connected", {
      gateway: "sandbox",
      region: "US_EAST_VIRGINIA",
      edge: "sandbox",
      home: "us1",
      token: { identity: claims.identity, ttl, accountSid },
    });
    return page;
  }

  /** Without its wire a page rings no more; its calls wait for it a while. */
  function leave(page: Page): void {
    pages.delete(page);
    page.isRegistered = false;
    for (const party of new Set(parties.values())) {
      if (party.page !== page) continue;
      if (!isTalking(party)) {
        party.onEnd("no-answer");
        continue;
      }
      setTimeout(() => party.page === page && party.onEnd("completed"), AWAY_MS).unref();
    }
  }

  const isTalking = (party: BrowserParty) => network().book.find(party.sid)?.answeredAt != null;

  async function handle(page: Page, type: string, frame: Frame): Promise<void> {
    if (page.expiresAt <= Date.now())
      return page.send("error", { error: { code: 31205, message: "JWT token expired" } });
    if (type === "register") {
      page.isRegistered = frame.media?.audio === true;
      return page.send(page.isRegistered ? "ready" : "offline");
    }
    if (type === "invite") return frame.reconnect ? comeBack(page, frame) : place(page, frame);
    const party = parties.get(frame.callsid ?? "");
    if (!party) return;
    switch (type) {
      case "answer":
        await party.leg.accept(frame.sdp ?? "");
        // Even the one that was first on the network may be late for a caller who has gone.
        party.onAnswer();
        page.send("answer", { callsid: party.sid, reconnect: party.reconnect });
        return;
      case "reject":
        return party.onEnd("busy");
      case "hangup":
        return party.onEnd("completed");
      case "reinvite":
        return page.send("answer", { callsid: party.sid, sdp: await party.leg.answer(frame.sdp ?? "") });
      case "dtmf":
        press(party, frame.dtmf ?? "");
        return;
      case "message": {
        const { callsid, voiceeventsid } = frame;
        return page.send("ack", { acktype: "message", callsid, voiceeventsid });
      }
    }
  }

  /** A page calls. It is answered when the other side is: until then it hears ringing of its own. */
  async function place(page: Page, frame: Frame): Promise<void> {
    const own = new Set([...parties.values()].filter((party) => party.page === page));
    if (own.size + page.placing >= MOST_CALLS) return page.send("error", { callsid: frame.callsid, error: BUSY });
    const leg = openLeg();
    page.placing++;
    const sdp = await leg
      .answer(frame.sdp ?? "")
      .catch((error: unknown) => {
        leg.close();
        throw error;
      })
      .finally(() => page.placing--);
    const party = partyOf(page, leg);
    party.answered = () => party.page.send("answer", { callsid: party.sid, sdp, reconnect: party.reconnect });
    const params = Object.fromEntries(new URLSearchParams(frame.twilio?.params ?? ""));
    const line = network().fromBrowser(party, params);
    hold(party, line.sid);
    parties.set(frame.callsid ?? line.sid, party);
    page.send("ringing", { callsid: line.sid });
  }

  function partyOf(page: Page, leg: Leg): BrowserParty {
    const party: BrowserParty = {
      name: `client:${page.identity}`,
      page,
      leg,
      sound: leg,
      sid: "",
      reconnect: newSid("WS"),
      digits: "",
      onAnswer: () => undefined,
      onEnd: () => undefined,
      answered: () => undefined,
      ring({ sid, from, to, parameters }) {
        hold(party, sid);
        leg.offer().then(
          (sdp) =>
            parties.has(sid) &&
            party.page.send("invite", {
              callsid: sid,
              sdp,
              reconnect: party.reconnect,
              parameters: {
                AccountSid: accountSid,
                ApiVersion: "2010-04-01",
                CallSid: sid,
                From: from,
                To: to,
                Params: new URLSearchParams(parameters).toString(),
              },
            }),
          () => party.onEnd("failed"),
        );
      },
      end(cause) {
        const line = network().book.find(party.sid);
        const error = line?.answeredAt == null && !line?.parent ? ERROR_OF[cause] : undefined;
        const isRinging = line?.parent !== null && line?.answeredAt == null;
        party.page.send(isRinging ? "cancel" : "hangup", { callsid: party.sid, ...(error ? { error } : {}) });
        for (const [name, one] of parties) if (one === party) parties.delete(name);
        leg.close();
      },
    };
    leg.onDigit = (digit) => {
      press(party, digit);
      const phone = otherOf(party) as { keys?: string } | null;
      if (phone && typeof phone.keys === "string") phone.keys += digit;
    };
    return party;
  }

  function press(party: BrowserParty, keys: string): void {
    party.digits = (party.digits + keys).slice(-MOST_KEYS);
  }

  /** Who is connected with a browser now. */
  function otherOf(party: BrowserParty): Party | null {
    const { book } = network();
    const line = book.find(party.sid);
    const other = line?.parent ?? book.rungFor(party.sid).find(({ status }) => status === "in-progress");
    return other?.party ?? null;
  }

  function hold(party: BrowserParty, sid: string): void {
    party.sid = sid;
    parties.set(sid, party);
  }

  /** The wire was lost and is back: the call goes on with the page that has its token. */
  function comeBack(page: Page, { callsid = "", reconnect, sdp }: Frame): void | Promise<void> {
    const party = parties.get(callsid);
    if (party?.reconnect !== reconnect || party === undefined)
      return page.send("error", { callsid, error: { code: 31209, message: "Reconnect attempt is not authorized" } });
    party.page = page;
    return sdp === undefined
      ? page.send("answer", { callsid, reconnect })
      : party.leg.answer(sdp).then(
          (answer) => page.send("answer", { callsid, reconnect, sdp: answer }),
          () => page.send("answer", { callsid, reconnect }),
        );
  }

  return {
    join,
    /** A way to each page of this name that can ring. */
    reach: (identity: string): Party[] =>
      [...pages]
        .filter((page) => page.isRegistered && page.identity === identity)
        .map((page) => partyOf(page, openLeg())),
    /** Names of those who can be rung. */
    registered: (): string[] => [
      ...new Set([...pages].filter((page) => page.isRegistered).map((page) => page.identity)),
    ],
    /** The lines of sound of all browsers that are on a call. */
    legs: (): { line: Line | null; leg: Leg; identity: string; digits: string }[] =>
      [...new Set(parties.values())].map((party) => ({
        line: network().book.find(party.sid),
        leg: party.leg,
        identity: party.page.identity,
        digits: party.digits,
      })),
    /** Cuts every wire, as a network does that fails. */
    cutWires(): void {
      for (const ws of wires) ws.terminate();
    },
    close(): void {
      for (const ws of wires) ws.terminate();
      for (const party of new Set(parties.values())) party.leg.close();
    },
  };
}
export type Browsers = ReturnType<typeof openBrowsers>;
