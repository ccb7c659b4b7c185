import { shortDay } from "~/domain/kernel/moments";
import type { Stop, Stops } from "~/domain/records/stops.server";

import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { TONES } from "./status-bits";

/** A truck's stop as the overview lists it: the texts of its entry, and nothing else. */
export interface StopLine {
  /** Its booking. */
  number: string;
  what: string;
  address: string;
  /** "Morning (8AM - 12PM) · Dana" */
  when: string;
  /** "Late: promised by 12PM", or nothing. */
  late: string;
  tone: string;
  state: string;
}

export function stopLine(stop: Stop, which: Stops, thisYear: string): StopLine {
  const when = which === "outstanding" ? shortDay(stop.day, thisYear) : deliveryTimeLabel(stop.window);
  return {
    number: stop.number,
    what: `${stop.isEmergency && !stop.isDone ? "Emergency: " : ""}${JOB_KIND[stop.kind]}: ${stop.name}`,
    address: stop.address,
    when: `${when} · ${stop.driver ?? "no driver"}`,
    late: stop.ended ? `Late: promised by ${stop.ended}` : "",
    tone: stop.isDone ? "done" : stop.isHeld || stop.late > 0 ? "bad" : stop.driver ? "go" : "wait",
    state: stop.isHeld ? "On hold" : JOB_STATE[stop.state],
  };
}

/** The stops of a list as it was sent, read back from it, as a list of bookings is (booking-lines.ts). */
export function readStops(list: HTMLElement | null): StopLine[] {
  return [...(list?.children ?? [])].map((entry) => {
    const link = entry.querySelector("a");
    const [address, , when] = entry.querySelector(".hint")?.childNodes ?? [];
    const state = entry.querySelector(".state");
    return {
      number: /\/([^/#]*)#/.exec(link?.getAttribute("href") ?? "")?.[1] ?? "",
      what: link?.textContent ?? "",
      address: address?.textContent ?? "",
      when: when?.textContent ?? "",
      late: entry.querySelector("b")?.textContent ?? "",
      tone: TONES.find((tone) => state?.classList.contains(tone)) ?? "",
      state: state?.textContent ?? "",
    };
  });
}

/** In the browser: the stops of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_STOPS: StopLine[] =
  typeof document === "undefined" ? [] : readStops(document.querySelector<HTMLElement>("#stops ~ ul"));
