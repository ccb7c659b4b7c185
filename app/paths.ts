/** What stands after an address: "?a=b", or nothing. Empty values are left out. */
export const query = (values: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== "") search.set(key, String(value));
  const text = search.toString();
  return text && `?${text}`;
};

const step = (name: string) => (draft?: string) => `/book${name && `/${name}`}${query({ draft })}`;

/**
 * Every address of the product, built in one place. What customers' scripts need not carry: the office's own are in
 * crm-paths.ts, those of accounts and of the sandbox in
 * team-paths.ts, those of what is live in live-paths.ts.
 */
export const paths = {
  home: "/",
  zipCheck: (zip: string) => `/?${new URLSearchParams({ zip }).toString()}`,
  about: "/about",
  careers: "/careers",
  developmentProcess: "/development-process",
  privacy: "/privacy-policy",
  services: {
    residential: "/services/residential",
    commercial: "/services/commercial",
    construction: "/services/construction",
  },
  coverage: "/#service-availability",
  zipField: "/#zip",
  offline: "/offline",
  book: {
    /**
     * `line`: which line of the order is open, by its place from 0; "new" for another one. The page begins with it, or
     * where its own id `at` stands.
     */
    project: (draft?: string, line?: string | number | null, at = line == null ? "" : "line-heading", notice = "") =>
      `/book${query({ draft, line: line ?? undefined, notice })}${at && `#${at}`}`,
    schedule: step("schedule"),
    agreement: step("agreement"),
    payment: step("payment"),
    callback: step("call-back"),
    byPhone: (draft?: string) => `/book/call-back${query({ draft, why: "call_back" })}`,
    outsideArea: (zip: string) => `/book/call-back${query({ why: "outside_area", zip })}`,
    expired: step("expired"),
    /** Asked with the version that was `seen`, of the `draft` in this browser or the order of a signing `key`. */
    changes: "/book/changes.json",
    resume: (key: string) => `/book/resume${query({ key })}`,
    prefilled: (values: { dumpsterSize?: number; projectType?: string; zip?: string; materialCategory?: string }) =>
      `/book${query(values)}`,
  },
  paymentSuccess: (sessionId?: string, checkout?: string | null) =>
    `/payment-success${query({ session_id: sessionId, checkout: checkout ?? undefined })}`,
  confirmation: (capability: string) => `/booking-confirmation${query({ booking: capability })}`,
  signAgreement: (signingKey: string) => `/sign-agreement/${signingKey}`,
  /** From the link of a prepared order to one of its steps, for "Change". */
  signChange: (signingKey: string, step: "project" | "schedule") =>
    `/sign-agreement/${signingKey}${query({ change: step })}`,
  manage: {
    lookup: "/manage-booking",
    open: (capability: string) => `/manage-booking${query({ key: capability })}`,
    number: (number: string) => `/manage-booking${query({ booking: number })}`,
    calendar: (number: string) => `/manage-booking/calendar.ics${query({ booking: number })}`,
    another: (number: string, values: Record<string, string> = {}) =>
      `/manage-booking/another${query({ booking: number, ...values })}`,
    anotherOffer: (number: string) => `/manage-booking/another.json${query({ booking: number })}`,
  },
  file: (capability: string) => `/files/${capability}`,
  print: (capability: string) => `/files/${capability}/print`,
  /** A photograph of a job, for whoever may see it. */
  photo: (capability: string, size?: "small") => `/photos/${capability}${query({ size })}`,
  auth: "/auth",
  signOut: "/auth/sign-out",
  invitation: (key: string) => `/invitation${query({ key })}`,
  /** The office; its pages: crm-paths.ts. */
  office: "/crm",
  driver: {
    auth: "/driver/auth",
    dashboard: "/driver/dashboard",
  },
} as const;
