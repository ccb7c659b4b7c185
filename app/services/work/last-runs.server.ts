export interface LastRun {
  /** Wall time in milliseconds. */
  at: number;
  /** What went wrong; undefined when it ended well. */
  error?: string;
}

/** By the services of a process. */
const runs = new WeakMap<object, Map<string, LastRun>>();

/** Runs a piece of background work and remembers when it ended and how; passes on what it throws. */
export async function remembered<T>(services: object, name: string, run: () => Promise<T>): Promise<T> {
  const mine = runs.get(services) ?? new Map<string, LastRun>();
  runs.set(services, mine);
  try {
    const result = await run();
    mine.set(name, { at: Date.now() });
    return result;
  } catch (error) {
    mine.set(name, { at: Date.now(), error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** When this process last did the work; undefined before the first time. */
export function lastRun(services: object, name: string): LastRun | undefined {
  return runs.get(services)?.get(name);
}
