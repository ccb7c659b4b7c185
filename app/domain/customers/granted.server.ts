import type { Day } from "../kernel/days";
import type { Customer } from "./family.server";

type Granted = Pick<Customer, "exemption_certificate" | "exempt_until" | "terms_days" | "credit_limit">;

/** What a record holds on a New York day that an admin gave it (domain.md, 4.23): terms, and a certificate that has not ended. */
const grantsOf = ({ exemption_certificate, exempt_until, terms_days, credit_limit }: Granted, on: Day) => ({
  terms: terms_days === null || credit_limit === null ? "" : `${terms_days} ${credit_limit}`,
  exemption:
    exemption_certificate !== null && exempt_until !== null && on <= exempt_until
      ? `${exempt_until} ${exemption_certificate}`
      : "",
});

/** Whether a record holds terms or a certificate on a day. */
export function holdsGrants(customer: Granted, on: Day): boolean {
  const { terms, exemption } = grantsOf(customer, on);
  return terms !== "" || exemption !== "";
}

/** Whether one of two records holds on a day what the other does not: as one, somebody would get it or lose it. */
export function grantsDiffer(one: Granted, other: Granted, on: Day): boolean {
  const [mine, theirs] = [grantsOf(one, on), grantsOf(other, on)];
  return mine.terms !== theirs.terms || mine.exemption !== theirs.exemption;
}
