import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, customers, grants, holds, outbox, rentalAgreements } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import {
  confirm,
  CUSTOMER,
  draftData,
  openWorld,
  sessionFacts,
  STAFF,
  WEBSITE,
  type TestWorld,
} from "../../../tests/support/domain";
import { findDraft, saveDraft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { dueDay, getBooking, listUnits } from "../booking/order/bookings.server";
import { prepareQuote } from "../booking/order/place.server";
import { holdPrepared } from "../booking/order/prepared.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { draftAgreement } from "../documents/agreement.server";
import { invoiceHtml } from "../documents/invoice-html";
import { findInvoice, issueInvoice, reviseInvoiceDates } from "../documents/invoices.server";
import { findChargePaper } from "../documents/papers.server";
import { orderToSign } from "../documents/sign.server";
import { findLastData } from "../events/events.server";
import type { StaffActor } from "../kernel/deed";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { exportBookings } from "../booking/office/export.server";
import { listBookings } from "../booking/office/search.server";
import { readStatus } from "../records/status.server";
import { findStatement } from "../records/statement.server";
import { allowOnAccount, findAccount, NothingLeft, payByCard, signOrder } from "./account.server";
import { getEntry, listEntries, openAmount } from "./books.server";
import { findBookFaults } from "./company-check.server";
import { owedBy } from "./entries";
import { chargeOnAccount, readLedger } from "./ledger.server";
import { day } from "../kernel/days";

/** Each month before it is over. */
const LATER = day("2027-12-31");

const ONE = 409_32;
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
const setTerms = (terms_days: number | null, credit_limit: number | null) =>
  world.db.orm.update(customers).set({ terms_days, credit_limit }).run();
/** An order of the office for Ada, whose company has terms. */
const prepare = async (limit = 1000_00, changes = {}) => {
  const made = await world.db.write((tx) => {
    const data = draftData({ deliveryDate: "2026-12-10", ...changes });
    const quote = prepareQuote(tx, staff(), world.settings(), data, plus(world.clock.at, 48 * HOUR));
    holdPrepared(tx, staff(), world.settings(), quote.booking);
    return quote;
  });
  setTerms(30, limit);
  return { draft: made.draft.id, booking: made.booking.id };
};
type Made = Awaited<ReturnType<typeof prepare>>;
const bookingOf = (made: Made) => getBooking(world.db.orm, made.booking);
const draftOf = (made: Made) => findDraft(world.db.orm, made.draft) ?? expect.fail("no draft");
const allow = (made: Made) =>
  world.db.write((tx) => allowOnAccount(tx, staff(), world.settings(), getBooking(tx, made.booking)));
const toSign = (made: Made) => {
  const { orm } = world.db;
  const draft = draftOf(made);
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), world.clock.at);
  const order = orderToSign(orm, world.settings(), draft, bookingOf(made), rights, world.clock.at);
  const view = draftAgreement(world.settings(), draft.data, order, bookingOf(made).booking_number, WEBSITE)?.view;
  return view ?? expect.fail("nothing to sign");
};
const sign = (made: Made, seen = toSign(made).contentSha256) =>
  world.db.write((tx) =>
    signOrder(
      tx,
      world.deed(CUSTOMER),
      world.settings(),
      made.draft,
      { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" },
      seen,
      WEBSITE,
    ),
  );
const account = (made: Made) => findAccount(world.db.orm, bookingOf(made).customer_id);
const signatures = () => world.db.orm.select().from(rentalAgreements).all().length;

describe("an order on account", () => {
  it("is booked by the signature: owed in the books, on the statement and on the invoice, and no card is asked for", async () => {
    const made = await prepare();
    expect(await allow(made)).toEqual({ ok: true });
    expect(toSign(made).sections.find(({ id }) => id === "payment")?.heading).toBe("Payment on account");
    expect(await sign(made)).toMatchObject({ ok: true });
    const booking = bookingOf(made);
    expect(booking).toMatchObject({ status: "paid_pending_scheduling", account_days: 30, card_consent_at: null });
    expect(dueDay(booking)).toBe("2026-12-31");
    expect(listUnits(world.db.orm, booking.id)).toHaveLength(1);
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ owed: ONE, paid: 0, charges: [{ state: "billed" }] });
    expect(account(made)).toEqual({ days: 30, limit: 1000_00, owed: ONE });
    expect(findInvoice(world.db.orm, booking.id)?.view).toMatchObject({ paid: 0, balance: ONE, dueBy: "2026-12-31" });
    expect(findStatement(world.db.orm, booking.customer_id, "2026-12", LATER)).toMatchObject({
      after: ONE,
      open: [{ booking: booking.booking_number, cents: ONE, due: "2026-12-31" }],
    });
    const [, line] = exportBookings(world.db.orm, () => ({ ...listBookings(world.db.orm, {}), next: null }));
    expect(line).toContain(',"On account",');
    const work = world.db.orm.select().from(outbox).all();
    expect(work.map(({ kind }) => kind)).toContain("mail.booking-confirmed");
    expect(work.filter(({ kind }) => kind.startsWith("stripe."))).toEqual([]);
    expect(world.db.orm.select().from(holds).all()).toMatchObject([{ state: "used" }]);
  });

  it("names the company that it goes on, as it was called then, on the order's paper and on what follows it", async () => {
    const call = (company_name: string | null) => world.db.orm.update(customers).set({ company_name }).run();
    const made = await prepare();
    await allow(made);
    call("Ada & Sons LLC");
    await sign(made);
    call("Another LLC");
    await world.db.write((tx) => reviseInvoiceDates(tx, staff(), made.booking));
    const paper = findInvoice(world.db.orm, made.booking)?.view ?? expect.fail("none");
    expect(invoiceHtml(paper)).toContain("<b><bdi>Ada &amp; Sons LLC</bdi></b></p><p><bdi>Ada Tester</bdi></p>");
    const charged = await world.db.write((tx) => {
      const charge = chargeOnAccount(tx, staff(), [], {
        booking_id: made.booking,
        kind: "haul",
        amount: 50_00,
        description: "Emergency haul",
      });
      return findChargePaper(tx, charge);
    });
    expect(charged?.view.company).toBe("Ada & Sons LLC");
    // By card nobody's company is named.
    const card = await prepare(1000_00, { address: "2 Second Street" });
    const bill = await world.db.write((tx) => issueInvoice(tx, staff(), world.settings(), bookingOf(card), WEBSITE));
    expect(bill.view).not.toHaveProperty("company");
  });

  it("has the customer's PO number on the invoice, as it is when that is made; a later one is on later invoices", async () => {
    const setPo = (po_number: string | null) => world.db.orm.update(customers).set({ po_number }).run();
    const print = (made: Made) => invoiceHtml(findInvoice(world.db.orm, made.booking)?.view ?? expect.fail("none"));
    const [first, second, third] = [
      await prepare(),
      await prepare(1000_00, { address: "2 Second Street" }),
      await prepare(1000_00, { address: "3 Third Street" }),
    ];
    setPo("PO-1");
    await allow(first);
    setPo("PO-2 <b>");
    await sign(first);
    expect(findInvoice(world.db.orm, first.booking)?.view.poNumber).toBe("PO-2 <b>");
    expect(print(first)).toContain("PO number <b><bdi>PO-2 &lt;b&gt;</bdi></b>");
    setPo(null);
    await allow(second);
    await sign(second);
    expect(print(second)).not.toContain("PO number");
    // What was made says what it said, also when its dates move.
    await world.db.write((tx) => reviseInvoiceDates(tx, staff(), first.booking));
    expect(print(first)).toContain("PO-2");
    // Anybody may pay by card for a company's address: its number is not told to them.
    setPo("PO-3");
    await sign(third);
    const card = await world.db.write((tx) => issueInvoice(tx, staff(), world.settings(), bookingOf(third), WEBSITE));
    expect(invoiceHtml(card.view)).not.toContain("PO number");
  });

  it("stays within the limit, to the cent: the one beyond it is refused with the figures, before and at the signature", async () => {
    const first = await prepare(2 * ONE - 1);
    const second = await prepare(2 * ONE - 1, { address: "7 Second Street" });
    expect([await allow(first), await allow(second)]).toEqual([{ ok: true }, { ok: true }]);
    await sign(first);
    expect(await sign(second)).toEqual({ ok: false, code: "over_limit", owed: ONE, total: ONE, limit: 2 * ONE - 1 });
    expect(signatures()).toBe(1);
    expect(bookingOf(second).status).toBe("quoted");
    expect(findLastData(world.db.orm, second.booking, "account_refused")).toMatchObject({ owed: ONE, total: ONE });
    // What is shown now is an agreement with a payment by card.
    expect(toSign(second).sections.find(({ id }) => id === "payment")?.heading).toContain("card");
    expect(await allow(second)).toMatchObject({ ok: false, code: "over_limit", owed: ONE });
    setTerms(30, 2 * ONE);
    expect(await allow(second)).toEqual({ ok: true });
    expect(await sign(second)).toMatchObject({ ok: true });
    expect(account(second)?.owed).toBe(2 * ONE);
  });

  it("is none for a customer without terms, nor once they are taken away", async () => {
    const made = await prepare();
    setTerms(null, null);
    expect(await allow(made)).toEqual({ ok: false, code: "no_account" });
    setTerms(30, 1000_00);
    await allow(made);
    const seen = toSign(made).contentSha256;
    setTerms(null, null);
    expect(await sign(made, seen)).toEqual({ ok: false, code: "changed" });
    expect(await sign(made)).toMatchObject({ ok: true, booking: { status: "pending_payment" } });
  });

  it("is none any more once the order is another's, dearer, or the office takes it back", async () => {
    const made = await prepare();
    await allow(made);
    const has = () =>
      rightsFor(world.db.orm, made.draft, grantableOrder(draftOf(made).data), world.clock.at).has("on_account");
    expect(has()).toBe(true);
    const { contactInfo } = draftData();
    for (const changes of [{ rentalDays: 14 }, { contactInfo: { ...contactInfo, email: "eve@example.com" } }]) {
      const before = draftOf(made).data;
      const save = (data: typeof before) =>
        world.db.write((tx) => saveDraft(tx, world.deed(CUSTOMER), made.draft, { data }, 14));
      await save({ ...before, ...changes });
      expect([changes, has()]).toEqual([changes, false]);
      await save(before);
    }
    expect(has()).toBe(true);
    await world.db.write((tx) => payByCard(tx, staff(), draftOf(made)));
    expect([has(), world.db.orm.select().from(grants).where(eq(grants.right, "on_account")).get()?.end_reason]).toEqual(
      [false, "taken_back"],
    );
    expect(await sign(made)).toMatchObject({ ok: true, booking: { status: "pending_payment", account_days: null } });
  });

  it("is not signed when the last dumpster has gone", async () => {
    const made = await prepare();
    await allow(made);
    world.db.orm.delete(holds).run();
    world.db.sqlite.prepare("update dumpsters set condition = 'out_of_service' where size_yards = 20").run();
    await expect(sign(made)).rejects.toThrow(NothingLeft);
    expect([signatures(), bookingOf(made).status]).toEqual([0, "quoted"]);
  });
});

