import { desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { invoices, payments, units } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { formatInstant } from "~/domain/kernel/time.server";
import { ensureChargeInvoicePdf } from "./documents.server";

const world = setSoundWorld({ fleet: { 20: 4 } });
type Outside = Parameters<typeof ensureChargeInvoicePdf>[0];

/** The printed text of what was bought last. */
async function printed(card: unknown): Promise<string> {
  let html = "";
  const services = {
    db: world.db,
    files: { write: () => Promise.resolve() },
    stripe: { getCard: () => Promise.resolve(card) },
    pdf: { render: (text: string) => Promise.resolve(Buffer.from((html = text))) },
  } as unknown as Outside;
  const last = world.db.orm.select().from(invoices).orderBy(desc(invoices.invoice_number)).all();
  const mine = last.find(({ invoice_type }) => invoice_type !== "booking");
  await ensureChargeInvoicePdf(services, world.deed(), mine!.id);
  return html
    .slice(html.indexOf("<body"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
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
