import { isUsOrCanada, readPhone } from "~/domain/kernel/phone";
import { findByReach } from "~/domain/customers/contacts.server";
import type { Deed } from "~/domain/kernel/deed";
import { SYSTEM } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, instant, minuteOfDay, type Instant } from "~/domain/kernel/time.server";
import { countTries } from "~/domain/limits/limits.server";
import { agentByIdentity, nextRound } from "~/domain/voice/agents.server";
import { askForBookingLink, mayGetLink } from "~/domain/voice/booking-link.server";
import {
  findCall,
  findCallBySid,
  readCaller,
  startOutgoing,
  takeIncoming,
  type Call,
} from "~/domain/voice/calls.server";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { isLegStatus } from "~/domain/voice/facts";
import { isWithinHours } from "~/domain/voice/hours";
import { identityOf, readIdentity } from "~/domain/voice/identity";
import { VOICE_WEBHOOKS, type VoiceStep } from "~/domain/voice/ports";
import { keepVoicemail, takeCallReport } from "~/domain/voice/reports.server";
import { RING_SECONDS } from "~/domain/voice/rings";
import {
  afterHoursWords,
  CANNOT_CALL_WORDS,
  fullWords,
  LINK_KEY,
  LINK_OFFER_WORDS,
  linkWords,
  nobodyWords,
  NOT_ALLOWED_WORDS,
  THANKS_WORDS,
  VOICEMAIL_SECONDS,
} from "~/domain/voice/words";
import type { Services } from "~/services.server";
import { staffBehind } from "./callers.server";

/** What the network is told to do with a call, by what it asks; all of it is signed by then. */

type Calling = Pick<Services, "clock" | "config" | "db" | "flags" | "log" | "settings" | "voice">;
type Params = Readonly<Record<string, string>>;
type Steps = readonly VoiceStep[];

const BUSY: Steps = [{ do: "reject", reason: "busy" }];
const HANGUP: Steps = [{ do: "hangup" }];
const refuse = (words: string): Steps => [{ do: "say", words }, { do: "hangup" }];

/** How long a key is waited for, before the tone. */
const KEY_SECONDS = 2;

/** Parameters of a page may be any text: no longer than what they name. */
const LONGEST = 80;
const short = (text: string | undefined) => (text ?? "").slice(0, LONGEST);

async function isOver(
  services: Calling,
  name: "phone-in" | "phone-in-known" | "phone-out" | "voicemail",
  target: string,
): Promise<boolean> {
  if (services.config.RATE_LIMITS === "off") return false;
  const wait = await countTries(services.db, [{ name, target }]);
  if (wait > 0) services.log.warn({ module: "voice", action: name, error_message: "too many calls" });
  return wait > 0;
}

/** Somebody of the office dials: who it is says the key that the network checked, whether they may their rights now. */
export async function answerOutgoing(services: Calling, params: Params, requestId: string): Promise<Steps> {
  const identity = readIdentity(params["From"] ?? "");
  const agentId = identity === null ? null : agentByIdentity(services.db.orm, identity);
  const actor = agentId && staffBehind(services, agentId);
  const sid = params["CallSid"];
  if (!actor || !sid) return refuse(NOT_ALLOWED_WORDS);
  const to = readPhone(short(params["To"]))?.e164;
  // A stolen session must not ring premium lines abroad all night; who has a customer there writes to them.
  if (!to || !isUsOrCanada(to)) return refuse(CANNOT_CALL_WORDS);
  if (await isOver(services, "phone-out", actor.id)) return BUSY;
  const deed = { by: actor, now: services.clock.now(), requestId };
  const call = await services.db.write((tx) =>
    startOutgoing(tx, deed, {
      sid,
      agentId: actor.id,
      to,
      from: services.voice.from,
      customerId: short(params["customerId"]),
      bookingId: short(params["bookingId"]),
    }),
  );
  return [
    {
      do: "dial",
      to: { number: to },
      callerId: services.voice.from,
      seconds: 45,
      next: nextPath(call, 0),
    },
  ];
}

/** A caller rings the office. */
export async function answerIncoming(services: Calling, deed: Deed, params: Params): Promise<Steps> {
  const { CallSid: sid, From: from = "", To: to = "" } = params;
  if (!sid) return HANGUP;
  const known = findCallBySid(services.db.orm, sid);
  // Told once more of a call that is over: nobody is rung for it.
  if (known?.state === "ended") return HANGUP;
  const number = readCaller(from);
  const cap = number && findByReach(services.db.orm, [number]).length > 0 ? "phone-in-known" : "phone-in";
  if (!known && (await isOver(services, cap, number || "hidden"))) return BUSY;
  const afterHours = !isWithinHours(services.settings(), dayAt(deed.now), minuteOfDay(deed.now));
  const call = await services.db.write((tx) =>
    takeIncoming(tx, deed, { sid, from: short(from), to: short(to), afterHours }),
  );
  return afterHours ? voicemail(services, call) : ringNext(services, call);
}

/** A dialling is over: the other side has hung up, or nobody was there and the next group is rung. */
export async function answerDial(services: Calling, deed: Deed, callId: string, params: Params): Promise<Steps> {
  await noteDial(services, deed, params);
  const call = findCall(services.db.orm, callId);
  // Of another call than the one that is asked about: somebody's mistake, never a reason to ring anybody.
  if (!call || call.provider_sid !== params["CallSid"]) return HANGUP;
  if (call.direction === "out" || call.state === "ended" || call.answered_at !== null) return HANGUP;
  if (params["DialCallStatus"] === "completed") return HANGUP;
  return ringNext(services, call);
}

