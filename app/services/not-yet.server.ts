import type { Orm } from "#db/client.server";

/**
 * Thrown when work waits for other work (documents that are being made), which calls it when it is done; not counted as a
 * failure. It is tried without that work after `ms`; `isReady` is asked again when it is put back, for what ended meanwhile.
 */
export class NotYet extends Error {
  constructor(readonly ms: number, readonly isReady: (orm: Orm) => boolean) {
    super("not yet");
  }
}
