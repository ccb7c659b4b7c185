import { query } from "./paths";

/** The addresses of one's own account, and of the ways into it. */
export const accountPaths = {
  root: "/account",
  forgot: "/auth/forgot",
  resend: "/auth/resend",
  code: "/auth/code",
  confirm: (key: string) => `/auth/confirm${query({ token: key })}`,
  reset: (key: string) => `/auth/reset${query({ key })}`,
  newEmail: (key: string) => `/auth/new-email${query({ key })}`,
  /** The second factor: asked for between password and session; set up and looked after. */
  secondStep: (next?: string) => `/auth/second-factor${query({ next })}`,
  factor: (next?: string) => `/account/second-factor${query({ next })}`,
} as const;

/** Where somebody who was invited to drive accepts. */
export const drivingPath = (key: string) => `/driver/invitation${query({ key })}`;
