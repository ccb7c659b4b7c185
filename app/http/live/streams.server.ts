import type { IncomingMessage, ServerResponse } from "node:http";
import { isReadable, listHappened, MOST_AT_ONCE, readPlace, writePlace } from "~/domain/live/happened.server";
import type { Happened, Place } from "~/domain/live/happened.server";
import { tailOf, type Listener } from "~/domain/live/tail.server";
import { kindForCustomer, readTopics, TOPICS_SAID, type Topic } from "~/domain/live/topics";
import { sha256 } from "~/domain/kernel/ids.server";
import { livePaths } from "~/live-paths";
import type { Services } from "~/services.server";
import { reportError } from "../answers/errors.server";
import type { RequestContext, Scope } from "../context.server";
import { household } from "../limits/household.server";
import { rightsNow, touchesRights, type Rights } from "./rights.server";

/** Specification, section 9. */
export const HEARTBEAT_MS = 25_000;
/** A browser has one for all its tabs; where it cannot share, one for each. */
export const MOST_OF_A_SESSION = 8;
/** An office behind one address, each with some tabs that cannot share. */
export const MOST_OF_AN_ADDRESS = 120;
export const MOST_OF_ALL = 2_000;
/** Whoever takes nothing any more is let go, comes back, and is told what they missed. */
const MOST_UNREAD = 64 * 1024;

export interface Streams {
  /** Answers `GET /realtime?topics=…`, and says whether the address was this one. */
  answer: (req: IncomingMessage, res: ServerResponse, request: () => Request, context: RequestContext) => boolean;
  /** Ends all of them: on the way down they go first. */
  close: () => void;
  readonly open: number;
}

/**
 * The server-sent events of one process (domain.md 4.10). They wait in no line, are not compressed, and end with their
 * response. Everything on them is identifiers and kinds.
 */
