import { desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { invoices, payments, units } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { day } from "~/domain/kernel/days";
import { formatInstant } from "~/domain/kernel/time.server";
import { ensureChargeInvoicePdf, ensureInvoicePdf } from "./documents.server";

const world = setSoundWorld({ fleet: { 20: 4 } });
type Outside = Parameters<typeof ensureChargeInvoicePdf>[0];

/** The text that is printed by this, where the card company answers so. */
async function textOf(print: (services: Outside) => Promise<unknown>, getCard: () => unknown): Promise<string> {
  let html = "";
  await print({
    db: world.db,
    files: { write: () => Promise.resolve() },
    stripe: { getCard: () => Promise.resolve(getCard()) },
    pdf: { render: (text: string) => Promise.resolve(Buffer.from((html = text))) },
  } as unknown as Outside);
  return html
    .slice(html.indexOf("<body"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

/** The printed text of what was bought last. */
function printed(card: unknown): Promise<string> {
  const last = world.db.orm.select().from(invoices).orderBy(desc(invoices.invoice_number)).all();
  const mine = last.find(({ invoice_type }) => invoice_type !== "booking");
  return textOf(
    (services) => ensureChargeInvoicePdf(services, world.deed(), mine!.id),
    () => card,
  );
}

async function bought(): Promise<string> {
  const { id } = await paidBooking(world);
  const unit = world.db.orm.select().from(units).where(eq(units.booking_id, id)).get()!;
  const asked = await pricedDays(world, unit.id, 2);
  await confirm(world, sessionFacts(await openedChange(world, asked)));
  const all = world.db.orm.select().from(payments).where(eq(payments.booking_id, id)).all();
  return formatInstant(all.at(-1)!.paid_at);
}

const VISA = { ok: true, value: { brand: "visa", last4: "4242", paymentMethodId: "pm_other" } };

it("what is bought at a page says on its invoice when it was paid, and with which card", async () => {
  const when = await bought();
  const text = await printed(VISA);
  expect(text).toContain(`PAID ${when}`);
  expect(text).toContain(`paid with Visa ending in 4242 on ${when}`);
});

it("and goes without the card's name where the card company cannot be asked", async () => {
  await bought();
  const text = await printed({ ok: false, code: "unreachable" });
  expect(text).toContain("PAID");
  expect(text).toContain("Paid in full.");
});

/** A booking's invoice, printed while something happens to it as the card company is asked; its text, and its row then. */
async function printedMeanwhile(change: (view: typeof invoices.$inferSelect.view) => object, card: unknown = VISA) {
  const { id } = await paidBooking(world);
  const { orm } = world.db;
  const mine = () => orm.select().from(invoices).where(eq(invoices.booking_id, id)).get()!;
  const text = await textOf(
    (services) => ensureInvoicePdf(services, world.deed(), id),
    () => {
      orm.update(invoices).set(change(mine().view)).where(eq(invoices.booking_id, id)).run();
      return card;
    },
  );
  return { text, view: mine().view };
}

it("an invoice whose dates move while the card company is asked has both: the new dates and the card", async () => {
  const { text, view } = await printedMeanwhile((old) => ({ view: { ...old, deliveryDay: day("2027-03-09") } }));
  expect(text).toContain("March 9, 2027");
  expect(text).toContain("Visa ending in 4242");
  expect(view).toMatchObject({ deliveryDay: "2027-03-09", payment: { last4: "4242" } });
});

it("and one that another process has printed meanwhile says what its paper says", async () => {
  const { view } = await printedMeanwhile(() => ({ pdf_url: "/files/printed" }));
  expect(view.payment).toBeNull();
});

it("and one whose card cannot be learned is printed with its new dates at once", async () => {
  const { text } = await printedMeanwhile((old) => ({ view: { ...old, deliveryDay: day("2027-03-09") } }), {
    ok: false,
    code: "unreachable",
  });
  expect(text).toContain("March 9, 2027");
});
