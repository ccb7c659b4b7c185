import { z } from "zod";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { takeReceipt } from "~/domain/charges/by-hand.server";
import type { Customer } from "~/domain/customers/family.server";
import { formatCents } from "~/domain/kernel/money";
import { giveBack, type GiveBackRefusal } from "~/domain/payments/give-back.server";
import { letOffExcess } from "~/domain/payments/let-off.server";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { reconcileMoney } from "~/services/payments/reconcile-money.server";
import { amount, cents, optionalLine, text } from "./money-fields.server";
import { reason } from "./words-typed.server";

/** What a form of a check or cash says; also read from the address, to show what it would pay. */
export const RECEIPT_FORM = z
  .object({
    method: z.enum(["check", "cash"], { error: "Choose how it was paid." }),
    amount: amount("Enter the amount, like 409.32."),
    reference: optionalLine("the check’s number", 40),
    batch: optionalLine("the deposit batch", 40),
    booking: text.transform((id) => id || null),
  })
  .refine(({ method, reference }) => method === "cash" || reference !== null, {
    path: ["reference"],
    message: "Enter the check’s number.",
  });

/** A check or cash of a customer. */
export const RECEIPT_INTENTS: Intents<Pick<Customer, "id">> = {
  record: intent({
    may: "admin",
    schema: RECEIPT_FORM.and(z.object({ seen: cents })),
    run: async ({ services: { db } }, deed, { id }: Pick<Customer, "id">, value): Promise<Done> => {
      const { method, amount: sum, reference, batch, booking, seen } = value;
      const receipt = { method, amount: sum, reference: method === "cash" ? null : reference, deposit_batch: batch };
      const done = await db.write((tx) => takeReceipt(tx, deed, id, receipt, { seen, first: booking }));
      if (done.ok) return { ok: true, to: crmPaths.receive(id, { told: done.receipt }) };
      const message =
        done.code === "changed"
          ? "What is owed has changed since the page was opened. Look at it again, then confirm."
          : "This customer owes nothing now.";
      return { ok: false, message, status: 409 };
    },
  }),
};

/** In the list of charges: what was paid too much, which none of them has taken. */
export const SURPLUS = "surplus";

/** What a form of money back outside the rules says; also read from the address, to show what it would do. */
export const GIVE_BACK_FORM = z.object({
  charge: z
    .string()
    .min(1, "Choose the charge.")
    .transform((id) => (id === SURPLUS ? null : id)),
  amount: amount("Enter the amount, like 49.50."),
  way: z.enum(["same", "check"], { error: "Choose how it goes back." }),
  reason: reason(),
});

/** `isSurplus`: it was to go back of what was paid too much. */
export function giveBackWords(
  refused: GiveBackRefusal,
  isSurplus: boolean,
): { field: string; message: string; status: number } {
  switch (refused.code) {
    case "unknown":
      return { field: "charge", message: "Choose the charge.", status: 400 };
    case "too_much":
      return {
        field: "amount",
        message: isSurplus
          ? `Only ${formatCents(refused.left)} was paid too much.`
          : `At most ${formatCents(refused.left)} is left of this charge.`,
        status: 400,
      };
    case "frozen":
      return {
        field: "",
        message: "The payment is disputed: nothing of it can go back before the bank has decided.",
        status: 409,
      };
    case "no_money":
      return { field: "amount", message: "The booking’s payments have not that much left to give back.", status: 409 };
    case "changed":
      return {
        field: "",
        message: isSurplus
          ? "What was paid too much has changed since the page was opened. Look at it again, then confirm."
          : "Somebody has changed this charge since the page was opened. Look at it again, then confirm.",
        status: 409,
      };
  }
}

/** Money back outside the rules of cancelling. */
export const GIVE_BACK_INTENTS: Intents<Booking> = {
  "give-back": intent({
    may: "admin",
    schema: GIVE_BACK_FORM.and(z.object({ left: cents })),
    run: async ({ services: { db } }, deed, booking: Booking, value): Promise<Done> => {
      const { charge: chargeId, amount: sum, way, reason: why, left } = value;
      const done = await db.write((tx) =>
        giveBack(tx, deed, booking.id, { chargeId, amount: sum, way, reason: why, left }),
      );
      return done.ok
        ? { ok: true, to: crmPaths.booking(booking.booking_number, "money") }
        : { ok: false, ...giveBackWords(done, chargeId === null) };
    },
  }),
  "let-off": intent({
    may: "admin",
    schema: z.object({ seen: cents, "why-let-off": reason() }),
    run: async ({ services: { db } }, deed, booking: Booking, { seen, ...value }): Promise<Done> => {
      const why = value["why-let-off"];
      const done = await db.write((tx) => letOffExcess(tx, deed, booking.id, { seen, why }));
      return done.ok
        ? { ok: true, to: crmPaths.booking(booking.booking_number, "money") }
        : { ok: false, message: "What went back twice has changed. Look at it again, then confirm.", status: 409 };
    },
  }),
};

/** The day's takings: asks the card company now instead of in some minutes. */
export const TAKINGS_INTENTS: Intents<{ day: string }> = {
  ask: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services }, deed): Promise<Done> => {
      const done = await reconcileMoney(services, deed, { force: true });
      return done === "unreachable"
        ? { ok: false, message: "Stripe cannot be reached. Try again in a minute.", status: 503 }
        : { ok: true };
    },
  }),
};
