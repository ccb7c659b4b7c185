import { afterAll, beforeAll, expect } from "vitest";
import { dayOn } from "~/domain/kernel/moments";
import { photoForm } from "../support/drive";
import { openDay } from "../support/booking";
import { giveDay } from "../support/driver-day";
import type { Page, TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { photograph } from "../support/photograph";
import { startServer, type TestServer } from "../support/server";
import { inFull } from "../support/in-full";

// Issue 12: a driver's whole day with script off, by the forms of the pages alone.
let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
let photo: { bytes: Uint8Array; name: string };
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
  photo = { bytes: await photograph(300, 200), name: "IMG_1.jpg" };
});
afterAll(() => server.stop());

const all = <T>(sql: string, ...values: string[]) => query<T>(server.dataDir, sql, ...values);
const DRIVER = "(select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver@example.com')";
const TODAY = `'${dayOn(Date.now())}'`;

/** A press of a step's button: its fields, and the files that were chosen. */
interface Press {
  step: string;
  fields?: Record<string, string>;
  files?: Record<string, (typeof photo)[]>;
}
const OUT: Press[] = [{ step: "en_route" }, { step: "arrived" }];
const weighed = (ticketNumber: string, pounds: number): Press[] => [
  { step: "to_disposal" },
  { step: "at_disposal", fields: { facility: "Orange County Landfill" } },
  {
    step: "ticketed",
    fields: {
      ticketNumber,
      grossPounds: String(26_000 + pounds),
      tarePounds: "26000",
      netPounds: String(pounds),
    },
    files: { ticketPhoto: [photo] },
  },
];
const HOME: Press[] = [{ step: "returned" }, { step: "completed" }];
const number = (dumpsterNumber: string, more: Record<string, string> = {}): Press => ({
  step: "serviced",
  fields: { dumpsterNumber, ...more },
});

/** Presses the button of the page's own form, with what is typed into it. */
async function press(page: Page, { step, fields = {}, files }: Press): Promise<Page> {
  const button = page.root.querySelector(`.next-step button[value=${step}]`);
  if (!button) throw new Error(`no button for ${step} on ${page.url}: ${page.text.slice(0, 300)}`);
  if (files) return driver.request(page.url, photoForm({ intent: step, ...fields }, files));
  return page.form(button.text.trim()).fill(fields).submit(step);
}

const today = (job: string) => {
  arrange(server, `update jobs set state = 'assigned', day = ${TODAY}, driver_id = ${DRIVER} where id = ?`, job);
  return job;
};
const pickupOf = (delivery: string) =>
  today(
    all<{ id: string }>(
      // Of the dumpster that it brought, or of the one that was put in its place: an order may have several.
      "select p.id from jobs p join units u on u.id = p.unit_id join jobs d on d.id = ? where p.kind = 'pickup' and u.state = 'on_site' and (u.id = d.unit_id or u.replaces_unit_id = d.unit_id)",
      delivery,
    )[0]?.id ?? "",
  );
const ours = (job: string) =>
  all<{ number: string }>(
    "select number from dumpsters where id = (select u.dumpster_id from units u join jobs j on j.unit_id = u.id where j.id = ?)",
    job,
  )[0]?.number ?? "";
const bookingOf = (job: string) =>
  all<{ number: string }>(
    "select b.booking_number as number from bookings b join jobs j on j.booking_id = b.id where j.id = ?",
    job,
  )[0]?.number ?? "";

/** What somebody at a site asks the office for, planned by its form: a swap, or an emptying. */
async function asked(kind: string, delivery: string): Promise<string> {
  const page = await staff.open(`/crm/bookings/${bookingOf(delivery)}/needs`);
  const [{ unit = "", size = 0 } = {}] = all<{ unit: string; size: number }>(
    "select u.id as unit, u.size_yards as size from units u join jobs j on j.unit_id = u.id where j.id = ?",
    delivery,
  );
  // Of an order with several the form begins with the first one's size, whichever is chosen.
  const chosen = page
    .form("See what it costs")
    .fill({ kind, day: openDay(1), material: "general", size: String(size) });
  const priced = await (page.root.querySelector("select[name=unit]") ? chosen.fill({ unit }) : chosen).submit();
  await priced.form("Plan it for").submit("plan");
  const [job] = all<{ id: string }>("select id from jobs where kind = ? and unit_id = ?", kind, unit);
  return today(job?.id ?? "");
}

/** From the list of the day into the job, step by step, to its end. */
async function drive(job: string, presses: readonly Press[]): Promise<void> {
  const list = await driver.open("/driver/dashboard");
  expect(list.root.querySelector(`a[href='/driver/jobs/${job}']`), `${job} on the day's list`).not.toBeNull();
  for (const one of presses) {
    const page = await driver.open(`/driver/jobs/${job}`);
    const after = await press(page, one);
    expect([after.status, one.step, after.root.querySelector("[role=alert]")?.text]).toEqual([
      200,
      one.step,
      undefined,
    ]);
  }
}

