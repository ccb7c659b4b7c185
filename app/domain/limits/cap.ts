/** What a cap is: by whom it counts, in which windows of time, and its figures in words. Pure. */

/** By whom a cap counts. */
export const COUNTED_BY = {
  /** The household of the network address that asks (an IPv4 address, or a /64 of IPv6). */
  asker: "connection",
  /** What it is done to: a mailbox, a phone number, a booking, a draft, a payment page. */
  target: "target",
  /** One connection and one target together, so that strangers use up nothing of the owner's. */
  both: "connection and target",
  /** Everybody together: only where a refusal takes nothing away from an honest visitor. */
  all: "everybody",
} as const;
export type CountedBy = keyof typeof COUNTED_BY;

/** The windows there are, in seconds. None may be longer than a day: tries are forgotten after two. */
export const WINDOW_SECONDS = { moment: 10, minute: 60, quarter: 900, hour: 3_600, day: 86_400 } as const;
export type Window = keyof typeof WINDOW_SECONDS;
export const WINDOW_WORDS: Record<Window, string> = {
  moment: "10 seconds",
  minute: "a minute",
  quarter: "15 minutes",
  hour: "an hour",
  day: "a day",
};

type Most = Partial<Record<Window, number>>;
/** What is caused. A `question` writes nothing but its own count, so it needs no cap per hour and day. */
export type Caused = "mail" | "text" | "row" | "stripe" | "pdf" | "call" | "guess" | "question";

export interface Cap extends Partial<Record<CountedBy, Most>> {
  /** Begins the sentence "… : at most". */
  what: string;
  causes: readonly Caused[];
  /** What `target` is, where something is counted by it. */
  per?: string;
}

/** A cap's figures in words: "connection: 10 an hour, 30 a day; draft: 4 an hour". */
export function capWords(cap: Cap): string {
  const parts = (Object.keys(COUNTED_BY) as CountedBy[]).flatMap((by) => {
    const most = cap[by];
    const whose =
      by === "target" ? (cap.per ?? "") : by === "both" ? `connection and ${cap.per ?? ""}` : COUNTED_BY[by];
    return most
      ? [
          `${whose}: ${(Object.keys(WINDOW_SECONDS) as Window[])
            .flatMap((window) =>
              most[window] === undefined ? [] : [`${most[window].toLocaleString("en-US")} ${inWords(window)}`],
            )
            .join(", ")}`,
        ]
      : [];
  });
  return parts.join("; ");
}

function inWords(window: Window): string {
  return window === "moment" || window === "quarter" ? `in ${WINDOW_WORDS[window]}` : WINDOW_WORDS[window];
}
