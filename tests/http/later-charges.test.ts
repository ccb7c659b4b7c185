import { afterAll, beforeAll, expect, it } from "vitest";
import { dayOn } from "~/domain/kernel/moments";
import { bookingNumberOn, GOOD_CARD, openDay, payWith, toCheckout } from "../support/booking";
import { photoForm } from "../support/drive";
import { TextBrowser, type Page } from "../support/form";
import { arrange, count, localPath, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { photograph } from "../support/photograph";
import { checkLedger } from "../support/ledger-check";
import { startServer, type TestServer } from "../support/server";

// Issue 13, part 2: a load over the scale, by the pages' own forms with script off, from the driver's phone to the receipt.
let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
let admin: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
  admin = await signIn(server, "admin@example.com");
});
afterAll(() => server.stop());

const all = <T>(sql: string, ...values: string[]) => query<T>(server.dataDir, sql, ...values);
const heading = (page: Page) => page.root.querySelector("h1")?.text.trim();

interface Mail {
  subject: string;
  text: string;
  links: string[];
}
/** The newest mail to an address with these words in its subject; the worker may still be sending it. */
async function mailWith(address: string, words: RegExp): Promise<Mail> {
  for (let tries = 0; tries < 200; tries++) {
    const mails = (await (await fetch(`${server.url}/sandbox/inbox.json?to=${address}`)).json()) as Mail[];
    const found = mails.find(({ subject }) => words.test(subject));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail ${words} to ${address}`);
}
const linkOf = (mail: Mail, path: string) => localPath(mail.links.find((link) => link.includes(path)) ?? "");

/** A rental that was paid with this card and stands at the site; its pickup is today's job of the driver. */
async function standing(email: string, cardNumber: string, ahead: number): Promise<{ number: string; pickup: string }> {
  const customer = new TextBrowser(server.url);
  const checkout = await toCheckout(customer, { email, deliveryDate: openDay(ahead) });
  const number = bookingNumberOn(await payWith(checkout, { ...GOOD_CARD, cardNumber }));
  const of = "(select id from bookings where booking_number = ?)";
  arrange(
    server,
    `update units set state = 'on_site', dumpster_id = (select min(id) from dumpsters where size_yards = 20 and location = 'yard') where booking_id = ${of}`,
    number,
  );
  arrange(server, `update jobs set state = 'completed' where kind = 'delivery' and booking_id = ${of}`, number);
  arrange(
    server,
    `update jobs set state = 'assigned', day = ?, driver_id = (select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver@example.com') where kind = 'pickup' and booking_id = ${of}`,
    dayOn(Date.now()),
    number,
  );
  const [job] = all<{ id: string }>(`select id from jobs where kind = 'pickup' and booking_id = ${of}`, number);
  // The card company's word about the card is on its way.
  for (let tries = 0; tries < 100; tries++) {
    if (
      count(server, `select count(*) from bookings where payment_method_id is not null and booking_number = ?`, number)
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { number, pickup: job?.id ?? "" };
}

/** The driver brings it over the scale, and reports a mattress with a photograph. */
async function haul(pickup: string, pounds: number, ticketNumber: string): Promise<void> {
  const page = `/driver/jobs/${pickup}`;
  const press = async (intent: string, fields: Record<string, string> = {}) => {
    const answer = await driver.post(page, { intent, ...fields });
    expect([intent, answer.status, answer.root.querySelector("[role=alert]")?.text ?? ""]).toEqual([intent, 200, ""]);
  };
  await press("en_route");
  await press("arrived");
  const photo = [{ bytes: await photograph(300, 200), name: "IMG_1.jpg" }];
  await driver.request(
    page,
    photoForm({ intent: "report", prohibited: "mattresses", prohibitedCount: "1" }, { photo }),
  );
  await press("serviced", { dumpsterNumber: "20-01" });
  await press("to_disposal");
  await press("at_disposal", { facility: "Orange County Landfill" });
  const weighed = {
    ticketNumber,
    grossPounds: String(26_400 + pounds),
    tarePounds: "26400",
    netPounds: String(pounds),
  };
  const ticketPhoto = [{ bytes: await photograph(320, 240), name: "IMG_2.jpg" }];
  await driver.request(page, photoForm({ intent: "ticketed", ...weighed }, { ticketPhoto }));
  await press("returned");
  await press("completed");
}

it(
  "a load over the scale is told of, questioned, answered, charged, refused, paid by its link, and ends in a statement",
  { timeout: 120_000 },
  async () => {
    const email = "heavy@example.com";
    const { number, pickup } = await standing(email, "4000 0000 0000 0341", 40);
    await haul(pickup, 4740, "OC-9001");

    const notice = await mailWith(email, /\$143\.85 for extra weight/);
    expect(notice.text).toMatch(/2\.37 tons − 1 ton included = 1\.37 tons/);
    expect(notice.text).toMatch(/Scale ticket OC-9001/);
    const stranger = new TextBrowser(server.url);
    const asking = await stranger.open(linkOf(notice, "/question"));
    expect([asking.status, heading(asking)]).toEqual([200, "Extra weight: 1.37 tons"]);
    const asked = await asking.form("message").fill({ message: "Half of it was rain." }).submit();
    expect(asked.text).toContain("We got your question.");
    expect(stranger.cookies.size).toBe(0);
    expect(pathOf(await stranger.open(`/manage-booking/pay?booking=${number}`))).toBe("/manage-booking");

    // The office answers beside the evidence; only an admin may waive.
    const tab = await staff.open("/crm/billing?list=questioned");
    expect(tab.text).toContain("Extra weight: 1.37 tons");
    const open = await tab.follow("Extra weight: 1.37 tons");
    expect(open.text).toContain("Half of it was rain.");
    expect(open.text).not.toContain("Waive it");
    const id = new URL(open.url).searchParams.get("charge") ?? "";
    expect((await staff.post(`/crm/billing?charge=${id}`, { intent: "waive", why: "mercy" })).status).toBe(403);
    const refused = await open.form("outcome").fill({ message: "", outcome: "upheld" }).submit("answer");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("There is a problem")]);
    const answered = await refused.form("outcome").fill({ message: "The scale stood dry." }).submit("answer");
    expect(answered.text).toContain("Answered.");
    const again = await mailWith(email, /for extra weight/);
    expect(again.text).toMatch(/The scale stood dry\.|Nothing is charged yet/);

    const [mattress] = all<{ id: string }>(
      "select c.id from charges c join bookings b on b.id = c.booking_id where b.booking_number = ? and c.kind = 'prohibited_item'",
      number,
    );
    await staff.post(`/crm/billing?charge=${mattress?.id}`, { intent: "hold", why: "Whose was it?" });

    // Its hours pass: the card that was kept is refused, and the link comes.
    for (let tries = 0; tries < 100; tries++) {
      if (count(server, "select count(*) from charges where id = ? and due_at is not null", id)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await fetch(`${server.url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance: "25h" }),
    });
    await staff.post(`/crm/billing?charge=${id}`, { intent: "run" });
    const link = await mailWith(email, /please pay \$/);
    const payer = new TextBrowser(server.url);
    // The card may be asked once more at this moment, by the press above.
    const payPage = linkOf(link, "/manage-booking/pay");
    await expect.poll(async () => heading(await payer.open(payPage))).toBe("What is still to be paid");
    const toPay = await payer.open(payPage);
    // Its page names nobody's address, and keeps nobody's card.
    const checkout = await toPay.form("total").submit("pay");
    expect([checkout.html.includes(email), checkout.text.includes("keeps this card")]).toEqual([false, false]);
    const declined = await payWith(checkout, {
      ...GOOD_CARD,
      cardNumber: "4000 0000 0000 9995",
      email: "payer@example.com",
    });
    // Who gives up there and comes back is told; why the bank refused is for who has the booking open.
    const given = () => payer.open(payPage).then(({ text }) => text);
    await expect.poll(given).toContain("Your card was declined. Nothing was charged.");
    expect(await given()).not.toContain("not enough money");
    const back = await payWith(declined, { ...GOOD_CARD, email: "payer@example.com" });
    expect([pathOf(back), heading(back)]).toEqual(["/manage-booking/pay", "Thank you, it is paid"]);
    // Whoever paid has opened nothing.
    expect(payer.cookies.size).toBe(0);
    expect(heading(await payer.open(linkOf(link, "/manage-booking/pay")))).toBe("Nothing is to be paid");
    await mailWith(email, /receipt for \$143\.85/);

    // What is left is the mattress; an admin waives it, and the rental is over.
    await admin.post(`/crm/billing?charge=${mattress?.id}`, { intent: "waive", why: "It was the neighbor’s." });
    expect((await mailWith(email, /you do not pay/)).text).toContain("It was the neighbor’s.");
    const statement = await mailWith(email, /your final statement/);
    const own = new TextBrowser(server.url);
    const read = await own.open(linkOf(statement, "/statement"));
    expect(heading(read)).toBe("Your final statement");
    expect(read.text).toContain("Extra weight: 1.37 tons");
    const page = await own.open(`/manage-booking?booking=${number}`);
    expect(page.text).toContain("Later charges");
    expect(page.text).toMatch(/Paid\./);
    const paper = await own.open(
      page.root
        .querySelectorAll("a")
        .find((one) => /^Invoice INV-.*/.test(one.text.trim()) && one.closest("li.card"))
        ?.getAttribute("href") ?? "",
    );
    expect(paper.status).toBe(200);
    expect(checkLedger(server.dataDir).filter((line) => line.includes(number))).toEqual([]);
  },
);

it(
  "a charge is added by hand with its proof, held, let go and lowered; the list is exported",
  { timeout: 60_000 },
  async () => {
    const { number } = await standing("permit@example.com", GOOD_CARD.cardNumber, 44);
    const record = await staff.open(`/crm/bookings/${number}`);
    const form = await record.follow("Add a charge");
    const wrong = await form
      .form("chargeKind")
      .fill({ chargeKind: "permit", amount: "a lot", words: "Street permit" })
      .submit();
    expect([wrong.status, wrong.form("chargeKind").values().get("words")]).toEqual([400, "Street permit"]);
    const bare = await wrong.form("chargeKind").fill({ amount: "85" }).submit();
    expect(bare.text).toContain("Nobody is told of it before it has what it was paid for.");
    const proved = await bare.form("note").fill({ note: "Receipt C-1042" }).submit("proof");
    expect(proved.text).toContain("Receipt C-1042");
    await mailWith("permit@example.com", /\$85\.00 for permit/);
    const id = new URL(proved.url).searchParams.get("charge") ?? "";
    const held = await staff.post(`/crm/billing?charge=${id}`, { intent: "hold", why: "The city calls back" });
    expect(held.text).toContain("Held");
    await staff.post(`/crm/billing?charge=${id}`, { intent: "release" });
    const lower = await staff.post(`/crm/billing?charge=${id}`, { intent: "lower", amount: "40", why: "Half of it" });
    expect(lower.text).toContain("Lowered by us from $85.00 to $40.00: Half of it");
    const file = await staff.open("/crm/billing.csv?list=ended");
    expect(file.html).toContain(number);
    expect((await new TextBrowser(server.url).open("/crm/billing.csv")).url).toContain("/auth");
  },
);
