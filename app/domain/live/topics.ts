/**
 * What a page may listen to: the office as a whole, a driver's jobs, one booking, one order that two write, one person's browser agent
 * (domain.md 4.10). Pure.
 */
export const TOPIC_KINDS = ["office", "driver", "booking", "draft", "agent"] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

export interface Topic {
  kind: TopicKind;
  /** Of the driver, the booking, the draft or the account; empty for the office. */
  id: string;
}

/** A browser has one stream for all its tabs; more is somebody's experiment. */
export const MOST_TOPICS = 20;

/** How they are written, for whoever wrote none. */
export const TOPICS_SAID = "office, driver:…, booking:…, draft:… or agent:…";

/** One topic as it is written in an address; null when it is none. */
export function readTopic(text: string): Topic | null {
  if (text === "office") return { kind: "office", id: "" };
  const [, kind, id] = /^(driver|booking|draft|agent):([\w-]{1,64})$/.exec(text) ?? [];
  return kind && id ? { kind: kind as TopicKind, id } : null;
}

/** "office,booking:bkg_1" as topics, each once; null when there is none, one too many, or one that is no topic. */
export function readTopics(text: string | null): Map<string, Topic> | null {
  const names = [...new Set((text ?? "").slice(0, 2_000).split(",").filter(Boolean))];
  if (names.length === 0 || names.length > MOST_TOPICS) return null;
  const topics = new Map<string, Topic>();
  for (const name of names) {
    const topic = readTopic(name);
    if (!topic) return null;
    topics.set(name, topic);
  }
  return topics;
}

/** What happens to a booking that its customer's own page shows: a truck's step, a driver's question, other dates. */
const OF_A_TRUCK = /^(job_|unit_|access_|booking_moved)/;

/** What a customer is told of a kind of event: that their page shows something else now ("truck"), or no more than that there is something. */
export const kindForCustomer = (kind: string): "truck" | "changed" => (OF_A_TRUCK.test(kind) ? "truck" : "changed");

/** The same for a page that hears either: the team's stream names the kinds themselves. */
export const CONCERNS_CUSTOMER = new RegExp(`^truck$|${OF_A_TRUCK.source}`);
