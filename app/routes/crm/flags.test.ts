import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, outbox } from "#db/schema/index";
import { seedAccounts, SEEDED_PASSWORD } from "~/domain/accounts/seed.server";
import { FLAG_NAMES, type FlagName } from "~/domain/flags/flags";
import { action as generateInvoice } from "~/routes/functions/generate-invoice";
import { loader as metrics } from "~/routes/functions/metrics";
import { loader as driverPage } from "~/routes/driver/dashboard";
import { createContent } from "~/services/start/content.server";
import type { Services } from "~/services.server";
import { readLocalPanels } from "~/http/local/panels.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor, type Answer } from "../../../tests/support/visit";
import { runDueWork } from "~/services/work/worker.server";
import { action as signInAction } from "./auth";
import { action as bookingAction, loader as bookingPage } from "./booking";
import { action, loader } from "./flags";

let world: TestWorld;
let services: Services;
let admin: Visitor;
let printed: number;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  await seedAccounts(world.db, world.clock.at);
  printed = 0;
  services = {
    ...fakeServices(world),
    pdf: { render: async () => Buffer.from(`%PDF-${++printed}`) },
    files: { read: async () => null, write: async () => undefined },
  } as unknown as Services;
  admin = await signedIn("admin@example.com");
});
afterEach(() => world.close());

async function signedIn(email: string): Promise<Visitor> {
  const visitor = new Visitor(services);
  expect((await visitor.post(signInAction, "/auth", { email, password: SEEDED_PASSWORD })).status).toBe(302);
  return visitor;
}
const ADDRESS = "/crm/settings/flags";
const press = (flag: string, was: string, to: string, by = admin) =>
  by.post(action, ADDRESS, { intent: "switch", flag, was, to });
/** Switches a flag by the page's own form. */
async function put(flag: FlagName, value: boolean): Promise<void> {
  const was = services.flags()[flag] ? "on" : "off";
  expect((await press(flag, was, value ? "on" : "off")).location).toBe(ADDRESS);
  expect(services.flags()[flag]).toBe(value);
}
const wordsOf = (answer: Answer) => Object.values((answer.data as { fields: Record<string, string> }).fields).join(" ");
type Shown = { name: string; value: boolean; source: string | null };
const shown = async () => ((await admin.get(loader, ADDRESS)).data as { flags: Shown[] }).flags;

describe("the flags' page", () => {
  it("has all of them, switches each at once in every process, and remembers who did", async () => {
    // Another process on the same file.
    const other = createContent(world.db, world.clock);
    expect((await shown()).map(({ name }) => name)).toEqual(FLAG_NAMES);
    for (const name of FLAG_NAMES) {
      const before = services.flags()[name];
      await put(name, !before);
      expect([name, other.flags()[name]]).toEqual([name, !before]);
    }
    await put("debug_flags", true);
    expect((await shown()).every(({ source }) => source === "table")).toBe(true);
    expect((await press("job_history", "off", "default")).status).toBe(302);
    expect(services.flags().job_history).toBe(true);
    const events = world.db.sqlite
      .prepare(
        "select subject_id, from_state, to_state, actor_label from events where subject_kind = 'flag' order by id",
      )
      .all();
    expect(events).toHaveLength(FLAG_NAMES.length + 2);
    expect(events.at(-1)).toEqual({
      subject_id: "job_history",
      from_state: "off",
      to_state: "on",
      actor_label: "Alex Admin",
    });
  });

  it("tells the second of two admins, and does not switch what the environment has set", async () => {
    await put("job_history", false);
    // Pressed twice it is off once; another's old page does not switch it back unseen.
    expect((await press("job_history", "on", "off")).status).toBe(302);
    const stale = await press("job_history", "on", "default");
    expect([stale.status, wordsOf(stale)]).toEqual([409, expect.stringContaining("Another admin has just switched")]);
    Object.assign(services, { config: { ...services.config, givenFlags: { early_pickup: false } } });
    const fixed = await press("early_pickup", "off", "on");
    expect([fixed.status, wordsOf(fixed)]).toEqual([409, expect.stringContaining("FLAG_EARLY_PICKUP")]);
  });

  it.each(["", "no_such_flag", "constructor", "__proto__"])("refuses the flag %j", async (name) => {
    expect((await press(name, "on", "off")).status).toBe(400);
  });

  it("is for admins: staff are refused by GET and by POST", async () => {
    const staff = await signedIn("staff@example.com");
    expect((await staff.get(loader, ADDRESS)).status).toBe(403);
    expect((await press("monitoring", "on", "off", staff)).status).toBe(403);
    expect(services.flags().monitoring).toBe(true);
  });
});

