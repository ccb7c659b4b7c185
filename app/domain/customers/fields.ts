/** What of a customer's record staff change, and admins, with the office's words for it. Pure. */
export const CUSTOMER_FIELD = {
  kind: "Kind",
  first_name: "First name",
  last_name: "Last name",
  company_name: "Company",
  language: "Language",
  po_number: "PO number",
  exemption_certificate: "Exemption certificate",
  exempt_until: "Exempt until",
  terms_days: "Days to pay",
  credit_limit: "Credit limit",
} as const;
export type CustomerField = keyof typeof CUSTOMER_FIELD;
