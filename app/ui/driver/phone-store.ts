import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { PhoneJobs } from "./phone-jobs";
import { forgetStates, keepStates, withStates } from "./phone-states";

/**
 * `unsent`: only on this phone. `sent`: the office has it. `office`: it has it, and somebody there decides. `refused`: its
 * program cannot read it, so it is only on this phone until the driver has told them.
 */
export type PhoneState = "unsent" | "sent" | "office" | "refused";
const isOnlyHere = ({ state }: PhoneEntry) => state === "unsent" || state === "refused";

/** A step as it stands on the phone; what is unsent is never changed nor forgotten. */
export interface PhoneEntry {
  id: string;
  driver: string;
  jobId: string;
  seq: number;
  attempt: number;
  step: string;
  /** By the phone's clock. */
  at: number;
  device: string;
  data: Record<string, string>;
  seen: { day: string; window: string };
  state: PhoneState;
  /** When the office had it, by the phone's clock. */
  sentAt?: number;
}

/** A picture of a step, until the office has it. */
export interface PhonePhoto {
  /** The entry's id and which of its pictures: "<entry>.0". */
  id: string;
  entry: string;
  n: number;
  driver: string;
  takenAt: number;
  blob: Blob;
  /** Made smaller before it was sent, or found to be as small as it gets. */
  isScaled?: boolean;
  /** Missing in what an earlier version kept. */
  jobId?: string;
  /** That the office cannot use it, whose it is and why, in words. */
  refused?: string;
}

/** With when they were asked for, by the phone's clock. */
export type ReadJobs = PhoneJobs & { readAt: number };

/** Who is signed in on this phone; nobody after signing out. */
interface Who {
  driver: string;
  name: string;
}

interface PhoneSchema extends DBSchema {
  entries: { key: string; value: PhoneEntry; indexes: { driver: string; job: [string, string] } };
  photos: { key: string; value: PhonePhoto; indexes: { driver: string } };
  jobs: { key: string; value: ReadJobs };
  about: { key: "who" | "device"; value: Who | string };
}

