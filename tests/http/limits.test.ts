import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const browser = () => new TextBrowser(server.url);

describe("a form without a draft, at the cap of new drafts", () => {
  const typed = {
    zip: "32801",
    address: "77 Orange Avenue",
    city: "Orlando",
    deliveryDate: openDay(20),
    deliveryTime: "afternoon",
    rentalDays: "9",
    specialInstructions: "Beware of the dog",
    firstName: "Ada",
    lastName: "Tester",
    phone: "4075550133",
    email: "ada@example.com",
    intent: "continue",
  };

  it("is the same page with everything typed, and can be sent again", async () => {
    const send = () => browser().post("/book/schedule?draft=drf_gone", typed);
    for (let i = 0; i < 120; i++) expect((await send()).text).toContain("We could not find your earlier draft");
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.root.querySelector('[role="alert"]')?.text).toContain(
      "Too many bookings were begun from your connection.",
    );
    const values = Object.fromEntries(
      ["zip", "address", "deliveryDate", "rentalDays", "firstName", "email"].map((name) => [
        name,
        refused.root.querySelector(`input[name="${name}"]`)?.getAttribute("value"),
      ]),
    );
    expect(values).toEqual({
      zip: "32801",
      address: "77 Orange Avenue",
      deliveryDate: typed.deliveryDate,
      rentalDays: "9",
      firstName: "Ada",
      email: "ada@example.com",
    });
    expect(refused.text).toContain("Beware of the dog");
    expect(refused.root.querySelectorAll("main")).toHaveLength(1);
    const again = await refused.form("firstName").submit("continue");
    expect([again.status, again.text.includes("Beware of the dog")]).toEqual([429, true]);
  });

  it("refuses the first step in words too", async () => {
    const refused = await browser().post("/book", {
      projectType: "renovation",
      wasteTypes: "flooring",
      materialCategory: "general",
      dumpsterSize: "20",
      quantity: "1",
      intent: "continue",
    });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("Too many bookings were begun from your connection.");
  });
});

describe("the documents of a cancelled booking, asked for once more", () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer();
  });
  afterAll(() => other.stop());

  it('say that it is cancelled; nobody reads "is confirmed" again', async () => {
    const mine = new TextBrowser(other.url);
    const paid = await bookAndPay(mine, { email: "gone@example.com", deliveryDate: openDay(46) });
    const number = bookingNumberOn(paid);
    const subjects = async () =>
      (
        (await (await fetch(`${other.url}/sandbox/inbox.json?to=gone@example.com`)).json()) as { subject: string }[]
      ).map(({ subject }) => subject.replace(number, "N"));
    await until(subjects, 1);
    await (await mine.open(`/manage-booking/cancel?booking=${number}`)).form("fee").submit();
    const page = await mine.open(paid.url.replace(other.url, ""));
    expect((await page.form("Email Invoice").submit("email")).text).toContain("Email Sent");
    const all = await until(subjects, 4);
    expect(all.filter((subject) => subject.includes("is confirmed"))).toHaveLength(1);
    expect(all).toEqual(
      expect.arrayContaining([
        "Booking N: your documents",
        "Booking N: cancelled",
        "Booking N: your refund has been sent to your bank",
      ]),
    );
    const press = () => page.form("Email Invoice").submit("email");
    const second = await press();
    // A minute may have begun between the two; it does not begin twice.
    const pressed = second.status === 429 ? second : await press();
    expect([pressed.status, pressed.text.includes("We have just sent it.")]).toEqual([429, true]);
  });

  async function until(list: () => Promise<string[]>, count: number): Promise<string[]> {
    for (const deadline = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const found = await list();
      if (found.length >= count) return found;
      if (Date.now() > deadline) throw new Error(`only ${found.join(", ")}`);
    }
  }
});

it("a payment page's return with an id that is not ours answers at once, without scripts too", async () => {
  for (let i = 0; i < 30; i++) {
    const page = await browser().open(`/payment-success?session_id=cs_test_${"0".repeat(20)}${i}`);
    expect(page.text).toContain("We're processing your payment.");
    expect(page.html).not.toMatch(/http-equiv="refresh"/i);
  }
});
