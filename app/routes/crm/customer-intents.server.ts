import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { addContact, confirmContact, endContact, readReach } from "~/domain/customers/contacts.server";
import { changeCustomer, noteCustomer, type CustomerFacts } from "~/domain/customers/edit.server";
import type { Customer } from "~/domain/customers/family.server";
import { mergeCustomer, undoMerge } from "~/domain/customers/merge.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { phoneProblem } from "~/domain/kernel/phone";
import { followService, refuseService, resumeService } from "~/domain/payments/service.server";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import type { Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { editSchema, factsSchema, line } from "./customer-forms.server";
import { noteForm, reason } from "./words-typed.server";

const CHANGED =
  "Somebody changed this record while you typed. What they changed stands below; save again to keep what you typed.";

async function save(
  scope: Scope,
  deed: Deed<StaffActor>,
  on: Customer,
  version: number,
  facts: Partial<CustomerFacts>,
) {
  const done = await scope.services.db.write((tx) => changeCustomer(tx, deed, on, version, facts));
  return done.ok ? done : { ok: false as const, message: CHANGED, status: 409 };
}

const MERGE_REFUSED = {
  unknown: "There is no such customer.",
  itself: "That is this record itself.",
  merged_already: "One of both was merged meanwhile. Look at it first.",
  an_admins: "Their payment terms or tax exemptions differ, so only an admin can merge or part them: please ask one.",
} as const;

/** What the office can do with a customer. */
export const CUSTOMER_INTENTS: Intents<Customer> = {
  edit: intent({
    may: "staff",
    schema: editSchema,
    run: (scope, deed, on: Customer, { version, kind, companyName, firstName, lastName, poNumber, language }) =>
      save(scope, deed, on, version, {
        kind,
        company_name: kind === "company" ? companyName : null,
        first_name: firstName,
        last_name: lastName,
        po_number: poNumber,
        ...(language && { language }),
      }),
  }),
  facts: intent({
    may: "admin",
    schema: factsSchema,
    run: (scope, deed, on: Customer, { version, certificate, exemptUntil, termsDays, creditLimit }) =>
      save(scope, deed, on, version, {
        exemption_certificate: certificate,
        exempt_until: exemptUntil,
        terms_days: termsDays,
        credit_limit: creditLimit,
      }),
  }),
  "add-contact": intent({
    may: "staff",
    schema: z.object({
      contact: z
        .string()
        .catch("")
        .transform((value, ctx) => {
          const typed = oneLine(value);
          const reach = readReach(typed);
          if (reach) return reach;
          const message = /[@a-z]/i.test(typed) ? "Enter an email address like name@example.com." : phoneProblem(typed);
          ctx.addIssue({ code: "custom", message });
          return z.NEVER;
        }),
      contactLabel: line("the label", 60),
    }),
    run: async ({ services: { db } }, deed, on: Customer, { contact, contactLabel }): Promise<Done> => {
      await db.write((tx) => followService(tx, deed, [on.id], addContact(tx, deed, on, contact, contactLabel ?? "")));
      return { ok: true };
    },
  }),
  "end-contact": intent({
    may: "staff",
    schema: z.object({ contactId: z.string().catch("") }),
    run: async ({ services: { db } }, deed, on: Customer, { contactId }): Promise<Done> => {
      const ended = await db.write((tx) => followService(tx, deed, [on.id], endContact(tx, deed, on, contactId)));
      return ended
        ? { ok: true }
        : { ok: false, field: "contact", message: "This is their only contact. Add the new one first." };
    },
  }),
  "confirm-contact": intent({
    may: "admin",
    schema: z.object({ contactId: z.string().catch("") }),
    run: async ({ services: { db } }, deed, on: Customer, { contactId }): Promise<Done> => {
      await db.write((tx) => confirmContact(tx, deed, on, contactId));
      return { ok: true };
    },
  }),
  note: intent({
    may: "staff",
    schema: noteForm,
    run: async ({ services: { db } }, deed, on: Customer, { note }): Promise<Done> => {
      await db.write((tx) => noteCustomer(tx, deed, on, note));
      return { ok: true };
    },
  }),
  "stop-serving": intent({
    may: "staff",
    schema: z.object({ stopReason: reason() }),
    run: async ({ services: { db } }, deed, on: Customer, { stopReason }): Promise<Done> => {
      await db.write((tx) => refuseService(tx, deed, on, stopReason));
      return { ok: true };
    },
  }),
  "serve-again": intent({
    may: "staff",
    schema: z.object({ serveReason: reason() }),
    run: async ({ services: { db } }, deed, on: Customer, { serveReason }): Promise<Done> => {
      await db.write((tx) => resumeService(tx, deed, on, serveReason));
      return { ok: true };
    },
  }),
  merge: intent({
    may: "staff",
    schema: z.object({ other: z.string().catch("") }),
    run: async ({ services: { db } }, deed, on: Customer, { other }): Promise<Done> => {
      const done = await db.write((tx) => followService(tx, deed, [on.id], mergeCustomer(tx, deed, other, on.id)));
      return done.ok
        ? { ok: true, to: crmPaths.customer(on.id) }
        : { ok: false, message: MERGE_REFUSED[done.code], status: done.code === "an_admins" ? 403 : 409 };
    },
  }),
  "undo-merge": intent({
    may: "staff",
    schema: z.object({ other: z.string().catch("") }),
    run: async ({ services: { db } }, deed, on: Customer, { other }): Promise<Done> => {
      const done = await db.write((tx) => followService(tx, deed, [on.id, other], undoMerge(tx, deed, other, on.id)));
      return done.ok ? done : { ok: false, message: MERGE_REFUSED[done.code], status: 403 };
    },
  }),
};