let opened: Promise<IDBPDatabase<PhoneSchema>> | undefined;
function open(): Promise<IDBPDatabase<PhoneSchema>> {
  opened ??= openDB<PhoneSchema>("driver", 1, {
    upgrade(db) {
      const entries = db.createObjectStore("entries", { keyPath: "id" });
      entries.createIndex("driver", "driver");
      entries.createIndex("job", ["driver", "jobId"]);
      db.createObjectStore("photos", { keyPath: "id" }).createIndex("driver", "driver");
      db.createObjectStore("jobs", { keyPath: "driver" });
      db.createObjectStore("about");
    },
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

// What the office has answered, where a full phone could not write it down. Sent again it counts once.
const answered = new Map<string, PhoneState | null>();
let isFull = false;
/** Whether the last thing that was to be written here found no room. */
export const isPhoneFull = (): boolean => isFull;

/** A writing whose end tells whether there is room on this phone. */
async function written<T>(work: Promise<T>): Promise<T> {
  try {
    const done = await work;
    isFull = false;
    return done;
  } catch (error) {
    isFull ||= (error as Error | null)?.name === "QuotaExceededError";
    throw error;
  }
}

// Saved is what is on the disk: a phone whose battery goes must not have said "saved" too early.
const STRICT = { durability: "strict" } as const;

/** What is pressed now. The phone counts a job's steps itself, in the same transaction. Throws when nothing could be saved. */
export const keepStep = (step: NewStep, pictures: readonly Blob[] = []): Promise<PhoneEntry> =>
  written(addStep(step, pictures));

type NewStep = Pick<PhoneEntry, "driver" | "jobId" | "attempt" | "step" | "data" | "seen">;
async function addStep(step: NewStep, pictures: readonly Blob[]): Promise<PhoneEntry> {
  const device = await deviceId();
  const tx = (await open()).transaction(["entries", "photos"], "readwrite", STRICT);
  const before = withAnswers(await tx.objectStore("entries").index("job").getAll([step.driver, step.jobId]));
  const last = Math.max(0, ...before.map((entry) => entry.seq));
  const same = before.find(
    (entry) =>
      entry.state === "unsent" &&
      entry.step === step.step &&
      // Several things can be found; a step is taken once, until another was: there may be a second facility.
      (step.step === "report" ? JSON.stringify(entry.data) === JSON.stringify(step.data) : entry.seq === last),
  );
  // Pressed twice: it stands already.
  if (same) return same;
  const entry: PhoneEntry = {
    ...step,
    id: crypto.randomUUID(),
    seq: last + 1,
    at: Date.now(),
    device,
    state: "unsent",
  };
  await tx.objectStore("entries").add(entry);
  for (const [n, blob] of pictures.entries())
    await tx.objectStore("photos").add({
      id: `${entry.id}.${n}`,
      entry: entry.id,
      n,
      driver: step.driver,
      jobId: step.jobId,
      takenAt: entry.at,
      blob,
    });
  await tx.done;
  return entry;
}

const withAnswers = (all: PhoneEntry[]): PhoneEntry[] =>
  all.flatMap((entry) => {
    const state = answered.get(entry.id);
    return state === null ? [] : [{ ...entry, state: state ?? entry.state }];
  });
const entriesOf = async (driver: string) =>
  withAnswers(await (await open()).getAllFromIndex("entries", "driver", driver));

/** The driver's entries that only this phone has, in their order. */
export async function unsentOf(driver: string): Promise<PhoneEntry[]> {
  const all = await entriesOf(driver);
  return all.filter(({ state }) => state === "unsent").sort((a, b) => a.at - b.at || a.seq - b.seq);
}

/** The driver's pictures that only this phone has, the oldest first. */
export async function photosOf(driver: string): Promise<PhonePhoto[]> {
  const all = await (await open()).getAllFromIndex("photos", "driver", driver);
  return all.sort((a, b) => a.takenAt - b.takenAt || a.n - b.n);
}

/** In its place, unless it has gone or was scaled meanwhile: what is to be sent, null where nothing is. */
export async function keepScaled(photo: PhonePhoto): Promise<PhonePhoto | null> {
  const tx = (await open()).transaction("photos", "readwrite", STRICT);
  const now = await tx.store.get(photo.id);
  if (now && !now.isScaled) await tx.store.put(photo);
  await tx.done;
  return !now || now.isScaled ? (now ?? null) : photo;
}

/** The office has the picture (null), or says why it cannot use it. */
export async function markPhoto(photo: PhonePhoto, refused: string | null): Promise<void> {
  const db = await open();
  await (refused === null ? db.delete("photos", photo.id) : db.put("photos", { ...photo, refused }));
}

/** All of a driver's entries on this phone, each job's in their order. */
export async function stepsOf(driver: string): Promise<PhoneEntry[]> {
  const all = await entriesOf(driver);
  return all.sort((a, b) => a.seq - b.seq);
}

type Answered = Exclude<PhoneState, "unsent"> | null;

/**
 * What the office has answered, by the entries' ids; null takes one back that the driver is asked for again. Where there is
 * no room to write it down, it is known for as long as this page is open.
 */
export async function markSteps(ids: readonly string[], state: Answered): Promise<void> {
  if (ids.length === 0) return;
  try {
    await written(putAnswers(ids, state));
  } catch {
    for (const id of ids) answered.set(id, state);
  }
}

async function putAnswers(ids: readonly string[], state: Answered): Promise<void> {
  const tx = (await open()).transaction(["entries", "photos"], "readwrite", STRICT);
  const entries = tx.objectStore("entries");
  for (const id of ids) {
    const entry = await entries.get(id);
    if (!entry) continue;
    if (state !== null) await entries.put({ ...entry, state, sentAt: Date.now() });
    else {
      await entries.delete(id);
      // Its pictures are taken anew with the next press.
      await tx.objectStore("photos").delete(IDBKeyRange.bound(`${id}.`, `${id}.9`));
    }
  }
  await tx.done;
}

/**
 * A day's jobs as the office has them, and when they were asked for by the phone's clock: what is sent while they are on
 * their way is not in them. What is another driver's is forgotten, but for what they have not sent.
 */
export async function keepJobs(jobs: ReadJobs): Promise<void> {
  try {
    await written(putJobs(jobs));
    forgetStates();
  } catch (error) {
    keepStates(jobs);
    throw error;
  }
}

async function putJobs(jobs: ReadJobs): Promise<void> {
  const tx = (await open()).transaction(["jobs", "entries", "about"], "readwrite");
  await tx.objectStore("jobs").clear();
  await tx.objectStore("jobs").put(jobs);
  await tx.objectStore("about").put({ driver: jobs.driver, name: jobs.name }, "who");
  const listed = new Set<string>(jobs.jobs.map(({ id }) => id));
  for (const entry of await tx.objectStore("entries").getAll()) {
    // Of what was decided the list says where its job stands now.
    const isOld =
      entry.driver !== jobs.driver ||
      !listed.has(entry.jobId) ||
      (entry.state === "office" && !jobs.undecided?.includes(entry.id));
    if (!isOnlyHere(entry) && isOld) await tx.objectStore("entries").delete(entry.id);
  }
  await tx.done;
}

/** The jobs of who is signed in on this phone, as they were read last; null for nobody. */
export async function readJobs(): Promise<ReadJobs | null> {
  const db = await open();
  const who = await db.get("about", "who");
  const kept = typeof who === "object" ? await db.get("jobs", who.driver) : undefined;
  return kept ? withStates(kept) : null;
}

/** Whose phone it is now, before anything is read: another driver sees nothing of who had it before. */
export async function claimPhone(driver: string, name: string): Promise<void> {
  const db = await open();
  const before = await db.get("about", "who");
  if (typeof before === "object" && before.driver !== driver) await forgetRead();
  await db.put("about", { driver, name }, "who");
}

/** Signed out: what was read goes, what was not sent stays for that driver (architecture.md). */
export async function forgetRead(): Promise<void> {
  forgetStates();
  const tx = (await open()).transaction(["jobs", "entries", "about"], "readwrite");
  await tx.objectStore("jobs").clear();
  await tx.objectStore("about").delete("who");
  for (const entry of await tx.objectStore("entries").getAll())
    if (!isOnlyHere(entry)) await tx.objectStore("entries").delete(entry.id);
  await tx.done;
}

/** A name of this phone that says nothing else. */
export async function deviceId(): Promise<string> {
  const db = await open();
  const before = await db.get("about", "device");
  if (typeof before === "string") return before;
  const made = crypto.randomUUID();
  // A full phone has another name the next time.
  await db.put("about", made, "device").catch(() => undefined);
  return made;
}
