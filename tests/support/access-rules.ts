import { ROLES, type Got, type Role } from "./as-roles";

/** Who is let in, by role (domain.md, section 5). */
export type Rule = Readonly<Record<Role, Got>>;

export const everybody = (got: Got): Rule => Object.fromEntries(ROLES.map((role) => [role, got])) as Rule;

export const ALL = everybody("in");
/** Its example is none, for anybody. */
export const NOTHING = everybody("nothing");
export const NO_WAY = everybody("no way");
/** The team. A driver is sent to the own jobs; who has left the team is nobody any more. */
export const OFFICE: Rule = {
  visitor: "sign-in",
  customer: "sign-in",
  user: "denied",
  driver: "away",
  staff: "in",
  admin: "in",
  former: "denied",
};
export const ADMINS: Rule = { ...OFFICE, staff: "denied" };
/** In the office, but the example is none. */
export const OFFICE_NOTHING: Rule = { ...OFFICE, staff: "nothing", admin: "nothing" };
export const PEOPLE: Rule = { ...ALL, visitor: "sign-in", customer: "sign-in" };
export const DRIVERS: Rule = { ...everybody("door"), driver: "in" };
/** Whoever holds the booking's or the draft's cookie; the office has its own pages for it. */
export const HOLDER: Rule = { ...everybody("look-up"), customer: "in" };
/** The same for programs, and the office besides. */
export const HOLDER_OR_OFFICE: Rule = {
  visitor: "unknown",
  customer: "in",
  user: "denied",
  driver: "denied",
  staff: "in",
  admin: "in",
  former: "denied",
};
export const OFFICE_CALL: Rule = { ...HOLDER_OR_OFFICE, customer: "unknown" };
