import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { chargeAttempts, charges, invoices, outbox } from "#db/schema/index";
import { applyCardCharge } from "~/domain/charges/due.server";
import { waiveCharge } from "~/domain/charges/office.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { enqueue } from "~/domain/outbox/outbox.server";
import { chargesOf, due, hauled, look, tell } from "./charges";
import { STAFF, type TestWorld } from "./domain";
import type { FakeStripe } from "./visit";

const TEXTS = { smsConsent: true };
export const ADMIN = { ...STAFF, kind: "admin", label: "Ann Admin" } as StaffActor;

/** Each piece of work about later charges: what brings it about, and what there is when it is done. */
export function chargeCases(world: () => TestWorld, stripe: () => FakeStripe, mailed: () => unknown) {
  const overweight = async () => {
    const booking = await hauled(world(), 4740, TEXTS);
    await look(world(), booking);
    return { booking, charge: chargesOf(world(), booking)[0]! };
  };
  const fallenDue = async () => {
    const made = await overweight();
    await due(world(), made.charge);
    return made;
  };
  const answered = async (status: "succeeded" | "declined") => {
    const made = await fallenDue();
    const attempt = world().db.orm.select().from(chargeAttempts).get();
    await world().db.write((tx) =>
      applyCardCharge(tx, world().deed(), {
        intentId: "pi_later",
        status,
        amount: 14_385,
        currency: "usd",
        attemptId: attempt?.id ?? "",
        declineCode: status === "declined" ? "generic_decline" : null,
        message: null,
      }),
    );
    return made;
  };
  return {
    "charges.look": {
      cause: async () => {
        const { id } = await hauled(world(), 4740);
        await world().db.write((tx) => {
          tx.delete(outbox).run();
          enqueue(tx, { kind: "charges.look", cause: "test", bookingId: id, payload: { bookingId: id } });
        });
      },
      effect: () => world().db.orm.select({ kind: charges.kind }).from(charges).all().length,
      is: 2,
    },
    "stripe.charge": {
      cause: fallenDue,
      effect: () => [stripe().cardCharges.size, world().db.orm.select().from(chargeAttempts).get()?.state],
      is: [1, "succeeded"],
    },
    "document.charge-invoice": {
      cause: () => answered("succeeded"),
      effect: () => world().db.orm.select().from(invoices).where(eq(invoices.total, 14_385)).get()?.pdf_url,
      is: expect.stringMatching(/^\/files\//),
    },
    "mail.charge-notice": {
      cause: overweight,
      effect: () => [mailed(), world().db.orm.select().from(charges).all().at(-1)?.due_at !== null],
      is: [["ada@example.com: Booking DMP: $143.85 for extra weight: 1.37 tons"], true],
    },
    "sms.charge-notice": {
      cause: overweight,
      effect: mailed,
      is: [
        expect.stringContaining(
          "booking DMP: Extra weight: 1.37 tons, $143.85. We charge it on Wed, Dec 2, 9:00 am, unless you question it.",
        ),
      ],
    },
    "mail.balance-due": {
      cause: () => answered("declined"),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: please pay $143.85"],
    },
    "sms.balance-due": {
      cause: () => answered("declined"),
      effect: mailed,
      is: [
        expect.stringContaining(
          "booking DMP: Your Visa ending in 4242 was declined. $143.85 is still to be paid. Pay here: ",
        ),
      ],
    },
    "mail.charge-paid": {
      cause: () => answered("succeeded"),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: receipt for $143.85"],
    },
    "mail.charge-dropped": {
      cause: async () => {
        const { charge } = await overweight();
        await tell(world(), charge);
        await world().db.write((tx) => waiveCharge(tx, world().deed(ADMIN), world().settings(), charge.id, "A slip."));
      },
      effect: mailed,
      is: ["ada@example.com: Booking DMP: you do not pay $143.85"],
    },
    "mail.final-statement": {
      cause: async () => look(world(), await hauled(world(), 1800)),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: your final statement"],
    },
  };
}
