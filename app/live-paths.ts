import { query } from "./paths";

/** Where pages hear what happens, and say what they do. No page loads it before it is live. */
export const livePaths = {
  stream: "/realtime",
  /** `since`: the last thing that was heard, for a new connection. */
  topics: (topics: readonly string[], since?: string | null) =>
    `/realtime${query({ topics: topics.join(","), since: since ?? undefined })}`,
  broadcast: "/realtime/broadcast",
  presence: "/realtime/presence",
} as const;
