/** Thrown when work waits for other work (documents that are being made): tried again soon, not counted as a failure. */
export class NotYet extends Error {
  constructor(readonly ms: number) {
    super("not yet");
  }
}
