import { stored } from "../kernel/stored";
import type { AgreementView, InvoiceView } from "./views";

/** An invoice's facts as it was issued (invoices.view). */
export const STORED_INVOICE = stored<InvoiceView>("an invoice", [
  (value) => {
    const view = value as Partial<InvoiceView>;
    return typeof view.invoiceNumber === "string" && Array.isArray(view.lines) ? (view as InvoiceView) : undefined;
  },
]);

/** An agreement's facts as it was signed (rental_agreements.view). */
export const STORED_AGREEMENT = stored<AgreementView>("an agreement", [
  (value) => {
    const view = value as Partial<AgreementView>;
    return typeof view.contentSha256 === "string" && Array.isArray(view.sections) ? (view as AgreementView) : undefined;
  },
]);