describe("cancelling an order on account", () => {
  const booked = async () => {
    const made = await prepare();
    await allow(made);
    await sign(made);
    return made;
  };
  const cancel = (made: Made, fee: number) =>
    world.db.write((tx) => cancelBooking(tx, staff(), world.settings(), made.booking, null, fee));
  const preview = (made: Made) =>
    previewCancellation(world.db.orm, world.settings(), made.booking, null, world.clock.at);

  it("takes the rental off the account, and nothing goes back that nobody paid", async () => {
    const made = await booked();
    expect(preview(made)).toMatchObject({ paid: ONE, fee: 0, refund: 0 });
    expect(await cancel(made, 0)).toMatchObject({ ok: true, refund: 0 });
    expect(account(made)?.owed).toBe(0);
    expect(owedBy(listEntries(world.db.orm, made.booking))).toBe(0);
    const told = readStatus(world.db.orm, bookingOf(made), { refundStates: true, now: world.clock.at });
    expect(told.more).toBe("$409.32 is taken off your account.");
    expect(world.db.orm.select().from(charges).all()).toMatchObject([{ kind: "rental", state: "voided" }]);
  });

  it("leaves the fee on it", async () => {
    const made = await booked();
    world.clock.at = plus(instantAt("2026-12-10" as never, 8), -30 * HOUR);
    expect(preview(made)).toMatchObject({ fee: 40_93, refund: 0 });
    expect(await cancel(made, 40_93)).toMatchObject({ ok: true, refund: 0 });
    expect(account(made)?.owed).toBe(40_93);
    expect(readLedger(world.db.orm, made.booking).charges).toMatchObject([
      { kind: "rental", state: "voided" },
      { kind: "cancellation_fee", state: "billed", amount: 40_93 },
    ]);
  });

  it("pays the fee out of what a card paid for later, as far as that goes", async () => {
    const made = await booked();
    const [unit] = listUnits(world.db.orm, made.booking);
    const checkout = await openedChange(world, await pricedDays(world, unit!.id, 2));
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
    world.clock.at = plus(instantAt("2026-12-10" as never, 8), -2 * HOUR);
    const { fee } = preview(made) as { fee: number };
    expect(await cancel(made, fee)).toMatchObject({ ok: true, refund: 0 });
    const charged = readLedger(world.db.orm, made.booking).charges.find(({ kind }) => kind === "cancellation_fee");
    expect(openAmount(world.db.orm, getEntry(world.db.orm, `charge:${charged!.id}`))).toBe(fee - 54_00);
    expect(account(made)?.owed).toBe(fee - 54_00);
    expect(findBookFaults(world.db.orm)).toEqual([]);
  });
});
