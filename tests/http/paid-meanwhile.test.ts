import { afterAll, beforeAll, expect, it } from "vitest";
import { GOOD_CARD, openDay, payWith, scheduleFields } from "../support/booking";
import { TextBrowser } from "../support/form";
import { count, localPath, pathOf, signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await sharedServer();
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

/** An order of the office whose caller has signed and stands on the card company's page. */
async function atTheTill(email: string, ahead: number) {
  const fields = { ...scheduleFields({ email, deliveryDate: openDay(ahead) }), dumpsterSize: "20" };
  const saved = await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(fields).submit("save");
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  const caller = new TextBrowser(server.url);
  const signing = (await caller.open(link)).form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" });
  const review = (await signing.submit("continue")).form("cardConsent").fill({ cardConsent: "on" });
  return { saved, record: pathOf(saved).replace(/\/order$/, ""), till: await review.submit("continue") };
}

it("what the office saves after the caller has paid is refused aloud, with all of it to copy and the way to the record", async () => {
  const { saved, record, till } = await atTheTill("too-late@example.com", 43);
  const half = saved.form("deliveryDate").fill({ specialInstructions: "Mind the dog.\nRing twice.", gateCode: "4711" });
  await payWith(till);

  const refused = await half.submit("save");
  expect([refused.status, pathOf(refused)]).toEqual([409, `${record}/order`]);
  expect(refused.text).toContain("It was paid meanwhile. What you sent came after that. Nothing was saved.");
  // A page that is loaded anew has lost what is to be copied.
  expect(refused.text).not.toContain("Refresh Page");
  expect(refused.root.querySelector("#typed")?.text).toBe(
    "gate code: 4711\nnotes for the driver: Mind the dog.\nRing twice.",
  );
  expect(refused.root.querySelector(`main a[href="${record}/edit"]`)?.text).toBe("Edit the record");
  expect(count(server, "select count(*) from bookings where gate_code = '4711'")).toBe(0);
  // Who only opens the page comes to the record, as before.
  expect(pathOf(await staff.open(`${record}/order`))).toBe(record);
});

it("notes for the driver, saved while the caller is paying, leave their payment page open and reach the driver", async () => {
  const { record, till } = await atTheTill("notes@example.com", 44);
  const page = await staff.open(`${record}/order`);
  expect(page.text).toContain("They stand on the payment page.");
  const saved = await page.form("deliveryDate").fill({ specialInstructions: "Ring twice.", gateCode: "4712" }).submit();
  expect(saved.text).toContain("Saved. The caller sees it on their own page.");
  expect(saved.text).not.toMatch(/that has ended|signed any more/);
  await payWith(till);
  expect((await staff.open(`${record}/order`)).url).toMatch(new RegExp(`${record}$`));
  const kept = "gate_code = '4712' and special_instructions = 'Ring twice.' and paid_at is not null";
  expect(count(server, `select count(*) from bookings where ${kept}`)).toBe(1);
});

it("a card that is declined on the payment page is told the office at once, and in the history", async () => {
  const { record, till } = await atTheTill("declined@example.com", 48);
  const told = async () =>
    (await staff.open(`${record}/order`)).root.querySelector("[aria-labelledby=caller-steps]")?.text ?? "";
  expect(await told()).not.toContain("declined");
  const again = await payWith(till, { ...GOOD_CARD, cardNumber: "4000 0000 0000 9995" });
  await expect.poll(told).toContain("Card declined: not enough money on it");
  // Of a lost or stolen card nothing more is told.
  await payWith(again, { ...GOOD_CARD, cardNumber: "4000 0000 0000 9987" });
  await expect.poll(told).toMatch(/Card declined, \d+:\d\d [ap]m\. Nothing was charged/);
  await payWith(again);
  const history = (await staff.open(record)).text;
  expect(history).toContain("Card declined: not enough money on it");
  expect(count(server, "select count(*) from events where action = 'card_declined'")).toBe(2);
});

it("a correction that ends the caller's payment page says so, and the history why", async () => {
  const { record } = await atTheTill("ended@example.com", 46);
  const saved = await (
    await staff.open(`${record}/order`)
  )
    .form("deliveryDate")
    .fill({ address: "9 Office Road" })
    .submit("save");
  expect(saved.text).toContain(
    "They stood on the payment page, and that has ended: tell them to go on from their link.",
  );
  expect(saved.text).not.toContain("They stand on the payment page.");
  const history = (await staff.open(record)).text;
  expect(history).toContain("Payment page ended: the office put the order right");
  expect(history).not.toContain("the time to pay ran out");
});
