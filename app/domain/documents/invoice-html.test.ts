import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { invoiceHtml } from "./invoice-html";
import { HOSTILE, tagNames } from "../../../tests/support/hostile";
import { sampleBusiness, sampleInvoice } from "../../../tests/support/papers";

describe("the invoice", () => {
  const page = invoiceHtml(sampleInvoice);

  it("shows its number, parties, days, sums and payment", () => {
    for (const text of [
      "INV-2026-000123",
      "DMP-2026-000123",
      "Maria Alvarez",
      "418 Lake Example Street",
      "$379.00",
      "Extra days",
      "$175.00",
      "Tax (8%)",
      "$44.32",
      "$598.32",
      "PAID",
      "Visa",
      "4242",
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toContain("Tuesday, December\u00A01,\u00A02026");
  });

  it("is valid HTML that loads and runs nothing", async () => {
    const report = await new HtmlValidate({ extends: ["html-validate:standard"] }).validateString(page);
    expect(
      report.results.flatMap((result) => result.messages.map((message) => `${message.ruleId}: ${message.message}`)),
    ).toEqual([]);
    expect(page).toContain("default-src &#39;none&#39;");
    expect(page).not.toMatch(/<script|<link|<iframe|url\(|@import|src=/i);
  });

  it("keeps its sums in the last rows of a tbody, never in a tfoot", () => {
    expect(page).not.toContain("<tfoot");
    expect(page.lastIndexOf("Balance due")).toBeLessThan(page.indexOf("</tbody>\n</table>"));
  });

  it("leaves out sums of zero and shows a discount as a subtraction", () => {
    expect(page).not.toContain("Delivery fee");
    const other = invoiceHtml({ ...sampleInvoice, discount: 500, deliveryFee: 4500, haulFee: 9500 });
    for (const text of ["−$5.00", "$45.00", "$95.00"]) expect(other).toContain(text);
  });

  it("says what is due when it is not paid, and nothing to pay at $0", () => {
    const due = invoiceHtml({ ...sampleInvoice, paid: 0, balance: 59832, payment: null });
    expect(due).toContain("<b>DUE</b>");
    expect(due).not.toContain("PAID");
    expect(invoiceHtml({ ...sampleInvoice, total: 0, paid: 0, payment: null })).toContain("Nothing to pay.");
  });

  it.each([...HOSTILE.entries()])("keeps hostile text inert in every field: %i", (_index, text) => {
    const hostile = invoiceHtml({
      ...sampleInvoice,
      company: text,
      poNumber: text,
      business: { ...sampleBusiness, name: text, phone: text, email: text, website: text, addressLines: [text, text] },
      invoiceNumber: text,
      bookingNumber: text,
      customer: { name: text, email: text, phone: text },
      serviceAddress: [text, text],
      windowLabel: text,
      lines: [{ ...sampleInvoice.lines[0]!, description: text, detail: text }],
      taxRatePercent: text,
      payment: { brand: text, last4: text, paidAt: text },
      notes: [text],
    });
    expect(tagNames(hostile)).toEqual(tagNames(invoiceHtml({ ...sampleInvoice, company: "Builders", poNumber: "7" })));
  });
});
