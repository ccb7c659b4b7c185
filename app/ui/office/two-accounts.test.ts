import { expect, it } from "vitest";
import type { OpenAccount } from "~/domain/driver/journal-read.server";
import { instant } from "~/domain/kernel/time.server";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { TwoAccounts } from "./TwoAccounts";

const page = (
  never: OpenAccount["never"],
  hasIt: string | null = "Dale",
  { why = "reassigned", ticketOf = null as string | null } = {},
) => {
  const entry = { id: "entry_1", step: "arrived", done_at: instant(Date.UTC(2026, 10, 26, 14)), is_corrected: false };
  const account = {
    ...{ driverId: "driver_1", driver: "Dana", jobId: "job_1", kind: "pickup", state: "en_route", window: "morning" },
    ...{ day: "2026-11-26", booking: "DMP-2026-000001", customer: "Ada", ours: [], seen: "", never, hasIt },
    theirs: [{ ...entry, state: "conflict", why, said: { data: {} }, photos: [], ticketOf }],
  } as unknown as OpenAccount;
  return rendered(TwoAccounts, { account });
};
const buttons = (html: string) => [...html.matchAll(/<button[^>]*value="(\w+)"/g)].map(([, intent]) => intent);

it("an account that may be taken has both answers", async () => {
  const html = await page(null);
  expect(buttons(html)).toEqual(["theirs", "ours"]);
  expect(wordsIn(html)).not.toMatch(/hand the job back|cannot be entered/);
});

it("of a ticket that another load has, that load's booking is named and one press away", async () => {
  const html = await page(null, "Dale", { why: "ticket_used", ticketOf: "DMP-2026-000075" });
  expect(wordsIn(html)).toContain("Another load has this ticket. It is of booking DMP-2026-000075");
  expect(html).toContain('href="/crm/bookings/DMP-2026-000075');
  expect(wordsIn(await page(null))).not.toContain("It is of");
});

it("of a cancelled job only ours can be kept, and it is said what is then to be done by hand", async () => {
  const html = await page("cancelled");
  expect(buttons(html)).toEqual(["ours"]);
  expect(wordsIn(html)).toContain(
    "The job is cancelled, so these steps cannot be entered. Put right by hand what they changed, then keep ours",
  );
});

it.each([
  ["Dale", "Dale has the job now"],
  [null, "Nobody has the job now"],
])("while %s is under way with it, it is said how to take the account all the same", async (hasIt, words) => {
  const html = await page("reassigned", hasIt);
  expect(buttons(html)).toEqual(["ours"]);
  expect(wordsIn(html)).toContain(
    `${words}, and it is under way. To take this account, hand the job back to Dana first.`,
  );
  expect(html).toMatch(/href="\/crm\/dispatch\?[^"]*job_1[^"]*">hand the job back/);
});
