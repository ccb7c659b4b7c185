import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { outbox, rentalAgreements } from "#db/schema/index";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { findAgreement, type Booking } from "~/domain/booking/bookings.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import { confirm, openedCheckout, openWorld, paidBooking, sessionFacts, signedBooking, type TestWorld } from "../../tests/support/domain";
import { fakeServices } from "../../tests/support/visit";
import type { Services } from "../services.server";
import { ensureAgreementPdf } from "./documents.server";
import { runDueWork, startWorker } from "./worker.server";

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

const contact = (i: number) => ({ contactInfo: { firstName: "A", lastName: `N${i}`, phone: "(407) 555-0134", email: `a${i}@example.com` } });
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
      tx.insert(rentalAgreements).values({ ...first, id: "agr_second" as never, version: 2, capability: "second" }).run();
      tx.update(rentalAgreements).set({ superseded_at: world.clock.at }).where(eq(rentalAgreements.id, first.id)).run();
    });
    await confirm(world, sessionFacts(await openedCheckout(world, booking)));
    await runDueWork(services, "documents");
    expect(world.db.orm.select({ id: rentalAgreements.id, pdf: rentalAgreements.pdf_url }).from(rentalAgreements).all().filter((row) => row.pdf !== null).map((row) => row.id)).toEqual(["agr_second"]);
  });

  it("passes over what an older version put there for a signature without a payment", async () => {
    const agreement = agreementOf(await signedBooking(world));
    await world.db.write((tx) => enqueue(tx, { kind: "document.agreement", cause: `agreement:${agreement.id}`, bookingId: agreement.booking_id, payload: { agreementId: agreement.id } }));
    expect(await runDueWork(services, "documents")).toBe(1);
    expect(printed).toEqual([]);
    expect(world.db.orm.select({ state: outbox.state }).from(outbox).where(eq(outbox.kind, "document.agreement")).all()).toEqual([{ state: "done" }]);
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
    await world.db.write((tx) => tx.update(outbox).set({ created_at: 0 }).where(eq(outbox.kind, "mail.booking-confirmed")).run());
    const worker = startWorker(services);
    await expect.poll(() => new Set(sent).size, { timeout: 10_000 }).toBe(5);
    expect(asked).toBe(2);
    await worker.stop();
  });
});
