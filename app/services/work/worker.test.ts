import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseBusyError } from "#db/client.server";
import { checkouts, messages, outbox, rentalAgreements } from "#db/schema/index";
import { createFilesAdapter } from "~/adapters/files/files.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { enqueue, hasDueWork } from "~/domain/outbox/outbox.server";
import { MINUTE, plus } from "~/domain/kernel/time.server";
import { keepLead } from "~/domain/leads/leads.server";
import {
  confirm,
  openedCheckout,
  openWorld,
  paidBooking,
  sessionFacts,
  signedBooking,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { putStored } from "../../../tests/support/work";
import type { Services } from "../../services.server";
import { ensureAgreementPdf } from "../documents/documents.server";
import { HANDLERS } from "./handlers.server";
import { LANES, runDueWork, startWorker, type WorkTimes } from "./worker.server";

let world: TestWorld;
let services: Services;
let folder: string;
/** What was printed, in this order. */
let printed: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  folder = mkdtempSync(join(tmpdir(), "roll-off-files-"));
  printed = [];
  services = fakeServices(world);
  services.files = createFilesAdapter(folder);
  // why: what is told here is the order of a queue; the browser has its own tests.
  services.pdf = { ...services.pdf, render: async (_html, { title }) => (printed.push(title), Buffer.from("%PDF-")) };
});
afterEach(() => {
  world.close();
  rmSync(folder, { recursive: true, force: true });
});

const contact = (i: number) => ({
  contactInfo: { firstName: "A", lastName: `N${i}`, phone: "(407) 555-0134", email: `a${i}@example.com` },
});
const agreementOf = (booking: Booking) => {
  const agreement = findAgreement(world.db.orm, booking.id);
  if (!agreement) throw new Error("not signed");
  return agreement;
};

