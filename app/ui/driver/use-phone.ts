import { useCallback, useEffect, useState } from "react";
import { canPress, stateAfter, type Pressable } from "~/domain/states/presses";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { untilReleased } from "../live/finger";
import type { PhoneJobs } from "./phone-jobs";
import { claimPhone, isPhoneFull, photosOf, readJobs, stepsOf, type PhoneEntry, type PhonePhoto } from "./phone-store";
import { hearJournal, sendJournal, type Sent } from "./send-journal";

/** What stands on this phone; null until it was looked at. */
export interface Phone {
  jobs: (PhoneJobs & { readAt: number }) | null;
  entries: PhoneEntry[];
  /** Pictures that only this phone has. */
  photos: PhonePhoto[];
  /** How the last sending ended; null before the first one. */
  sent: Sent | null;
  /** This browser keeps nothing on the phone (a private window, a full disk): steps need the line. */
  isBroken: boolean;
  /** The last thing that was to be written here found no room. */
  isFull: boolean;
}

const NOTHING: Phone = { jobs: null, entries: [], photos: [], sent: null, isBroken: false, isFull: false };
/** While something is unsent and the page is open, it is tried again; a line may be back without a word. */
const AGAIN_MS = 30_000;

/**
 * Where a job stands by what was pressed on this phone, be it sent or not. `readAt`: when the job was read, by the phone's
 * clock. What the office had before is in it, and what it has called back or set aside since is not.
 */
export function stateOnPhone(
  { id, kind, state }: { id: string; kind: JobKind; state: JobState },
  entries: readonly Pick<PhoneEntry, "jobId" | "step" | "state" | "sentAt">[],
  readAt: number,
): JobState {
  return entries
    .filter(
      (entry) =>
        entry.jobId === id &&
        entry.state !== "refused" &&
        !(entry.state === "sent" && (entry.sentAt as number) < readAt),
    )
    .reduce((at, { step }) => (canPress(kind, at, step as Pressable) ? stateAfter(step as Pressable) : at), state);
}

/**
 * What stands on this phone for its driver, kept true; sent on opening, on coming back to the page, when the line is back,
 * and every half minute while something is unsent. `me` where a page from the server says who is signed in; else who was
 * last.
 */
export function usePhone(me?: { driver: string; name: string }): { phone: Phone | null; send: () => Promise<Sent> } {
  const [phone, setPhone] = useState<Phone | null>(null);
  const [driver, name] = [me?.driver, me?.name];

  const look = useCallback(async () => {
    try {
      const jobs = await readJobs();
      const whose = driver ?? jobs?.driver;
      const entries = whose ? await stepsOf(whose) : [];
      const photos = whose ? await photosOf(whose) : [];
      await untilReleased();
      setPhone((before) => ({ ...(before ?? NOTHING), jobs, entries, photos, isBroken: false, isFull: isPhoneFull() }));
    } catch {
      setPhone((before) => ({ ...(before ?? NOTHING), isBroken: true }));
    }
  }, [driver]);

  const send = useCallback(async (): Promise<Sent> => {
    const whose = driver ?? (await readJobs().catch(() => null))?.driver;
    if (!whose) return "signed_out";
    const { sent } = await sendJournal(whose).catch(() => ({ sent: "later" as const }));
    await untilReleased();
    setPhone((before) => ({ ...(before ?? NOTHING), sent }));
    return sent;
  }, [driver]);

  useEffect(() => {
    const begin = async () => {
      if (driver) await claimPhone(driver, name ?? "").catch(() => undefined);
      await look();
      await send();
    };
    const again = () => void (document.visibilityState === "visible" && send());
    void begin();
    const stop = hearJournal(() => void look());
    const gone = new AbortController();
    const until = { signal: gone.signal };
    addEventListener("online", again, until);
    addEventListener("focus", again, until);
    document.addEventListener("visibilitychange", again, until);
    return () => {
      stop();
      gone.abort();
    };
  }, [driver, name, look, send]);

  const isUnsent =
    phone !== null &&
    (phone.entries.some(({ state }) => state === "unsent") ||
      phone.photos.some(({ refused }) => refused === undefined));
  useEffect(() => {
    if (!isUnsent) return;
    const timer = setInterval(() => void send(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnsent, send]);
  return { phone, send };
}
