import { readPhone } from "~/domain/kernel/phone";
import { secondsOf } from "~/sandbox/voice/calls.server";
import type { VoiceSandbox } from "~/sandbox/voice/voice.server";

/** The caller whose phone the page plays first: a customer of the seeds may have it. */
export const FIRST_NUMBER = "+14075550133";

/** The telephone network as the handset's page shows it. */
export function handsetView(voice: VoiceSandbox) {
  return {
    ours: voice.number,
    agents: voice.browsers()?.registered() ?? [],
    faults: { ...voice.network.faults },
    phones: voice
      .phones()
      .slice(-12)
      .reverse()
      .map(({ number, state, other, heard, said, keys, since, isSilent }) => ({
        number,
        state,
        other,
        heard: { now: Math.round(heard.now), most: Math.round(heard.most), packets: heard.packets },
        said: said.slice(-3),
        keys,
        seconds: Math.round((Date.now() - since) / 1000),
        isSilent,
        manner: voice.manner(number),
      })),
    lines:
      voice
        .browsers()
        ?.legs()
        .map(({ identity, leg, line, digits }) => ({
          identity,
          digits,
          status: line?.status ?? null,
          sid: line?.sid ?? null,
          lossPercent: leg.quality.lossPercent,
          isCut: leg.quality.isCut,
        })) ?? [],
    /** What the network itself knows, to be compared with the office's log. */
    calls: voice.network.book
      .all()
      .filter(({ parent }) => parent === null)
      .slice(-600)
      .map((line) => ({ sid: line.sid, from: line.from, to: line.to, status: line.status, seconds: secondsOf(line) })),
  };
}
export type HandsetView = ReturnType<typeof handsetView>;

/** What is done with a handset, or with the network. False for what cannot be done. */
export function playHandset(voice: VoiceSandbox, form: FormData): boolean {
  const number = readPhone(String(form.get("number") ?? ""))?.e164 ?? "";
  const phone = voice.phone(number);
  const legs = voice.browsers()?.legs() ?? [];
  switch (form.get("intent")) {
    case "call":
      if (number === "" || (phone && phone.state !== "over" && phone.state !== "idle")) return false;
      voice.callOffice(number);
      return true;
    case "answer":
      phone?.pickUp();
      return phone !== null;
    case "busy":
      phone?.refuse("busy");
      return phone !== null;
    case "no_answer":
      phone?.refuse("no-answer");
      return phone !== null;
    case "hang_up":
      phone?.hangUp();
      return phone !== null;
    case "keys":
      phone?.press(String(form.get("keys") ?? ""));
      return phone !== null;
    case "silent":
      if (phone) phone.isSilent = !phone.isSilent;
      return phone !== null;
    case "manner": {
      const manner = form.get("manner");
      if (number === "" || (manner !== "answer" && manner !== "busy" && manner !== "ring")) return false;
      voice.setManner(number, manner);
      return true;
    }
    case "bad_line":
      for (const { leg } of legs) leg.quality.lossPercent = 30;
      return true;
    case "cut_media":
      for (const { leg } of legs) leg.quality.isCut = true;
      return true;
    case "good_line":
      for (const { leg } of legs) Object.assign(leg.quality, { lossPercent: 0, isCut: false });
      return true;
    case "cut_wires":
      voice.browsers()?.cutWires();
      return true;
    case "lose_reports":
      voice.network.faults.areLost = !voice.network.faults.areLost;
      return true;
    case "double_reports":
      voice.network.faults.areTwice = !voice.network.faults.areTwice;
      return true;
    default:
      return false;
  }
}
