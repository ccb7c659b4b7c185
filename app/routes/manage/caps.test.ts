import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookingDrafts, checkouts, files, invoices, outbox } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { keepInvoicePdf } from "~/domain/documents/invoices.server";
import { action as signIn } from "~/routes/crm/auth";
import * as email from "~/routes/functions/send-booking-email";
import * as invoice from "~/routes/functions/generate-invoice";
import * as additional from "~/routes/functions/create-payment-session";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as another from "./another";
import * as confirmation from "./booking-confirmation";
import * as cancel from "./cancel";
import * as file from "./files.$capability";
import * as manage from "./manage-booking";
import * as page from "./payment-success";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let visitor: Visitor;
let booking: Booking;
let printed: number;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 15: 9, 20: 9 } });
  printed = 0;
  const broken = {
    render: async () => {
      printed++;
      throw new Error("no browser");
    },
  };
  visitor = new Visitor({
    ...fakeServices(world),
    pdf: broken,
    files: { read: async () => null },
  } as unknown as Services);
  booking = await paidBooking(world);
  await visitor.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const MINUTE = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("a booking's documents by mail", () => {
  const sessionId = () => "cs_test_paid12345678";
  const askOnPage = () => visitor.post(page.action, `/payment-success?session_id=${sessionId()}`, { intent: "email" });
  const askByFunction = () =>
    visitor.json(email.action, { bookingId: booking.id, emailType: "booking_confirmation_with_invoice" });
  const queued = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.booking-documents")).all().length;

  it("are asked for once a minute, four times an hour and eight times a day, by both ways together, with honest words", async () => {
    world.db.orm.update(checkouts).set({ session_id: sessionId() }).run();
    expect((await askOnPage()).data).toMatchObject({ ok: true });
    expect(await askOnPage()).toMatchObject({
      status: 429,
      data: { title: "Email Error", text: "We have just sent it. Please wait 60 seconds before you ask again." },
    });
    expect((await askByFunction()).status).toBe(429);
    for (let i = 0; i < 5; i++) {
      later(MINUTE);
      await askByFunction();
    }
    expect(queued()).toBe(4);
    expect(await askOnPage()).toMatchObject({
      status: 429,
      data: {
        text: expect.stringMatching(
          /^We have sent it several times already\..*wait 55 minutes, or call us at \(407\)/,
        ) as string,
      },
    });
    for (let hour = 0; hour < 5; hour++) {
      later(60 * MINUTE);
      await askByFunction();
      later(MINUTE);
      await askByFunction();
    }
    expect(queued()).toBe(8);
  });
});

describe("a PDF that cannot be made", () => {
  it("is tried ten times an hour by generate-invoice, whoever asks", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++)
      statuses.push((await visitor.json(invoice.action, { bookingId: booking.id, invoiceType: "booking" })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(503), ...Array<number>(5).fill(429)]);
    expect(printed).toBe(10);
  });

  it("is tried ten times an hour by the page's button, which is for those who are signed in", async () => {
    world.db.orm.update(checkouts).set({ session_id: "cs_test_paid12345678" }).run();
    const press = async () =>
      (await visitor.post(page.action, "/payment-success?session_id=cs_test_paid12345678", { intent: "invoice" }))
        .status;
    expect([await press(), printed]).toEqual([403, 0]);
    await seedAccounts(world.db, world.clock.at);
    await visitor.post(signIn, "/auth", { email: "user@example.com", password: "roll-off-demo" });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push(await press());
    expect(statuses).toEqual([...Array<number>(10).fill(503), 429, 429]);
    expect(printed).toBe(10);
  });

  it("is tried ten times an hour at its address too, where the file was lost", async () => {
    const row = world.db.orm.select().from(invoices).get();
    if (!row) throw new Error("no invoice");
    const url = await world.db.write((tx) =>
      keepInvoicePdf(tx, world.deed(), row, { path: "x.pdf", sha256: "x", bytes: 1 }),
    );
    const { capability } = world.db.orm.select().from(files).get() ?? { capability: "" };
    expect(url).toBe(`/files/${capability}`);
    for (let i = 0; i < 15; i++) expect((await visitor.get(file.loader, url, { capability })).status).toBe(503);
    expect(printed).toBe(10);
    // One that is there is no printing: the function goes on giving its address.
    expect((await visitor.json(invoice.action, { bookingId: booking.id, invoiceType: "booking" })).body).toEqual({
      pdfUrl: url,
    });
  });
});

it("a number is looked up ten times by one connection, in whatever spelling", async () => {
  const [, year = "", count = ""] = booking.booking_number.split("-");
  const spellings = [booking.booking_number, ` dmp ${year} ${count}`, `${year}-${count}`, `DMP${year}${count}`];
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const typed = { intent: "lookup", bookingNumber: spellings[i % spellings.length] ?? "", email: "no@example.com" };
    statuses.push((await visitor.post(manage.action, "/manage-booking", typed)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
});

describe("an additional dumpster", () => {
  const quoteData = {
    items: [{ size: 15, quantity: 1, material: "general", rentalDays: 7 }],
    totals: { total: 355.32 },
  };

  it("is asked for 20 times an hour, by both ways together", async () => {
    await visitor.post(manage.action, "/manage-booking", {
      intent: "lookup",
      bookingNumber: booking.booking_number,
      email: booking.email,
    });
    const before = world.db.orm.select().from(bookingDrafts).all().length;
    for (let i = 0; i < 20; i++) {
      const byForm = i % 2 === 0;
      const answer = byForm
        ? await visitor.post(another.action, `/manage-booking/another?booking=${booking.booking_number}`, {
            size: "15",
            quantity: "1",
            material: "general",
            rentalDays: String(1 + i),
            intent: "continue",
          })
        : await visitor.json(additional.action, {
            bookingId: booking.id,
            amount: 355.32,
            payment_type: "additional_dumpster",
            quoteData,
          });
      expect(answer.status).toBe(byForm ? 303 : 200);
      later(2 * MINUTE);
    }
    expect(
      (
        await visitor.post(another.action, `/manage-booking/another?booking=${booking.booking_number}`, {
          size: "15",
          quantity: "1",
          material: "general",
          rentalDays: "30",
          intent: "continue",
        })
      ).status,
    ).toBe(429);
    expect(world.db.orm.select().from(bookingDrafts).all().length - before).toBeLessThanOrEqual(20);
  });
});

describe("cancelling", () => {
  it("is tried 20 times an hour for a booking", async () => {
    const open = await signedBooking(world);
    await visitor.get(confirmation.loader, `/booking-confirmation?booking=${open.capability}`);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++)
      statuses.push(
        (
          await visitor.post(cancel.action, `/manage-booking/cancel?booking=${open.booking_number}`, {
            fee: "1",
            refund: "0",
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(20).fill(409), ...Array<number>(5).fill(429)]);
  });
});
