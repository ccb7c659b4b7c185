/** What pages say on the wire: one frame, read with nothing trusted. Pure. */
export interface Frame {
  callsid?: string;
  sdp?: string;
  token?: string;
  reconnect?: string;
  dtmf?: string;
  message?: string;
  voiceeventsid?: string;
  media?: { audio?: boolean };
  twilio?: { params?: string };
}

const TEXTS = ["callsid", "sdp", "token", "reconnect", "dtmf", "message", "voiceeventsid"] as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A frame with those of its fields that are what they should be; null for what is none at all. */
export function readFrame(text: string): { type: string; payload: Frame } | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(read) || typeof read["type"] !== "string") return null;
  const given = isObject(read["payload"]) ? read["payload"] : {};
  const payload: Frame = {};
  for (const name of TEXTS) {
    const value = given[name];
    if (typeof value === "string") payload[name] = value;
  }
  if (isObject(given["media"])) payload.media = { audio: given["media"]["audio"] === true };
  const params = isObject(given["twilio"]) ? given["twilio"]["params"] : undefined;
  if (typeof params === "string") payload.twilio = { params };
  return { type: read["type"], payload };
}
