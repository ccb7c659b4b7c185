import type { Db } from "#db/client.server";
import { watchDatabase, type Watch } from "#db/watch.server";
import { lastPlace, listHappened, MOST_AT_ONCE, type Happened, type Place } from "./happened.server";

/** How soon a page hears what somebody did; each look costs some microseconds. */
const LOOK_EVERY_MS = 200;

export interface Listener {
  hear(happened: readonly Happened[]): void;
}

/**
 * Follows both books for all streams of this process, and asks nothing while nobody listens. What another process writes
 * is seen as soon as what this one does: only the file tells (architecture.md, "Realtime").
 */
export function tailOf(db: Db, onTrouble: (error: unknown) => void) {
  const listeners = new Set<Listener>();
  let watch: Watch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let place: Place = { event: 0, signal: 0 };

  /** Tells everyone what has happened up to now. */
  function tell(): void {
    for (let more = true; more;) {
      const happened = listHappened(db.orm, place);
      more = happened.length >= MOST_AT_ONCE;
      place = happened.at(-1)?.place ?? place;
      if (happened.length > 0) for (const listener of listeners) listener.hear(happened);
    }
  }
  function look(): void {
    try {
      if (watch?.changed()) tell();
    } catch (error) {
      // A file that cannot be read now is looked at again.
      onTrouble(error);
    }
  }
  function rest(): void {
    clearInterval(timer);
    watch?.close();
    timer = watch = undefined;
  }

  return {
    /** From now on; returns the place from which on. Nothing lies between what was before it and what is heard. */
    join(listener: Listener): Place {
      if (watch) tell();
      else {
        watch = watchDatabase(db);
        place = lastPlace(db.orm);
        timer = setInterval(look, LOOK_EVERY_MS).unref();
      }
      listeners.add(listener);
      return place;
    },
    leave(listener: Listener): void {
      listeners.delete(listener);
      if (listeners.size === 0) rest();
    },
    get watching() {
      return watch !== undefined;
    },
    get place() {
      return place;
    },
  };
}