export function createStreams(services: Services, { heartbeatMs = HEARTBEAT_MS } = {}): Streams {
  const tail = tailOf(services.db, (error) => reportError(error, { where: "live" }));
  const open = new Set<() => void>();
  const held = new Map<string, number>();
  let closing = false;

  return {
    answer(req, res, request, context) {
      if (req.url?.split("?")[0] !== livePaths.stream || !/^(GET|HEAD)$/.test(req.method ?? "")) return false;
      begin(req, res, request(), context).catch((error: unknown) => {
        reportError(error, { where: "live" });
        if (res.headersSent) res.destroy();
        else refuse(res, 503, "busy", "We are very busy right now. Please try again in a few seconds.");
      });
      return true;
    },
    close() {
      closing = true;
      for (const end of [...open]) end();
    },
    get open() {
      return open.size;
    },
  };

  async function begin(req: IncomingMessage, res: ServerResponse, request: Request, context: RequestContext) {
    const { searchParams } = new URL(request.url);
    const topics = readTopics(searchParams.get("topics"));
    if (!topics) return refuse(res, 400, "topics", `Name the topics: ${TOPICS_SAID}.`);
    // Each heartbeat asks anew: nothing of the visit is kept.
    const scope: Scope = { ...context, services, visit: {}, deed: () => failDeed() };
    const { person, granted } = await rightsNow(scope, request, topics);
    if (granted.length === 0)
      return person
        ? refuse(res, 403, "forbidden", "You may not listen to this.")
        : refuse(res, 401, "unauthorized", "Auth session missing!");
    if (closing || res.destroyed) return void res.destroy();
    const letGo = take(request, context);
    if (!letGo) return refuse(res, 429, "too_many", "Too many pages are open. Close some, or try again in a minute.");
    context.onClose(letGo);
    head(res);
    if (req.method === "HEAD") return void res.end();
    // Nothing, or nothing in it, is who comes for the first time.
    const since = (request.headers.get("Last-Event-ID") ?? searchParams.get("since")) || null;
    follow(res, context, { request, scope, topics, granted: new Set(granted), since, person });
  }

  /** Counts a stream by its session and its address; null when either has enough. */
  function take(request: Request, { clientAddress }: RequestContext): (() => void) | null {
    if (open.size >= MOST_OF_ALL) return null;
    const keys: [string, number][] = [
      [
        `session ${sha256(services.cookies.read(request, "session") ?? request.headers.get("Cookie") ?? "")}`,
        MOST_OF_A_SESSION,
      ],
      [`address ${household(clientAddress)}`, MOST_OF_AN_ADDRESS],
    ];
    const bounded = services.config.RATE_LIMITS !== "off";
    if (bounded && keys.some(([key, most]) => (held.get(key) ?? 0) >= most)) return null;
    for (const [key] of keys) held.set(key, (held.get(key) ?? 0) + 1);
    return once(() => {
      for (const [key] of keys) {
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      }
    });
  }

  interface Following {
    request: Request;
    scope: Scope;
    topics: Map<string, Topic>;
    granted: Set<string>;
    /** The last that was heard, as they say it. */
    since: string | null;
    person: Rights["person"];
  }

  /** Null where it cannot be told any more, or where nobody knows since when: the page reads itself again. */
  function missedSince(since: Place | null, place: Place): Happened[] | null {
    if (!since || !isReadable(services.db.orm, since)) return null;
    const missed = listHappened(services.db.orm, since, place);
    return missed.length < MOST_AT_ONCE ? missed : null;
  }

  function follow(res: ServerResponse, context: RequestContext, following: Following): void {
    const { request, scope, topics, since } = following;
    let { granted, person } = following;
    /** What has happened since the rights were asked, until the answer says to whom it is told. */
    const waiting: Happened[] = [];
    let asked = 0;
    const listener: Listener = { hear };
    const say = (event: string, place: Place, data: object) => write(frame(event, place, data));
    function write(text: string): void {
      if (res.destroyed || res.writableEnded) return;
      if (res.writableLength > MOST_UNREAD) return void res.destroy();
      res.write(text);
    }
    function send(happened: readonly Happened[], own: (one: Happened) => ReadonlySet<string> = () => granted): void {
      for (const one of happened) {
        const mine = one.topics.filter((topic) => granted.has(topic) || own(one).has(topic));
        if (mine.length > 0) say("change", one.place, wordsFor(one, mine, isTeam(person)));
      }
    }
    /** Whoever has just lost a right hears nothing of it any more, nor of what comes after. */
    function hear(happened: readonly Happened[]): void {
      if (happened.some((one) => touchesRights(one, person, granted))) {
        waiting.push(...happened);
        askAnew().catch(() => end());
      } else if (waiting.length > 0) waiting.push(...happened);
      else send(happened);
    }
    const end = once(() => {
      clearInterval(beating);
      tail.leave(listener);
      open.delete(end);
      res.end();
    });
    /** Says whether the stream goes on, with what may be heard now. Of two questions at once the later one answers. */
    async function askAnew(): Promise<boolean> {
      const turn = ++asked;
      const now = await rightsNow(scope, request, topics);
      if (turn !== asked || !open.has(end)) return false;
      const [me, before] = [person?.account.id ?? null, granted];
      const lost = [...granted].filter((name) => !now.granted.includes(name));
      // What was lost and is given again is joined anew, by whoever still wants it.
      granted = new Set(now.granted.filter((name) => granted.has(name)));
      person = now.person;
      // What became of the own account is told to whose it is: that they are signed out is how their pages come to know.
      send(waiting.splice(0), ({ subject, id }) => (subject === "account" && id === me ? before : granted));
      if (granted.size === 0) {
        say("ended", tail.place, {});
        end();
      } else if (lost.length > 0) say("refused", tail.place, { topics: lost });
      return granted.size > 0;
    }
    async function beat(): Promise<void> {
      if (await askAnew()) say("heartbeat", tail.place, {});
    }

    const place = tail.join(listener);
    open.add(end);
    const beating = setInterval(() => void beat().catch(() => end()), heartbeatMs).unref();
    context.onClose(end);
    const refused = [...topics.keys()].filter((name) => !granted.has(name));
    const missed = since === null ? [] : missedSince(readPlace(since), place);
    // What is told first has its own place as id: whoever loses the stream in between is told the rest.
    say("joined", (missed && readPlace(since)) ?? place, { joined: [...granted], refused });
    if (missed) send(missed);
    else say("reset", place, {});
  }
}

/** What the team reads; a customer learns that a truck of theirs, or something else, has changed, and looks at their page for what. */
function wordsFor({ kind, subject, id, booking }: Happened, topics: string[], team: boolean): object {
  const onlyBooking = topics.every((topic) => topic.startsWith("booking:"));
  return !team && onlyBooking ? { topics, kind: kindForCustomer(kind) } : { topics, kind, subject, id, booking };
}

const isTeam = (person: { standing: { mayUseCrm: boolean } } | null) => person?.standing.mayUseCrm ?? false;

function frame(event: string, place: Place, data: object): string {
  return `id: ${writePlace(place)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function head(res: ServerResponse): void {
  res.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // nginx holds answers back else.
    "X-Accel-Buffering": "no",
  });
  res.flushHeaders();
}

function refuse(res: ServerResponse, status: number, code: string, message: string): void {
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 429 || status === 503 ? { "Retry-After": "10" } : {}),
  });
  res.end(JSON.stringify({ error: { code, message } }));
}

function failDeed(): never {
  throw new Error("whoever listens does nothing");
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
