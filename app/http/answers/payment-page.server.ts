import { redirectDocument } from "@remix-run/node";

/**
 * Leads on to the card company's page, by a document load: a script's own request cannot follow to another host, and the
 * sandbox's page is none that Remix could draw.
 */
export const goToPayment = (url: string): Response => redirectDocument(url, 303);
