import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookingDrafts, bookings, charges, checkouts, files, invoices, rentalAgreements } from "#db/schema/index";
import {
  confirm,
  openedCheckout,
  openWorld,
  sessionFacts,
  sign,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { findInvoice, getAgreement, keepAgreementPdf, keepInvoicePdf } from "../documents/invoices.server";
import { listTimeline } from "../events/events.server";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { accessVersion, renewAccess, renewDraft } from "./access.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

const pdf = (sha256: string) => ({ sha256, bytes: 3, path: `${sha256}.pdf` });

/** A paid booking with its two papers printed, and the draft that it was made in. */
async function paidWithPapers() {
  const draft = await startedDraft(world);
  const signed = await sign(world, draft);
  if (!signed.ok) throw new Error(signed.code);
  const bookingId = signed.booking.id;
  await confirm(world, sessionFacts(await openedCheckout(world, signed.booking)));
  await world.db.write((tx) => {
    const invoice = findInvoice(tx, bookingId);
    const agreement = tx.select().from(rentalAgreements).where(eq(rentalAgreements.booking_id, bookingId)).get();
    if (!invoice || !agreement) throw new Error("no papers");
    keepInvoicePdf(tx, world.deed(), invoice, pdf(`i${bookingId}`));
    keepAgreementPdf(
      tx,
      world.deed(),
      getAgreement(tx, agreement.id),
      signed.booking.booking_number,
      pdf(`a${bookingId}`),
    );
  });
  return { bookingId, draftId: draft.id };
}

/** A later charge of it, which its customer can question from a plain link. */
const chargedLater = (bookingId: Id<"booking">) =>
  world.db.orm
    .insert(charges)
    .values({
      id: newId("charge"),
      booking_id: bookingId,
      kind: "dry_run",
      state: "noticed",
      amount: 15_000,
      description: "A dry run",
      capability: newCapability(),
      created_at: world.clock.at,
    })
    .run();

/** Everything that opens one: links, keys of cookies, addresses of papers and of the page after a payment. */
function keysOf({ bookingId, draftId }: { bookingId: Id<"booking">; draftId: Id<"draft"> }): Record<string, unknown> {
  const { orm } = world.db;
  const booking = orm.select().from(bookings).where(eq(bookings.id, bookingId)).get();
  const draft = orm.select().from(bookingDrafts).where(eq(bookingDrafts.id, draftId)).get();
  const invoice = orm.select().from(invoices).where(eq(invoices.booking_id, bookingId)).get();
  const agreement = orm.select().from(rentalAgreements).where(eq(rentalAgreements.booking_id, bookingId)).get();
  const papers = orm.select().from(files).where(eq(files.booking_id, bookingId)).orderBy(files.id).all();
  const tried = orm.select().from(checkouts).where(eq(checkouts.booking_id, bookingId)).all();
  return {
    manage: booking?.capability,
    signing: booking?.signing_key,
    bookingCookie: accessVersion(orm, { bookingId }),
    resume: draft?.resume_key,
    draftCookie: accessVersion(orm, { draftId }),
    invoice: invoice?.capability,
    agreement: agreement?.capability,
    invoicePdf: invoice?.pdf_url,
    agreementPdf: agreement?.pdf_url,
    ...Object.fromEntries(papers.map((file, n) => [`file ${n}`, file.capability])),
    questions: orm
      .select()
      .from(charges)
      .where(eq(charges.booking_id, bookingId))
      .all()
      .flatMap(({ capability }) => capability ?? []),
    returns: tried.map(({ revoked_at }) => revoked_at),
  };
}

it("ends every link, cookie and address of a booking and its draft, and of no other", async () => {
  const [mine, other] = [await paidWithPapers(), await paidWithPapers()];
  for (const { bookingId } of [mine, other]) chargedLater(bookingId);
  const [before, others] = [keysOf(mine), keysOf(other)];
  expect(Object.keys(before)).toHaveLength(13);
  expect(before.questions).toHaveLength(1);
  expect(Object.values(before)).not.toContain(undefined);
  expect(before.returns).toEqual([null]);
  await world.db.write((tx) => renewAccess(tx, world.deed(), mine, "signed_out"));
  const after = keysOf(mine);
  for (const [what, key] of Object.entries(before)) expect(after[what], what).not.toEqual(key);
  expect(keysOf(other)).toEqual(others);
  // Each paper's link leads to the file as it is now.
  const addresses = [after["file 0"], after["file 1"]].map((capability) => `/files/${String(capability)}`);
  expect([after.invoicePdf, after.agreementPdf].toSorted()).toEqual(addresses.toSorted());
  expect(after.returns).toEqual([world.clock.at]);
  expect(listTimeline(world.db.orm, mine.bookingId).at(-1)).toMatchObject({
    subject_kind: "booking",
    action: "links_ended",
    data: { reason: "signed_out" },
  });
});

it("ends a draft's alone where there is no booking yet, and leaves a draft where only the booking is meant", async () => {
  const draft = await startedDraft(world);
  const draftRow = () => world.db.orm.select().from(bookingDrafts).where(eq(bookingDrafts.id, draft.id)).get();
  const before = draftRow();
  await world.db.write((tx) =>
    renewAccess(tx, world.deed(), { bookingId: null, draftId: draft.id }, "other_email_typed"),
  );
  expect(draftRow()?.resume_key).not.toBe(before?.resume_key);
  expect(draftRow()?.access_version).toBe((before?.access_version ?? 0) + 1);
  await world.db.write((tx) => renewDraft(tx, draft.id));
  expect(draftRow()?.access_version).toBe((before?.access_version ?? 0) + 2);

  const paid = await paidWithPapers();
  const { resume, draftCookie } = keysOf(paid);
  await world.db.write((tx) => renewAccess(tx, world.deed(), { ...paid, draftId: null }, "signed_out"));
  expect(keysOf(paid)).toMatchObject({ resume, draftCookie });
});

it("opens nothing that is not there", () => {
  expect(() => accessVersion(world.db.orm, { bookingId: "bkg_none" as never })).toThrow("nothing to open");
  expect(() => accessVersion(world.db.orm, { draftId: "drf_none" as never })).toThrow("nothing to open");
});
