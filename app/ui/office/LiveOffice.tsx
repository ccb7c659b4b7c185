import { useMatches, useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import type { ConnectionState } from "../live/machine";
import { whatNow } from "../live/gently";
import { isKnown } from "../live/place";
import { openLive } from "../live/shared";
import type { Change } from "../live/stream";
import { useWaitForReading } from "../live/wait-for-reading";
import { isAuthEvent, isHalfTyped, isRefused, isToCopy, tellTabs } from "./tabs";

/** What a page of the office says in its `handle`: whether a change concerns what it shows. Given the route's own data. */
export interface LiveHandle {
  live?: (change: Change, data: unknown) => boolean;
  /** In how many milliseconds time itself ends what it shows, a price for instance: nobody tells that. Null: never. */
  endsIn?: (data: unknown) => number | null;
  /** Its forms stay as they are while the rest is read again: what is half typed holds up nothing. */
  keepsTyped?: boolean;
}

type Listen = (hear: (change: Change) => void) => () => void;
const Changes = createContext<Listen>(() => () => undefined);
/** Hears what happens while the page is open. */
export const useChanges = () => useContext(Changes);

const LOOK_MS = 500;
/** An end is over a moment later, and a browser's timer is at most 24 days long. */
const AFTER_END_MS = 500;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const WORDS: Record<ConnectionState, string> = {
  open: "Live",
  connecting: "Connecting…",
  closing: "Not live",
  closed: "Not live",
};

/**
 * The office's stream: its pages read themselves again when something that they show has changed, gently. Without
 * scripts, or without a stream, they are as they were when they were opened. `place`: up to where the page knows
 * everything. `me`: the account that is signed in.
 */
export function useLiveOffice(place: string, me: string) {
  useWaitForReading();
  const [connection, setConnection] = useState<ConnectionState | null>(null);
  const [said, setSaid] = useState(false);
  const { revalidate, state: reading } = useRevalidator();
  const navigation = useNavigation();
  const leaf = useMatches().at(-1);
  const listeners = useRef(new Set<(change: Change) => void>());
  const now = useRef({ leaf, revalidate, busy: false, stale: false, known: place, changedAt: [] as string[] });
  now.current = {
    ...now.current,
    leaf,
    revalidate,
    busy: reading !== "idle" || navigation.state !== "idle",
  };
  const listen = useRef<Listen>((hear) => {
    listeners.current.add(hear);
    return () => void listeners.current.delete(hear);
  });

  const readNow = useRef(() => {
    now.current.stale = false;
    now.current.changedAt = [];
    setSaid(false);
    now.current.revalidate();
  });

  // A page that was just opened is up to date.
  useEffect(() => {
    now.current.stale = false;
    setSaid(false);
  }, [leaf?.pathname]);

  const given = leaf?.data;
  // Read anew, for whatever reason: it knows what was told meanwhile, the person's own doing above all.
  useEffect(() => {
    now.current.known = place;
    now.current.changedAt = now.current.changedAt.filter((at) => !isKnown(at, place));
    if (!now.current.stale && now.current.changedAt.length === 0) setSaid(false);
    // why: a place is of the data that came with it; without new data the page knows no more than before.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [given]);

  useEffect(() => {
    const ms = (now.current.leaf?.handle as LiveHandle | undefined)?.endsIn?.(given) ?? null;
    if (ms === null) return;
    const timer = setTimeout(() => void (now.current.stale = true), Math.min(ms + AFTER_END_MS, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [given]);

  useEffect(() => {
    let [lastKey, lastTouch, lastRead] = [0, Date.now(), 0];
    const key = () => void (lastKey = lastTouch = Date.now());
    const touch = () => void (lastTouch = Date.now());
    document.addEventListener("input", key, true);
    document.addEventListener("keydown", key, true);
    document.addEventListener("pointermove", touch, { capture: true, passive: true });
    const live = openLive(place, {
      status: setConnection,
      change(change) {
        for (const hear of listeners.current) hear(change);
        // What happened to the own account, on whatever device, is told to all tabs of this browser.
        if (change.subject === "account" && change.id === me && isAuthEvent(change.kind)) tellTabs(change.kind);
        const { leaf } = now.current;
        if (isKnown(change.place, now.current.known)) return;
        if (!(leaf?.handle as LiveHandle | undefined)?.live?.(change, leaf?.data)) return;
        now.current.changedAt.push(change.place);
      },
      reset: () => void (now.current.stale = true),
    });
    live.want(["office", `agent:${me}`]);
    const looking = setInterval(() => {
      const { stale, changedAt, busy } = now.current;
      // Neither read nor offered.
      if (isToCopy()) return setSaid(false);
      if (!stale && changedAt.length === 0) return;
      const { keepsTyped } = (now.current.leaf?.handle ?? {}) as LiveHandle;
      const halfTyped = keepsTyped ? isRefused() : isHalfTyped();
      const what = whatNow({
        now: Date.now(),
        lastRead,
        lastKey,
        lastTouch,
        halfTyped,
        busy,
        hidden: document.hidden,
      });
      if (what === "say") setSaid(true);
      if (what !== "read") return;
      lastRead = Date.now();
      readNow.current();
    }, LOOK_MS);
    const leave = () => live.close();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      clearInterval(looking);
      document.removeEventListener("input", key, true);
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("pointermove", touch, true);
      live.close();
    };
    // why: one stream for the whole visit; the place it begins at is the first page's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return { connection, said, readNow: readNow.current, listen: listen.current };
}

function hearLine(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** A dot and its words; nothing before scripts run. */
export function LiveDot({ connection: said }: { connection: ConnectionState | null }) {
  const isOnline = useSyncExternalStore(
    hearLine,
    () => navigator.onLine,
    () => true,
  );
  if (!said) return null;
  // The stream itself notices a lost line by its missing heartbeat only.
  const connection = isOnline ? said : "closed";
  const words = WORDS[connection];
  return (
    <p
      className="live"
      data-live={connection}
      title={words === "Not live" ? "Reload the page to see what is new" : undefined}
    >
      {words}
    </p>
  );
}

/** Something has changed, and something is half typed: the person says when. */
export function ReadAgain({ onRead }: { onRead: () => void }) {
  return (
    <div className="read-again" role="status">
      What this page shows has changed meanwhile. Showing it takes away what you have typed and not saved.{" "}
      <button type="button" className="small-button" onClick={onRead}>
        Show it
      </button>
    </div>
  );
}

export function LiveChanges({ listen, children }: { listen: Listen; children: ReactNode }) {
  return <Changes.Provider value={listen}>{children}</Changes.Provider>;
}
