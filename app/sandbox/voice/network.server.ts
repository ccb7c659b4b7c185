import { isOver, openBook, secondsOf, type Line } from "./calls.server";
import { keyOf, pause } from "./waiting.server";
import { nobody, type EndStatus, type Party } from "./parties.server";
import { ask, report, type Asking, type LineStatus, type ReportFaults } from "./reports.server";
import { firstToAnswer } from "./ringing.server";
import { connect, disconnect, PACKET_MS, wav } from "./sound.server";
import { readTwiml, type Verb } from "./twiml";

export interface NetworkOptions extends Asking {
  accountSid: string;
  /** Of the program that browsers call through. */
  appSid: string;
  /** Our number, as E.164. */
  number: string;
  /** Where the program and the number ask what to do, and where they report; whole public addresses. */
  urls: { outgoing: string; incoming: string; status: string };
  /** Everybody that a number, or a browser's name, means: all at once, the first that answers has it. */
  reach: (to: { number: string } | { client: string }) => Party[];
  /** Milliseconds that a spoken letter takes. */
  letterMs?: number;
}

/** Twilio's own: nobody speaks or rings longer. */
const LONGEST_RING = 600;
const MOST_VERBS = 50;

/** The network: calls, what is told to do with them, and what becomes of them. */
export function openVoiceNetwork(options: NetworkOptions) {
  const { accountSid, number, urls, letterMs = 55 } = options;
  const book = openBook();
  const faults: ReportFaults = { areLost: false, areTwice: false };

  const paramsOf = (line: Line): Record<string, string> => ({
    AccountSid: accountSid,
    ApiVersion: "2010-04-01",
    CallSid: line.sid,
    CallStatus: line.status,
    Direction: line.parent ? "outbound-dial" : "inbound",
    From: line.from,
    Caller: line.from,
    To: line.to,
    Called: line.to,
    ...(line.parent ? { ParentCallSid: line.parent.sid } : {}),
  });

  function move(line: Line, status: LineStatus): void {
    if (isOver(line)) return;
    line.status = status;
    if (status === "in-progress") line.answeredAt ??= Date.now();
    const isEnd = !["queued", "initiated", "ringing", "in-progress"].includes(status);
    if (isEnd) line.endedAt = Date.now();
    if (!line.reportTo) return;
    report(options, faults, line.reportTo, {
      ...paramsOf(line),
      Timestamp: new Date().toUTCString().replace("GMT", "+0000"),
      CallbackSource: "call-progress-events",
      SequenceNumber: String(line.reports++),
      ...(isEnd ? { CallDuration: String(secondsOf(line)), Duration: String(Math.ceil(secondsOf(line) / 60)) } : {}),
    });
  }

  /** Somebody calls: `party` has begun it. `extra` goes along with the first question, as a page's parameters do. */
  function begin(party: Party, from: string, to: string, url: string, extra: Record<string, string> = {}): Line {
    const line = book.add({ parent: null, party, from, to, status: "ringing", reportTo: urls.status });
    party.onEnd = (status) => finish(line, status);
    void run(line, url, extra);
    return line;
  }

  /** A line is over, by whoever ended it. */
  function finish(line: Line, status: EndStatus): void {
    if (isOver(line)) return;
    const wasAnswered = line.answeredAt !== null;
    move(line, wasAnswered ? "completed" : status);
    disconnect(line.party.sound);
    line.party.end(wasAnswered ? "completed" : status);
    line.program?.abort();
  }

  /** What the product says is to be done with a call, until it is over or led on elsewhere. */
  async function run(line: Line, url: string, extra: Record<string, string> = {}): Promise<void> {
    line.program?.abort();
    const program = new AbortController();
    line.program = program;
    const { signal } = program;
    let next: string | null = url;
    let params = extra;
    for (let turns = 0; next !== null && turns < MOST_VERBS && !signal.aborted; turns++) {
      // Who calls whom says the network: a page's parameters of the same names change nothing of it.
      const xml = await ask(options, next, { ...params, ...paramsOf(line) });
      if (signal.aborted) return;
      const done: Done = await perform(line, verbsOf(xml), next, signal);
      if (signal.aborted) return;
      next = done.next;
      params = done.params;
    }
    if (!signal.aborted) finish(line, line.lastDial ?? "completed");
  }

  type Told = Record<string, string>;
  interface Done {
    next: string | null;
    params: Told;
  }
  const OVER: Done = { next: null, params: {} };

  async function perform(line: Line, verbs: readonly Verb[], base: string, signal: AbortSignal): Promise<Done> {
    for (const verb of verbs) {
      if (signal.aborted || isOver(line)) return OVER;
      const at = (path: string) => new URL(path, base).href;
      if (verb.name === "Hangup") return OVER;
      if (verb.name === "Reject") {
        line.lastDial = verb.attributes["reason"] === "busy" ? "busy" : "failed";
        return OVER;
      }
      if (verb.name === "Redirect") return { next: at(verb.text.trim()), params: {} };
      if (verb.name === "Say") await sayWords(line, verb.text.trim(), signal);
      if (verb.name === "Pause") await pause(Number(verb.attributes["length"] ?? 1) * 1000, signal);
      const asked = await DOES[verb.name]?.(line, verb, signal, at);
      const action = verb.attributes["action"];
      if (asked && action) return { next: at(action), params: asked };
    }
    return OVER;
  }

  /** Verbs that end with a question to the product, where there is something to tell. */
  const DOES: Readonly<
    Record<string, (line: Line, verb: Verb, signal: AbortSignal, at: (path: string) => string) => Promise<Told | null>>
  > = {
    Dial: (line, verb, signal, at) => dial(line, verb, at, signal),
    Record: (line, verb, signal) => record(line, verb, signal),
    Gather: (line, verb, signal) => gather(line, verb, signal),
  };

  /** Says what is in it and waits for one key, which may come while it speaks; nothing to tell where none came. */
  async function gather(line: Line, verb: Verb, signal: AbortSignal): Promise<Told | null> {
    const { keys, stop } = keyOf(line.party, signal);
    for (const { name, text } of verb.children) if (name === "Say") await sayWords(line, text.trim(), keys);
    await pause(Number(verb.attributes["timeout"] ?? 5) * 1000, keys);
    const Digits = stop();
    return signal.aborted || Digits === null ? null : { Digits };
  }

  function pickUp(line: Line): void {
    if (line.answeredAt !== null || isOver(line)) return;
    move(line, "in-progress");
    line.party.answered();
  }

  async function sayWords(line: Line, words: string, signal: AbortSignal): Promise<void> {
    pickUp(line);
    (line.party as { said?: string[] }).said?.push(words);
    await pause(words.length * letterMs, signal);
  }

  async function dial(
    line: Line,
    verb: Verb,
    at: (path: string) => string,
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    const seconds = Math.min(Number(verb.attributes["timeout"] ?? 30), LONGEST_RING);
    const children = verb.children.flatMap((target) => childrenFor(line, target, verb, at));
    if (verb.attributes["answerOnBridge"] !== "true") pickUp(line);
    const { winner, status } = await firstToAnswer(children, { ms: seconds * 1000, signal, move, end });
    // Whoever rings for nothing stops now.
    for (const child of children) if (child !== winner) end(child, winner ? "canceled" : status);
    line.lastDial = winner ? "completed" : status;
    if (!winner || isOver(line)) {
      if (winner) end(winner, "completed");
      return { DialCallStatus: status, ...(children[0] ? { DialCallSid: children[0].sid } : {}) };
    }
    pickUp(line);
    connect(line.party.sound, winner.party.sound);
    await untilOver(winner, signal);
    disconnect(line.party.sound, winner.party.sound);
    end(winner, "completed");
    return {
      DialCallStatus: "completed",
      DialCallSid: winner.sid,
      DialCallDuration: String(secondsOf(winner)),
      DialBridged: "true",
    };
  }

  function childrenFor(line: Line, target: Verb, verb: Verb, at: (path: string) => string): Line[] {
    const callback = target.attributes["statusCallback"];
    const identity = target.children.find(({ name }) => name === "Identity")?.text.trim() ?? target.text.trim();
    const parameters = Object.fromEntries(
      target.children
        .filter(({ name }) => name === "Parameter")
        .map(({ attributes }) => [attributes["name"] ?? "", attributes["value"] ?? ""]),
    );
    const to = target.name === "Client" ? { client: identity } : { number: target.text.trim() };
    const name = "client" in to ? `client:${to.client}` : to.number;
    const from = verb.attributes["callerId"] ?? line.from;
    const parties = options.reach(to);
    const child = (party: Party | null): Line => {
      const made = book.add({
        parent: line,
        party: party ?? nobody(name),
        from,
        to: name,
        status: "queued",
        reportTo: callback ? at(callback) : null,
      });
      move(made, "initiated");
      if (party) {
        move(made, "ringing");
        party.ring({ sid: made.sid, from, to: line.to, parameters });
      } else move(made, "no-answer");
      return made;
    };
    return parties.length === 0 ? [child(null)] : parties.map(child);
  }

  function end(line: Line, status: EndStatus): void {
    if (isOver(line)) return;
    const wasAnswered = line.answeredAt !== null;
    move(line, wasAnswered ? "completed" : status);
    line.party.end(wasAnswered ? "completed" : status);
    for (const heard of ends.get(line) ?? []) heard();
  }

  const ends = new Map<Line, (() => void)[]>();
  function untilOver(line: Line, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve) => {
      if (isOver(line) || signal.aborted) return resolve();
      ends.set(line, [...(ends.get(line) ?? []), resolve]);
      signal.addEventListener("abort", () => resolve());
    }).then(() => void ends.delete(line));
  }

  async function record(line: Line, verb: Verb, signal: AbortSignal): Promise<Record<string, string>> {
    pickUp(line);
    const packets: Buffer[] = [];
    line.party.sound.listener = (packet) => packets.push(packet);
    await pause(Number(verb.attributes["maxLength"] ?? 3600) * 1000, signal);
    line.party.sound.listener = null;
    const seconds = Math.floor((packets.length * PACKET_MS) / 1000);
    const kept = book.keep({ seconds, body: wav(packets) });
    const said = {
      RecordingSid: kept.sid,
      RecordingDuration: String(seconds),
      RecordingUrl: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Recordings/${kept.sid}`,
    };
    // Who hangs up ends the message; the product is told all the same.
    const action = verb.attributes["action"];
    if (signal.aborted && isOver(line) && action) void ask(options, action, { ...paramsOf(line), ...said });
    return said;
  }

  return {
    book,
    faults,
    /** A browser calls: its program is asked. */
    fromBrowser: (party: Party, params: Record<string, string>) =>
      begin(party, party.name, params["To"] ?? "", urls.outgoing, { ...params, ApplicationSid: options.appSid }),
    /** A telephone of the world outside calls our number. */
    fromOutside: (party: Party) => begin(party, party.name, number, urls.incoming),
    /** Leads a call that goes on elsewhere. False when it is over. */
    lead(sid: string, url: string): boolean {
      const line = book.find(sid);
      if (!line || isOver(line) || line.parent) return false;
      void run(line, url);
      return true;
    },
    /** Ends a call for everybody. */
    hangUp(sid: string): boolean {
      const line = book.find(sid);
      if (!line || isOver(line)) return false;
      finish(line, "completed");
      return true;
    },
  };
}
export type VoiceNetwork = ReturnType<typeof openVoiceNetwork>;

/** What is no TwiML, or no answer at all, ends the call: Twilio says "an application error has occurred". */
function verbsOf(xml: string | null): Verb[] {
  try {
    return xml === null ? [] : readTwiml(xml);
  } catch {
    return [];
  }
}
