import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { accounts, bookings, drivers } from "#db/schema/index";
import { startSession } from "~/domain/accounts/sessions.server";
import { recordEvent } from "~/domain/events/events.server";
import type { Id } from "~/domain/kernel/ids.server";
import { bookingCookie } from "~/http/access/links.server";
import type { Scope } from "~/http/context.server";
import { createStreams } from "~/http/live/streams.server";
import { openWorld } from "./domain";
import { fakeServices } from "./visit";

const ROLES = ["admin", "staff", "driver", "driver2", "user"] as const;
export type LiveRole = (typeof ROLES)[number];

/** The sandbox's people, each with a session, and a server that answers nothing but the stream's address. */
export async function openLive({ heartbeatMs }: { heartbeatMs: number }) {
  const world = await openWorld({ sandbox: true });
  const services = fakeServices(world);
  const streams = createStreams(services, { heartbeatMs });
  const server = createServer((req, res) => {
    const context = {
      requestId: "test",
      nonce: "",
      clientAddress: "198.51.100.7",
      local: false,
      onClose: (callback: () => void) => void res.once("close", callback),
    };
    const request = () => new Request(`http://localhost${req.url}`, { headers: req.headers as Record<string, string> });
    if (!streams.answer(req, res, request, context)) res.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const account = {} as Record<LiveRole, Id<"account">>;
  const cookies = {} as Record<LiveRole | "customer" | "nobody", string>;
  for (const role of ROLES) {
    const row = world.db.orm
      .select()
      .from(accounts)
      .where(eq(accounts.email, `${role}@example.com`))
      .get();
    account[role] = row?.id as Id<"account">;
    cookies[role] = pair(
      services.cookies.write("session", await startSession(world.db, world.deed(), account[role], {}), { maxAge: 9 }),
    );
  }
  const [booking, other] = world.db.orm
    .select({ id: bookings.id })
    .from(bookings)
    .limit(2)
    .all()
    .map(({ id }) => id) as [Id<"booking">, Id<"booking">];
  cookies.customer = pair(bookingCookie({ services } as Scope, booking, "link"));
  cookies.nobody = "";
  return {
    world,
    services,
    streams,
    account,
    cookies,
    booking,
    other,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Something happens to a booking. */
    hold: (id = booking) =>
      world.db.write((tx) =>
        recordEvent(tx, world.deed(), { subject: { kind: "booking", id }, bookingId: id, action: "taken_off_hold" }),
      ),
    driverOf: (role: LiveRole) =>
      world.db.orm.select().from(drivers).where(eq(drivers.user_id, account[role])).get()?.id ?? "none",
    close() {
      streams.close();
      server.closeAllConnections();
      server.close();
      world.close();
    },
  };
}
export type Live = Awaited<ReturnType<typeof openLive>>;

/** A cookie as it is sent back. */
export const pair = (cookie: string) => cookie.split(";")[0] ?? "";
