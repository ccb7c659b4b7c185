import { expect, it } from "vitest";
import type { Change } from "~/ui/live/stream";
import { handle } from "./prepared";

const PAGE = { view: { draftId: "drf_1", bookingId: "bkg_1" } };
const hears = (change: Partial<Change>) =>
  handle.live?.({ place: "1.1", topics: ["office"], kind: "", id: null, booking: null, ...change }, PAGE);

it.each<[string, Partial<Change>, boolean]>([
  ["what happened to its booking", { kind: "link_opened", booking: "bkg_1" }, true],
  ["and to another one", { kind: "link_opened", booking: "bkg_2" }, false],
  ["a save of its draft", { kind: "draft_written", id: "drf_1" }, true],
  ["its link, as it leaves", { kind: "link_sent", id: "bkg_1" }, true],
  ["another one's link", { kind: "link_sent", id: "bkg_2" }, false],
  ["somebody who looks at it", { kind: "presence", id: "bkg_1", booking: "bkg_1" }, false],
])("an order's page reads itself again for what it shows: %s", (_name, change, isHeard) => {
  expect(hears(change)).toBe(isHeard);
});
