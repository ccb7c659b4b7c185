import type { BrowserContext, Page } from "playwright-core";

const ROOM = 8_000_000;

/**
 * A phone that can be filled: the browser's own quota of this origin, not a stand-in. Begin with it before the first page: the
 * browser counts with what it once found free until something is larger than that.
 */
export async function fillable(context: BrowserContext, origin: string) {
  const keeper = await context.newPage();
  const control = await context.newCDPSession(keeper);
  const allow = (quotaSize: number) => control.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  await allow(ROOM);
  return {
    /** From now on nothing more can be written. */
    async fill(page: Page) {
      await allow(1);
      const ended = await page.evaluate(
        (bytes) =>
          new Promise<string>((tell) => {
            const asked = indexedDB.open("junk", 1);
            asked.onupgradeneeded = () => asked.result.createObjectStore("junk");
            asked.onerror = () => tell("QuotaExceededError");
            asked.onsuccess = () => {
              // What repeats is kept compressed.
              const junk = new Uint8Array(bytes);
              for (let at = 0; at < bytes; at += 50_000) crypto.getRandomValues(junk.subarray(at, at + 50_000));
              const tx = asked.result.transaction("junk", "readwrite");
              tx.objectStore("junk").put(junk, 1);
              tx.oncomplete = () => tell("written");
              tx.onabort = () => tell(tx.error?.name ?? "aborted");
            };
          }),
        ROOM,
      );
      if (ended !== "QuotaExceededError") throw new Error(`the phone is not full: ${ended}`);
    },
    /** Something was thrown away. */
    empty: () => allow(10 * ROOM),
  };
}