describe("the documents' queue", () => {
  it("has nothing of those who only signed, and both papers of who paid", async () => {
    for (let i = 0; i < 12; i++) await signedBooking(world, contact(i));
    expect(await runDueWork(services, "documents")).toBe(0);
    const paid = await paidBooking(world);
    expect(await runDueWork(services, "documents")).toBe(2);
    expect(printed.sort()).toEqual([expect.stringMatching(/^Invoice INV-/), `Rental agreement ${paid.booking_number}`]);
    expect(agreementOf(paid).pdf_url).toMatch(/^\/files\//);
  });

  it("prints the signature that holds, once, whoever pays when", async () => {
    const booking = await signedBooking(world);
    const first = agreementOf(booking);
    await world.db.write((tx) => {
      tx.insert(rentalAgreements)
        .values({ ...first, id: "agr_second" as never, version: 2, capability: "second" })
        .run();
      tx.update(rentalAgreements).set({ superseded_at: world.clock.at }).where(eq(rentalAgreements.id, first.id)).run();
    });
    await confirm(world, sessionFacts(await openedCheckout(world, booking)));
    await runDueWork(services, "documents");
    expect(
      world.db.orm
        .select({ id: rentalAgreements.id, pdf: rentalAgreements.pdf_url })
        .from(rentalAgreements)
        .all()
        .filter((row) => row.pdf !== null)
        .map((row) => row.id),
    ).toEqual(["agr_second"]);
  });

  it("passes over what an older version put there for a signature without a payment", async () => {
    const agreement = agreementOf(await signedBooking(world));
    await world.db.write((tx) =>
      enqueue(tx, {
        kind: "document.agreement",
        cause: `agreement:${agreement.id}`,
        bookingId: agreement.booking_id,
        payload: { agreementId: agreement.id },
      }),
    );
    expect(await runDueWork(services, "documents")).toBe(1);
    expect(printed).toEqual([]);
    expect(
      world.db.orm.select({ state: outbox.state }).from(outbox).where(eq(outbox.kind, "document.agreement")).all(),
    ).toEqual([{ state: "done" }]);
    expect(await ensureAgreementPdf(services, world.deed(), agreement.id)).toBeNull();
  });

  it("keeps no mail waiting while the browser prints for ever", { timeout: 20_000 }, async () => {
    let asked = 0;
    services.pdf.render = () => {
      asked++;
      return new Promise(() => {});
    };
    const sent: string[] = [];
    services.mail.send = async ({ to }) => void sent.push(to);
    for (let i = 0; i < 5; i++) await paidBooking(world, contact(i));
    await world.db.write((tx) =>
      tx.update(outbox).set({ created_at: 0 }).where(eq(outbox.kind, "mail.booking-confirmed")).run(),
    );
    const worker = startWorker(services);
    await expect.poll(() => new Set(sent).size, { timeout: 10_000 }).toBe(5);
    expect(asked).toBe(2);
    await worker.stop();
  });
});

/** As in a real run, a hundred times as fast. */
const SHORT: WorkTimes = { leaseMs: 600, deadlineMs: 500, documentDeadlineMs: 500 };
const never = () => new Promise<never>(() => {});
const rowOf = (cause: string) => world.db.orm.select().from(outbox).where(eq(outbox.cause, cause)).get();
const kept = () =>
  world.db.orm
    .select({ cause: messages.cause })
    .from(messages)
    .orderBy(messages.cause)
    .all()
    .map(({ cause }) => cause);
/** A note to the office for each name, and nothing else in the outbox. */
async function onlyLeads(...names: string[]): Promise<void> {
  await world.db.write((tx) => {
    tx.delete(outbox).run();
    for (const name of names) {
      const lead = keepLead(tx, world.deed(), {
        kind: "call_back",
        name,
        phone: name,
        email: "",
        zip: "",
        message: "",
      });
      enqueue(tx, { kind: "mail.lead", cause: name, payload: { leadId: lead.id } });
    }
  });
}

describe("a lane", () => {
  it("takes each kind of work that has a handler, and no other lane does", async () => {
    const lanes = [...new Set(LANES)];
    const prefix = {
      messages: /^(mail|sms|charges)\./,
      "card-company": /^stripe\./,
      documents: /^document\./,
      any: /^never/,
    };
    for (const kind of Object.keys(HANDLERS)) {
      await world.db.write((tx) => (tx.delete(outbox).run(), putStored(tx, kind, kind)));
      const takers = lanes.filter((lane) => hasDueWork(world.db, lane));
      expect([kind, takers]).toEqual([kind, [expect.any(String)]]);
      expect(kind).toMatch(prefix[takers[0] ?? "any"]);
    }
    expect(lanes.toSorted()).toEqual(["card-company", "documents", "messages"]);
  });

  it("keeps no mail waiting while the card company never answers", { timeout: 20_000 }, async () => {
    const { id } = await paidBooking(world);
    const checkoutId = world.db.orm.select().from(checkouts).get()!.id;
    await onlyLeads("a", "b", "c", "d");
    await world.db.write((tx) =>
      [1, 2, 3, 4, 5].forEach((i) =>
        enqueue(tx, {
          kind: "stripe.card",
          cause: `card ${i}`,
          bookingId: id,
          payload: { checkoutId },
          runAt: 0,
        }),
      ),
    );
    let asked = 0;
    services.stripe.getCard = () => {
      asked++;
      return never();
    };
    const worker = startWorker(services);
    await expect.poll(kept, { timeout: 10_000 }).toEqual(["a", "b", "c", "d"]);
    expect(asked).toBe(2);
    await worker.stop();
  });

  it("that finds the database held by others says so, and goes on in its next round", { timeout: 20_000 }, async () => {
    await onlyLeads("a");
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const warned: string[] = [];
    services.log = { ...services.log, warn: ({ action }) => void warned.push(action) };
    const { write } = world.db;
    let busy = true;
    services.db = { ...world.db, write: (...all) => (busy ? Promise.reject(new DatabaseBusyError()) : write(...all)) };
    const worker = startWorker(services);
    await expect.poll(() => warned, { timeout: 10_000 }).toContain("database_busy");
    busy = false;
    await expect.poll(kept, { timeout: 10_000 }).toEqual(["a"]);
    await worker.stop();
    expect(errors).not.toHaveBeenCalled();
  });

  it("asks for missed refunds and disputes also where asking for missed payments throws, and says that it did", async () => {
    await openedCheckout(world, await signedBooking(world));
    world.clock.at = plus(world.clock.at, 10 * MINUTE);
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    services.stripe.listSessionEvents = () => Promise.reject(new Error("cannot be read"));
    const asked = vi.spyOn(services.stripe, "listMoneyEvents");
    const worker = startWorker(services);
    await expect.poll(() => [asked.mock.calls.length, errors.mock.calls.length], { timeout: 10_000 }).toEqual([1, 1]);
    await worker.stop();
    errors.mockRestore();
  });

  it("goes on with other mails when the mail server never answers to one, which waits with its failure", async () => {
    await onlyLeads("hangs", "b", "c");
    services.mail.send = ({ text }) => (text.includes("hangs") ? never() : Promise.resolve());
    expect(await runDueWork(services, "messages", SHORT)).toBe(3);
    expect(kept()).toEqual(["b", "c"]);
    expect(rowOf("hangs")).toMatchObject({
      state: "waiting",
      attempts: 1,
      lease_token: null,
      last_error: "not done after 0.5 s",
    });
    expect(rowOf("hangs")?.run_at).toBeGreaterThan(Date.now());
  });
});

describe("an idle worker", () => {
  it("asks the outbox once for all its lanes, and starts on what comes all the same", async () => {
    await onlyLeads();
    const one = world.db.sqlite.prepare("select 1");
    const reads = vi.spyOn(Object.getPrototypeOf(one) as typeof one, "get");
    const looks = () =>
      (reads.mock.contexts as (typeof one)[]).filter(({ source }) => /from "outbox".*run_at/.test(source)).length;
    const worker = startWorker(services);
    // The first look is there before anything is waited for.
    expect(looks()).toBe(1);
    const begun = performance.now();
    await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(5);
    expect(looks()).toBeLessThan(2 + (performance.now() - begun) / 100);
    reads.mockRestore();
    let [open, most] = [0, 0];
    services.mail.send = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 200));
      open--;
    };
    await onlyLeads("a", "b", "c", "d", "e");
    await expect.poll(kept, { timeout: 10_000 }).toEqual(["a", "b", "c", "d", "e"]);
    // Each of the lanes for messages has taken one.
    expect(most).toBe(3);
    await worker.stop();
  });
});