inFull(
  "ten jobs are driven by forms alone: each step once, in order, with its own time; tickets, board and record agree",
  async () => {
    arrange(
      server,
      `update jobs set day = date(${TODAY}, '+30 days') where driver_id = ${DRIVER} and state = 'assigned'`,
    );
    const begun = Date.now();
    const deliveries = giveDay(server, 5);
    const [photographed = "", foreign = "", blocked = "", rescued = "", plain = ""] = deliveries;
    const done: [string, Press[]][] = [];
    const day = async (job: string, ...presses: Press[][]) => {
      done.push([job, presses.flat()]);
      await drive(job, presses.flat());
    };
    const free = (at: number) =>
      `${all<{ size: number }>("select u.size_yards as size from units u join jobs j on j.unit_id = u.id where j.id = ?", deliveries[at] ?? "")[0]?.size}-80${at + 1}`;

    await day(photographed, OUT, [{ ...number(free(0)), files: { photo: [photo, photo] } }, { step: "completed" }]);
    await day(foreign, OUT, [number("99-01"), { step: "completed" }]);
    await day(blocked, OUT, [
      {
        step: "attempted",
        fields: { reason: "Something blocks the place", note: "A white van" },
        files: { photo: [photo] },
      },
    ]);
    await drive(rescued, OUT);
    const waiting = await press(await driver.open(`/driver/jobs/${rescued}`), {
      step: "blocked",
      fields: { reason: "Nobody lets us in" },
    });
    expect(waiting.text).toContain("The customer was asked");
    done.push([rescued, [...OUT, number(free(3)), { step: "completed" }]]);
    await drive(rescued, [number(free(3)), { step: "completed" }]);
    await day(plain, OUT, [number(free(4)), { step: "completed" }]);

    const swap = await asked("swap", plain);
    const taken = ours(plain);
    await day(swap, OUT, [number(taken.replace(/\d$/, "9"), { secondNumber: taken })], weighed("T-1", 4_000), HOME);
    const emptied = await asked("dump_and_return", photographed);
    await day(emptied, OUT, [number(ours(photographed))], weighed("T-2", 5_000), HOME);
    for (const [job, presses] of [
      [pickupOf(photographed), [...weighed("T-3", 3_000), ...HOME]],
      [
        pickupOf(rescued),
        [
          ...weighed("T-4", 2_000).flatMap((one) =>
            one.step === "ticketed"
              ? [{ step: "to_disposal" }, { step: "at_disposal", fields: { facility: "Another place" } }, one]
              : [one],
          ),
          ...HOME,
        ],
      ],
      [pickupOf(plain), [{ step: "dump_later" }]],
    ] as [string, Press[]][])
      await day(job, OUT, [number(ours(job))], presses);

    expect(done).toHaveLength(10);
    const moves = all<{ job: string; step: string; at: number }>(
      "select subject_id as job, to_state as step, at from events where action = 'job_moved' and actor_kind = 'driver' order by id",
    );
    for (const [job, presses] of done) {
      const mine = moves.filter((one) => one.job === job);
      expect(mine.map(({ step }) => step)).toEqual(presses.map(({ step }) => step));
      expect(mine.map(({ at }) => at)).toEqual(mine.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(mine[0]?.at).toBeGreaterThanOrEqual(begun);
    }
    const tickets = all<{ ticket_number: string; net: number }>(
      "select ticket_number, net_pounds as net from weight_tickets where ticket_number like 'T-%' order by ticket_number",
    );
    expect(tickets.map(({ ticket_number, net }) => `${ticket_number} ${net}`)).toEqual([
      "T-1 4000",
      "T-2 5000",
      "T-3 3000",
      "T-4 2000",
    ]);
    // The same picture chosen twice is one.
    expect(count(server, "select count(*) from photos")).toBe(6);
    expect(count(server, "select count(*) from tasks where kind = 'reconcile' and state = 'open'")).toBe(1);
    // The office sees the same day: nothing is open, what was in vain is said.
    const board = await staff.open("/crm/dispatch");
    const shown = (job: string) => board.root.querySelector(`[id="${job}"] b[class]`)?.text;
    expect(done.map(([job]) => shown(job))).toEqual([
      "Completed",
      "Completed",
      "Attempted, not possible",
      "Completed",
      "Completed",
      "Completed",
      "Completed",
      "Completed",
      "Completed",
      "Parked full, dump later",
    ]);
    const record = await staff.open(`/crm/bookings/${bookingOf(swap)}`);
    expect(record.text).toContain("Weighed at Orange County Landfill: 4,000 pounds, ticket T-1");
  },
);
