import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const browser = () => new TextBrowser(server.url);
/** What the form says now, the words beside its fields, and the total; all without scripts. */
function shown(page: Page) {
  const values = page.form("materialCategory").values();
  const notes = Object.fromEntries(
    page.root.querySelectorAll(".notice[id$=-note]").map((note) => [note.id.replace("-note", ""), note.text]),
  );
  return {
    size: values.get("dumpsterSize"),
    material: values.get("materialCategory"),
    quantity: values.get("quantity"),
    notes,
    total: page.root.querySelector("#price-total")?.text,
  };
}
/** The notes stand inside their field, which names them for those who hear the page. */
function expectTied(page: Page, field: string): void {
  const named = page.root
    .querySelectorAll("[aria-describedby]")
    .filter((element) => element.getAttribute("aria-describedby")?.split(" ").includes(`${field}-note`));
  expect(named.length, field).toBe(1);
}

const CHOSE_15 = "Heavy debris goes in the 15-yard dumpster only. We chose 15 yards instead of 25.";

describe("a booking begun by an address", () => {
  it("keeps the material without a size", async () => {
    const page = await browser().open("/book?materialCategory=roofing");
    expect(shown(page)).toEqual({ size: null, material: "roofing", quantity: "1", notes: {}, total: undefined });
  });

  it("keeps the material, gives the size that it may fill, says why beside it, prices that, and goes on", async () => {
    const page = await browser().open("/book?dumpsterSize=25&materialCategory=heavy&quantity=2&projectType=renovation");
    expect(shown(page)).toEqual({
      size: "15",
      material: "heavy",
      quantity: "2",
      notes: { dumpsterSize: CHOSE_15 },
      total: "$923.83",
    });
    expectTied(page, "dumpsterSize");
    // Another material brings the larger ones back: without scripts no size is out of reach.
    const larger = await page
      .form("dumpsterSize")
      .fill({ materialCategory: "general", dumpsterSize: "25" })
      .submit("update");
    expect(shown(larger)).toMatchObject({ size: "25", material: "general", notes: {} });
    const next = await page
      .form("dumpsterSize")
      .fill({ materialCategory: "heavy", dumpsterSize: "15" })
      .submit("continue");
    expect(new URL(next.url).pathname).toBe("/book/schedule");
    expect(next.text).toContain("2 × 15-yard dumpster, Heavy debris");
  });

  it("drops nothing unsaid for one field that cannot be had", async () => {
    const size = await browser().open("/book?dumpsterSize=30&materialCategory=yard&quantity=3");
    expect(shown(size)).toMatchObject({
      size: null,
      material: "yard",
      quantity: "3",
      notes: { dumpsterSize: "We have no dumpster of the size that was asked for. Choose 15, 20 or 25 yards." },
    });
    const odd = await browser().open("/book?dumpsterSize=20&materialCategory=%3Cscript%3E&quantity=12");
    expect(shown(odd)).toMatchObject({
      size: "20",
      material: "general",
      quantity: "5",
      notes: { materialCategory: expect.any(String) as string, quantity: expect.any(String) as string },
    });
    for (const field of ["materialCategory", "quantity"]) expectTied(odd, field);
    expect(odd.html).not.toContain('<script>"');
  });

  it("says nothing where nothing is to be said", async () => {
    for (const query of [
      "",
      "?dumpsterSize=20",
      "?dumpsterSize=15&materialCategory=heavy",
      "?materialCategory=&dumpsterSize=",
      "?projectType=renovation&zip=32801",
    ]) {
      expect(shown(await browser().open(`/book${query}`)).notes, query).toEqual({});
    }
  });
});

describe("the other ways in", () => {
  it("a draft whose line does not fit is shown with one that does, its price and the reason", async () => {
    const mine = browser();
    const first = await mine.open("/book");
    const cart = await first.form("dumpsterSize").fill({ projectType: "renovation", dumpsterSize: "20" }).submit("add");
    // Removing a line keeps what is typed, whether or not it fits.
    const page = await cart
      .form("dumpsterSize")
      .fill({ materialCategory: "heavy", dumpsterSize: "25" })
      .submit("remove:0");
    expect(shown(page)).toEqual({
      size: "15",
      material: "heavy",
      quantity: "1",
      notes: { dumpsterSize: CHOSE_15 },
      total: "$461.92",
    });
    // And so on the way back to it.
    expect(shown(await mine.open(page.url.replace(server.url, "")))).toMatchObject({
      size: "15",
      notes: { dumpsterSize: CHOSE_15 },
    });
    const draft = new URL(page.url).searchParams.get("draft") ?? "";
    arrange(
      server,
      "update booking_drafts set data = json_set(data, '$.materialCategory', 'antimatter') where id = ?",
      draft,
    );
    expect(shown(await mine.open(page.url.replace(server.url, "")))).toMatchObject({
      size: "25",
      material: "general",
      notes: { materialCategory: expect.any(String) as string },
    });
  });

  it("the page for an additional dumpster says what it changed of its address", async () => {
    const mine = browser();
    const number = bookingNumberOn(
      await bookAndPay(mine, { email: "prefilled@example.com", deliveryDate: openDay(52) }),
    );
    const page = await mine.open(
      `/manage-booking/another?booking=${number}&size=25&material=heavy&quantity=9&rentalDays=90`,
    );
    const values = page.form("rentalDays").values();
    expect([values.get("size"), values.get("material"), values.get("quantity"), values.get("rentalDays")]).toEqual([
      "15",
      "heavy",
      "5",
      "30",
    ]);
    expect(page.root.querySelector("#size-note")?.text).toContain(CHOSE_15);
    expect(page.root.querySelector("#quantity-note")?.text).toContain("We set it to 5.");
    expect(page.root.querySelector("#rentalDays-note")?.text).toContain("We set it to 30.");
    for (const field of ["size", "quantity", "rentalDays"]) expectTied(page, field);
    expect((await mine.open(`/manage-booking/another?booking=${number}`)).root.querySelectorAll("[id$=-note]")).toEqual(
      [],
    );
  });

  it("the JSON functions refuse it with the reason", async () => {
    const answer = await fetch(`${server.url}/functions/v1/quote`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ items: [{ size: 25, quantity: 1, material: "heavy", rentalDays: 7 }], context: "new" }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { fields: { "items.0.size": expect.stringContaining("15 yards") as string } },
    });
  });
});
