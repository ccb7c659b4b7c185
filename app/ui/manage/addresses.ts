import { paths } from "~/paths";

/** A booking's own page; the cookie decides whether it opens. */
export function manageAddress(number: string, done?: string): string {
  return `${paths.manage.lookup}?${new URLSearchParams({ booking: number, ...(done ? { done } : {}) })}`;
}

/** The page that shows fee and refund before anything is cancelled: the whole booking, or one unit. */
export function cancelAddress(number: string, unitId?: string): string {
  return `${paths.manage.lookup}/cancel?${new URLSearchParams({ booking: number, ...(unitId ? { unit: unitId } : {}) })}`;
}
