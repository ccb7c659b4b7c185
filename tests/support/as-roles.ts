import { arrange, signIn } from "./meanwhile";
import { query } from "./orders";
import type { TestServer } from "./server";
import { ownEverything, type Places } from "./visitor";

/** Whoever can come: the columns of domain.md, section 5, and the two that stand between them. */
export const ROLES = [
  "visitor",
  /** Nobody's account, but the cookie of a booking that was looked up. */
  "customer",
  /** A customer's account. */
  "user",
  "driver",
  "staff",
  "admin",
  /** Was staff; still signed in, but off the team list since. */
  "former",
] as const;
export type Role = (typeof ROLES)[number];

/**
 * What somebody gets: in (whatever their form is worth), or how they are refused. `sign-in` and `door`: sent to the
 * office's or the driver's sign-in; `away`: a driver, sent to the own jobs; `look-up`: sent to find their booking, or
 * told that their link to the draft has ended; `denied`: 403; `unknown`: 401, for programs; `nothing`: no such thing, or
 * none that is theirs; `no way`: 405.
 */
export type Got = "in" | "sign-in" | "door" | "away" | "look-up" | "denied" | "unknown" | "nothing" | "no way";

/** What an answer comes to. Throws for a fault of ours. */
export function gotOf(status: number, location: string | null): Got {
  if (status >= 500) throw new Error(`answered ${status}`);
  const to = location === null ? null : new URL(location, "http://here.invalid");
  if (to?.pathname === "/auth" && to.searchParams.has("next")) return "sign-in";
  if (to?.pathname === "/driver/auth" && to.searchParams.has("next")) return "door";
  if (to?.pathname === "/driver/dashboard") return "away";
  if (to && /^\/(manage-booking|book\/expired)$/.test(to.pathname)) return "look-up";
  return ({ 401: "unknown", 403: "denied", 404: "nothing", 405: "no way", 410: "nothing" } as const)[status] ?? "in";
}

const FORMER = "former@example.com";
/** A second member of the team, to be taken off it. */
function addFormer(server: TestServer): void {
  const from = "from accounts where email = 'staff@example.com'";
  arrange(
    server,
    `insert into accounts (id, email, password_hash, email_confirmed_at, created_at) select 'acc_former', '${FORMER}', password_hash, 1, 1 ${from}`,
  );
  arrange(
    server,
    "insert into profiles (id, user_id, display_name, role, created_at, updated_at) values ('prf_former', 'acc_former', 'Fay Former', 'staff', 1, 1)",
  );
  arrange(server, "insert into team_members (user_id, added_by, added_at) values ('acc_former', 'test', 1)");
}

/** What a request brings: a form, or JSON. */
export type Sent = { fields?: Record<string, string>; json?: object };

export interface AsRoles {
  places: Places;
  /** The paid booking of the examples. */
  booking: { id: string; sessionId: string };
  /** One request by a role: GET, or POST of a form with no more than this, or of JSON. */
  ask(role: Role, method: "GET" | "POST", path: string, sent?: Sent): Promise<Got>;
}

/** Browsers of all roles, each signed in as it is; `customer` holds the cookie of the booking in the examples. */
export async function asRoles(server: TestServer): Promise<AsRoles> {
  const places = await ownEverything(server);
  addFormer(server);
  const cookies = new Map<Role, string>();
  const customer = places.cookie
    .split("; ")
    .filter((cookie) => !cookie.startsWith("session="))
    .join("; ");
  const enter = async (role: Role): Promise<string> => {
    if (role === "visitor") return "";
    if (role === "customer") return customer;
    return (await signIn(server, `${role}@example.com`, role === "driver" ? "/driver/auth" : "/auth")).cookieHeader;
  };
  for (const role of ROLES) cookies.set(role, await enter(role));
  arrange(server, "delete from team_members where user_id = 'acc_former'");
  const number = new URL(places.example["/manage-booking"] ?? "", server.url).searchParams.get("booking");
  const [booking] = query<{ id: string; sessionId: string }>(
    server.dataDir,
    "select b.id, c.session_id as sessionId from bookings b join checkouts c on c.booking_id = b.id where b.booking_number = ? and c.state = 'complete'",
    number,
  );
  if (!booking) throw new Error("the paid booking has no payment page");
  const origin = new URL(server.url).origin;
  return {
    places,
    booking,
    async ask(role, method, path, { fields = {}, json } = {}) {
      const cookie = cookies.get(role) ?? "";
      const answer = await fetch(`${server.url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          Accept: json ? "application/json" : "text/html",
          "Accept-Encoding": "identity",
          Origin: origin,
          ...(cookie && { Cookie: cookie }),
          ...(json && { "Content-Type": "application/json" }),
        },
        ...(method === "POST" && { body: json ? JSON.stringify(json) : new URLSearchParams(fields) }),
      });
      const page = await answer.text();
      // Whoever was signed out by what they did comes back for the next line.
      if (answer.headers.getSetCookie().some((one) => one.startsWith("session=;")))
        cookies.set(role, await enter(role));
      // The form that asks for number and address stands where the booking would.
      const asksForIt = page.includes('name="bookingNumber"');
      return asksForIt ? "look-up" : gotOf(answer.status, answer.headers.get("Location"));
    },
  };
}