describe("in both positions", () => {
  it("debug flags: with the source of each value, or values only", async () => {
    expect((await shown())[0]).toMatchObject({ source: "default" });
    await put("debug_flags", false);
    expect((await shown())[0]).toMatchObject({ source: null, value: true });
  });

  it("monitoring: metrics and the health report, or 404", async () => {
    const ask = () => {
      services.config.METRICS_TOKEN = "token";
      const request = new Request("http://localhost/metrics", { headers: { Authorization: "Bearer token" } });
      return metrics({ request, params: {}, context: {} } as never).then(
        ({ status }) => status,
        (thrown: Response) => thrown.status,
      );
    };
    const panel = () =>
      readLocalPanels({
        request: new Request("http://localhost/?health=true"),
        context: { requestId: "r", local: true, clientAddress: "127.0.0.1" },
      }).then(
        () => 200,
        (thrown: Response) => thrown.status ?? 200,
      );
    expect([await ask(), await panel()]).toEqual([200, 200]);
    await put("monitoring", false);
    expect([await ask(), await panel()]).toEqual([404, 404]);
  });

  it("details payments: the payments in the office's record, or neither shown nor sent", async () => {
    const { booking_number: number } = await paidBooking(world);
    const page = async () =>
      (await admin.get(bookingPage, `/crm/bookings/${number}`, { number })).data as {
        showsPayments: boolean;
        record: { payments: unknown[] };
      };
    expect(await page()).toMatchObject({ showsPayments: true, record: { payments: [expect.anything()] } });
    await put("details_payments", false);
    expect(await page()).toMatchObject({ showsPayments: false, record: { payments: [] } });
  });

  it("verbose cancel errors: the short text, or code and detail", async () => {
    const { booking_number: number } = await paidBooking(world, { deliveryDate: "2026-12-08" });
    const cancel = async () =>
      wordsOf(
        await admin.post(
          bookingAction,
          "/",
          { intent: "cancel", unitId: "", expectedFee: "1", expectedRefund: "0", why: "phone" },
          { number },
        ),
      );
    const short = "The fee or the refund has changed since the page was opened. Look at it again, then confirm.";
    expect(await cancel()).toBe(short);
    await put("verbose_cancel_errors", true);
    expect(await cancel()).toMatch(/^The fee or the refund has changed.*"code":"changed"/);
  });

  it("driver access via profile: the record or the role is enough, or both are needed", async () => {
    const driver = await signedIn("driver@example.com");
    const open = async () => (await driver.get(driverPage, "/driver/dashboard")).status;
    world.db.sqlite.prepare("delete from user_roles").run();
    expect(world.db.orm.select().from(drivers).all()).toHaveLength(2);
    expect(await open()).toBe(200);
    await put("driver_access_via_profile", false);
    expect(await open()).toBe(302);
  });

  it("invoice idempotency check: the second invoice is the first, or a new revision of the same number", async () => {
    const booking = await paidBooking(world);
    const ask = async () => {
      const answer = await generateInvoice({
        request: new Request("http://localhost/functions/v1/generate-invoice", {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          },
          body: JSON.stringify({ bookingId: booking.id, invoiceType: "booking" }),
        }),
        params: {},
        context: { requestId: "r", local: false, clientAddress: "198.51.100.7" },
      } as never);
      return ((await answer.json()) as { pdfUrl?: string }).pdfUrl;
    };
    const numbers = () => world.db.sqlite.prepare("select invoice_number from invoices").pluck().all();
    const first = await ask();
    expect(first).toMatch(/^\/files\//);
    expect(await ask()).toBe(first);
    const before = numbers();
    await put("invoice_idempotency_check", false);
    const second = await ask();
    expect(second).toMatch(/^\/files\//);
    expect(second).not.toBe(first);
    expect(numbers()).toEqual(before);
  });

  it("workflow smart retry: soon at first, an hour for what cannot be read; or always an hour", async () => {
    const wait = async (kind: string) => {
      world.db.orm.delete(outbox).run();
      world.db.sqlite
        .prepare(
          "insert into outbox (id, kind, cause, payload, run_at, created_at) values ('obx_x', ?, 'x', '{}', 0, 0)",
        )
        .run(kind);
      await runDueWork(services);
      return Math.round(((world.db.orm.select().from(outbox).get()?.run_at ?? 0) - Date.now()) / 60_000);
    };
    // Unreadable, and one whose handler fails.
    services.stripe.expireSession = async () => ({ ok: false, code: "unreachable", message: "down" });
    expect(await wait("mail.no-such")).toBe(60);
    expect(await failedSoon()).toBe(0);
    await put("workflow_smart_retry", false);
    expect(await wait("mail.no-such")).toBe(60);
    expect(await failedSoon()).toBe(60);
  });

  /** Minutes until work is tried again whose first try failed outside. */
  async function failedSoon(): Promise<number> {
    const booking = await paidBooking(world);
    world.db.orm.delete(outbox).run();
    await world.db.write((tx) => {
      tx.insert(outbox)
        .values({
          id: "obx_m" as never,
          kind: "mail.booking-documents",
          cause: "m",
          booking_id: booking.id,
          payload: { bookingId: booking.id },
          run_at: 0,
          created_at: 0,
        })
        .run();
    });
    Object.assign(services, {
      mail: {
        send: async () => {
          throw new Error("down");
        },
      },
    });
    await runDueWork(services);
    expect(world.db.orm.select().from(bookings).where(eq(bookings.id, booking.id)).get()).toBeDefined();
    return Math.round(((world.db.orm.select().from(outbox).get()?.run_at ?? 0) - Date.now()) / 60_000);
  }
});