describe("a piece of work", () => {
  it("that takes twice its lease is done once, however many lanes look for it", async () => {
    await onlyLeads("slow");
    let sent = 0;
    services.mail.send = () => new Promise((resolve) => (sent++, setTimeout(resolve, 2 * SHORT.leaseMs)));
    const lane = async () => {
      while (rowOf("slow")?.state === "waiting") {
        await runDueWork(services, "messages", { ...SHORT, deadlineMs: 5_000 });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    expect([sent, rowOf("slow")?.state, rowOf("slow")?.attempts, kept()]).toEqual([1, "done", 1, ["slow"]]);
  });

  it("that comes to a good end after its time is done, and not tried again", async () => {
    await onlyLeads("late");
    let arrive = () => {};
    services.mail.send = () => new Promise((resolve) => (arrive = resolve));
    await runDueWork(services, "messages", SHORT);
    expect(rowOf("late")?.state).toBe("waiting");
    arrive();
    await expect.poll(() => rowOf("late")?.state).toBe("done");
    expect(kept()).toEqual(["late"]);
  });

  it("that somebody else claimed meanwhile is done by the first of them, and its effect is one", async () => {
    await onlyLeads("twice");
    const arrivals: (() => void)[] = [];
    services.mail.send = () => new Promise((resolve) => void arrivals.push(resolve));
    const first = runDueWork(services, "messages");
    await expect.poll(() => arrivals.length).toBe(1);
    // A machine that slept: the lease ran out, and nobody renewed it.
    await world.db.write((tx) => tx.update(outbox).set({ leased_until: 0 }).run());
    const second = runDueWork(services, "messages");
    await expect.poll(() => arrivals.length).toBe(2);
    arrivals[0]?.();
    await first;
    expect([rowOf("twice")?.state, kept()]).toEqual(["done", ["twice"]]);
    arrivals[1]?.();
    await second;
    expect([rowOf("twice")?.state, kept()]).toEqual(["done", ["twice"]]);
  });

  it("prints an invoice without its card's name when the card company is slow", { timeout: 10_000 }, async () => {
    await paidBooking(world);
    services.stripe.getCard = never;
    expect(await runDueWork(services, "documents")).toBe(2);
    expect(printed).toContainEqual(expect.stringMatching(/^Invoice INV-/));
  });
});
