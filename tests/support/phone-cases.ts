import { calls } from "#db/schema/index";
import { askForBookingLink } from "~/domain/voice/booking-link.server";
import { takeIncoming } from "~/domain/voice/calls.server";
import { expect } from "vitest";
import type { TestWorld } from "./domain";

/** What a call brings about, for the table of every kind of work. */
export const phoneCases = (world: () => TestWorld, mailed: () => string[]) => ({
  "sms.booking-link": {
    cause: () =>
      world().db.write((tx) => {
        const ringing = { sid: `CA${"1".repeat(32)}`, from: "+14075550133", to: "+14075550142", afterHours: true };
        askForBookingLink(tx, world().deed(), takeIncoming(tx, world().deed(), ringing));
        // It is over: the network is not asked about it.
        tx.update(calls).set({ state: "ended" }).run();
      }),
    effect: mailed,
    is: [expect.stringMatching(/^\+14075550133: .*you called us and asked for this link\. .*\/book/)],
  },
});
