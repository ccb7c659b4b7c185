import { query } from "./paths";

export const sandboxPaths = {
  root: "/sandbox",
  inbox: "/sandbox/inbox",
  clock: "/sandbox/clock",
  /** `since`: wall milliseconds, to show what was sent from then on. */
  clockSince: (since: number) => `/sandbox/clock${query({ since })}`,
  month: "/sandbox/month",
  disputes: "/sandbox/disputes",
  stripe: "/sandbox/stripe",
  file: (id: string) => `/sandbox/files/${id}`,
  handset: (number?: string) => `/sandbox/handset${number ? `?number=${encodeURIComponent(number)}` : ""}`,
  handsetJson: "/sandbox/handset.json",
  checkout: (sessionId: string) => `/sandbox/checkout/${sessionId}`,
} as const;