/** A key was pressed in the greeting: who agrees to it gets one text with the booking link. */
export async function answerKeys(services: Calling, deed: Deed, callId: string, params: Params): Promise<Steps> {
  const call = findCall(services.db.orm, callId);
  if (!call || call.provider_sid !== params["CallSid"] || call.state === "ended") return HANGUP;
  const wantsLink = params["Digits"] === LINK_KEY && call.after_hours && mayGetLink(services.db.orm, call);
  if (!wantsLink) return [recordFor(call), { do: "hangup" }];
  await services.db.write((tx) => askForBookingLink(tx, deed, call));
  const isNight = quietUntil("sms.booking-link", deed.now) !== null;
  return [{ do: "say", words: linkWords(isNight) }, recordFor(call), { do: "hangup" }];
}

/** The tone is over: what was left, and good bye. */
export async function answerVoicemail(services: Calling, deed: Deed, callId: string, params: Params): Promise<Steps> {
  const call = findCall(services.db.orm, callId);
  const { RecordingSid: sid, RecordingDuration: seconds } = params;
  if (!call || call.provider_sid !== params["CallSid"]) return HANGUP;
  if (sid && /^RE[0-9a-f]{32}$/.test(sid))
    await services.db.write((tx) => keepVoicemail(tx, deed, call, { sid, seconds: wholeSeconds(seconds) ?? 0 }));
  return [{ do: "say", words: THANKS_WORDS }, { do: "hangup" }];
}

async function ringNext(services: Calling, call: Call): Promise<Steps> {
  const round = await services.db.write((tx) => {
    const fresh = findCall(tx, call.id);
    return fresh && nextRound(tx, fresh, (id) => staffBehind(services, id) !== null);
  });
  if (!round) return voicemail(services, call);
  return [
    {
      do: "dial",
      to: { clients: round.agents.map(identityOf), parameters: { call: call.id } },
      seconds: RING_SECONDS,
      next: nextPath(call, round.number),
    },
  ];
}

/** A message is taken, after it was said that it is recorded; outside our hours the booking link is offered before. */
async function voicemail(services: Calling, call: Call): Promise<Steps> {
  const greeting = services.settings();
  if (await isOver(services, "voicemail", call.other_number || "hidden"))
    return [{ do: "say", words: fullWords(greeting) }, { do: "hangup" }];
  const words = call.after_hours ? afterHoursWords(greeting) : nobodyWords(greeting);
  if (!call.after_hours || !mayGetLink(services.db.orm, call))
    return [{ do: "say", words }, recordFor(call), { do: "hangup" }];
  const ask = {
    do: "ask",
    words: `${words} ${LINK_OFFER_WORDS}`,
    seconds: KEY_SECONDS,
    next: `${VOICE_WEBHOOKS.keys}?call=${call.id}`,
  } as const;
  return [ask, recordFor(call), { do: "hangup" }];
}

const recordFor = ({ id }: Call): VoiceStep => ({
  do: "record",
  seconds: VOICEMAIL_SECONDS,
  next: `${VOICE_WEBHOOKS.voicemail}?call=${id}`,
});

export const nextPath = ({ id }: Pick<Call, "id">, round: number): string =>
  `${VOICE_WEBHOOKS.dial}?call=${id}&round=${round}`;

/** What the end of a dialling tells of the telephone that was connected, or of the one number that was not. */
async function noteDial(services: Calling, deed: Deed, params: Params): Promise<void> {
  const { DialCallSid: sid, DialCallStatus: status, DialCallDuration: seconds, CallSid: parentSid } = params;
  if (!sid || !parentSid || !isLegStatus(status)) return;
  await takeStatus(services, deed, {
    CallSid: sid,
    ParentCallSid: parentSid,
    CallStatus: status,
    CallDuration: seconds ?? "",
  });
}

/** A report about one telephone. False for a call that we do not know. */
export async function takeStatus(services: Calling, deed: Deed, params: Params): Promise<boolean> {
  const { CallSid: sid, ParentCallSid: parentSid, CallStatus: status } = params;
  if (!sid || !isLegStatus(status)) return false;
  const at = toldAt(deed.now, params["Timestamp"]);
  const seconds = wholeSeconds(params["CallDuration"] ?? params["DialCallDuration"]);
  const agentId = agentOf(services, params["To"] ?? "");
  return services.db.write((tx) =>
    takeCallReport(tx, deed, { sid, parentSid: parentSid || null, status, at, seconds, agentId }),
  );
}

function agentOf(services: Pick<Services, "db">, party: string): Id<"account"> | null {
  const identity = readIdentity(party);
  return identity === null ? null : agentByIdentity(services.db.orm, identity);
}

function wholeSeconds(text: string | undefined): number | null {
  const seconds = Number(text);
  return text && Number.isInteger(seconds) && seconds >= 0 && seconds < 1_000_000 ? seconds : null;
}

/** Reports carry the network's time; ours moves with the sandbox's clock. What lies ahead happened now. */
export function toldAt(now: Instant, stamp: string | undefined): Instant {
  const told = Date.parse(stamp ?? "");
  const ago = Number.isNaN(told) ? 0 : Date.now() - told;
  return instant(now - Math.min(Math.max(0, ago), 86_400_000));
}

/** Under whom the network's requests are recorded. */
export const NETWORK = { ...SYSTEM, label: "Telephone" };
