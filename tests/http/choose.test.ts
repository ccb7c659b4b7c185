import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingNumberOn, openDay, scheduleFields, throughAgreement } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const visitor = () => new TextBrowser(server.url);
const pathOf = (page: Page) => new URL(page.url).pathname;
const ROOF = { projectType: "renovation", wasteTypes: ["roofing"], dumpsterSize: "20", materialCategory: "general" };
const QUESTION = "You checked Roofing. Use the Roofing price?";

async function signed(schedule: Page, email: string): Promise<Page> {
  const agreement = await schedule
    .form("address")
    .fill(scheduleFields({ email, deliveryDate: openDay(60) }))
    .submit("continue");
  return agreement.form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" }).submit("continue");
}

describe("the question about the material, without script", () => {
  it("asks before going on, keeps the answer, and the office sees it", async () => {
    const refused = await (await visitor().open("/book")).form("dumpsterSize").fill(ROOF).submit("continue");
    expect([refused.status, pathOf(refused)]).toEqual([400, "/book"]);
    expect(refused.text).toContain("One question before you go on");
    expect(refused.text).toContain(QUESTION);
    const schedule = await refused.form("dumpsterSize").submit("Keep General debris: $379");
    expect(pathOf(schedule)).toBe("/book/schedule");

    const review = await signed(schedule, "kept@example.com");
    expect(review.text).toContain("1 × 20-yard dumpster, General debris");
    // Not asked again on the way through the first step.
    const again = await (
      await review.follow("Edit 1 × 20-yard dumpster, General debris")
    )
      .form("dumpsterSize")
      .submit("continue");
    expect(pathOf(again)).toBe("/book/schedule");

    // The difference is known before it is paid, and part of the most.
    expect(review.text).toContain("Roofing: +$176.60, plus tax");
    expect(review.text).toContain("the heaviest load that we lift comes to $810.05 in all");

    const staff = await signIn(server, "staff@example.com");
    const office = await staff.open(`/crm/bookings/${bookingNumberOn(review)}`);
    expect(office.text).toContain("Customer was asked");
    expect(office.text).toContain("Roofing checked, kept General debris");
  });

  it("uses the proposed price, and asks anew when other boxes are checked", async () => {
    const mine = visitor();
    const refused = await (await mine.open("/book")).form("dumpsterSize").fill(ROOF).submit("continue");
    const schedule = await refused.form("dumpsterSize").submit("Use Roofing: $555.60");
    expect(pathOf(schedule)).toBe("/book/schedule");
    expect(schedule.text).toContain("1 × 20-yard dumpster, Roofing");
    const back = await mine.open(schedule.url.replace("/book/schedule", "/book").replace(server.url, ""));
    expect(back.text).not.toContain("You checked");
    const asked = await back
      .form("dumpsterSize")
      .fill({ wasteTypes: ["roofing", "concrete"] })
      .submit("continue");
    expect(asked.text).toContain("You checked Concrete. Use the Concrete price?");
  });
});

describe("an answer that makes a large dumpster very heavy, without script", () => {
  it("stays on the page with the advice, once, with everything as it was chosen", async () => {
    const mine = visitor();
    const given = { ...ROOF, wasteTypes: ["concrete"], dumpsterSize: "25", quantity: "2" };
    const asked = await (await mine.open("/book?zip=32801")).form("dumpsterSize").fill(given).submit("continue");
    const look = await asked.form("dumpsterSize").submit("use:concrete");
    expect([pathOf(look), look.url.split("#")[1]]).toEqual(["/book", "dumpsterSize-note"]);
    expect(look.root.querySelector("#dumpsterSize-note")?.text).toBe(
      "Concrete is very heavy: look at the size once more, then go on.",
    );
    expect(look.text).toContain("3 tons of broken concrete fill about 2.2 cubic yards of a dumpster: 6 inches deep");
    expect(look.text).not.toContain("You checked");
    const values = look.form("dumpsterSize").values();
    expect(["materialCategory", "dumpsterSize", "quantity", "wasteTypes"].map((name) => values.get(name))).toEqual([
      "concrete",
      "25",
      "2",
      "concrete",
    ]);
    const schedule = await look.form("dumpsterSize").submit("continue");
    expect(pathOf(schedule)).toBe("/book/schedule");
    expect(schedule.text).toContain("2 × 25-yard dumpster, Concrete");
  });

  it("does so where the button is pressed on the first step itself", async () => {
    const asked = await (
      await visitor().open("/book")
    )
      .form("dumpsterSize")
      .fill({ ...ROOF, wasteTypes: ["concrete"], dumpsterSize: "25" })
      .submit("update");
    const look = await asked.form("dumpsterSize").submit("use:concrete");
    expect([pathOf(look), look.url.split("#")[1]]).toEqual(["/book", "dumpsterSize-note"]);
  });
});

describe("two kinds that want a dumpster each, without script", () => {
  const BOTH = { ...ROOF, wasteTypes: ["household_items", "roofing"], quantity: "2" };
  const ask = async (mine: TextBrowser, given: Record<string, string | string[]> = {}) =>
    (await mine.open("/book?zip=32801"))
      .form("dumpsterSize")
      .fill({ ...BOTH, ...given })
      .submit("continue");

  it("are ordered by one button of the question, which keeps this line and adds the other", async () => {
    const refused = await ask(visitor());
    const order = await refused
      .form("dumpsterSize")
      .submit("Keep General debris and add a dumpster for Roofing: $1,313.60 for all 3");
    expect(pathOf(order)).toBe("/book");
    expect(order.text).toContain("Your order now has a dumpster for each material.");
    expect(
      order.root.querySelectorAll(".order-lines li").map((li) => li.text.replace(/Quantity[^]*/, "").trim()),
    ).toEqual(["20-yard dumpster, General debris", "20-yard dumpster, Roofing"]);
    const numbers = order.form("quantityOf-0").values();
    expect([numbers.get("quantityOf-0"), numbers.get("quantityOf-1")]).toEqual(["2", "1"]);
    const schedule = await order.form("quantityOf-0").submit("continue");
    expect(pathOf(schedule)).toBe("/book/schedule");
    expect(schedule.text).toContain("1 × 20-yard dumpster, Roofing");
  });

  it("have sizes that each may fill, and need a size first", async () => {
    const heavy = await ask(visitor(), {
      materialCategory: "heavy",
      dumpsterSize: "15",
      wasteTypes: ["concrete", "yard_waste", "roofing"],
    });
    const order = await heavy.form("dumpsterSize").submit("apart");
    expect(order.text).toContain("15-yard dumpster, Heavy debris");
    const mine = visitor();
    const empty = (await mine.open("/book")).form("dumpsterSize");
    const none = empty.fill({ ...BOTH, dumpsterSize: "" }).values();
    none.set("intent", "apart");
    const refused = await mine.post("/book", none);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Choose a dumpster size");
    expect(refused.form("dumpsterSize").values().getAll("wasteTypes")).toEqual(["household_items", "roofing"]);
  });

  it("are not offered where one kind is all there is", async () => {
    const refused = await ask(visitor(), { wasteTypes: ["roofing"] });
    expect(refused.root.querySelectorAll("#materialQuestion button")).toHaveLength(2);
  });

  it("add nothing when the button is pressed on an old page", async () => {
    const mine = visitor();
    const refused = await ask(mine);
    const first = refused.form("dumpsterSize").values();
    const order = await refused.form("dumpsterSize").submit("apart");
    first.set("intent", "apart");
    await mine.post(order.url.replace(server.url, ""), first);
    const now = await mine.open(order.url.replace(server.url, ""));
    expect(now.root.querySelectorAll(".order-lines li")).toHaveLength(2);
  });
});

describe("the question about one of several dumpsters, without script", () => {
  const asks = async (wasteTypes: string[]) => {
    const add = await (
      await visitor().open("/book")
    )
      .form("dumpsterSize")
      .fill({ projectType: "home_cleanout", dumpsterSize: "15" })
      .submit("add");
    const order = await add.form("dumpsterSize").fill({ dumpsterSize: "25", wasteTypes }).submit("Put it in the order");
    return order.form("quantityOf-0").submit("continue");
  };

  it("is asked where the first one is General debris as well, and says which it means", async () => {
    expect((await asks(["yard_waste"])).text).toContain(
      "You checked Yard waste. Use the Yard waste price for 25 yards?",
    );
    expect((await asks(["roofing"])).text).toContain("Use the Roofing price for 25 yards?");
  });

  it("has the prices of the number that is typed, beside the price of what is typed", async () => {
    const mine = visitor();
    const asked = await (
      await mine.open("/book")
    )
      .form("dumpsterSize")
      .fill({ ...ROOF, wasteTypes: [], materialCategory: "roofing" })
      .submit("update");
    const changed = await asked
      .form("dumpsterSize")
      .fill({ wasteTypes: ["roofing"], dumpsterSize: "25", quantity: "2", materialCategory: "mixed_construction" })
      .submit("continue");
    expect(changed.text).toContain("2 × 25-yard dumpster, Mixed construction");
    expect(changed.text).not.toContain("1 × 20-yard");
    const buttons = changed.root.querySelectorAll("#materialQuestion button").map((one) => one.text);
    expect(buttons.every((words) => words.includes(" for 2") || words.includes("for all 3"))).toBe(true);
  });
});

describe("what a material makes of the sizes, without script", () => {
  it("is in each size's price, and how little three tons are stands there", async () => {
    const page = await visitor().open("/book?materialCategory=concrete&projectType=construction");
    expect(page.text).toContain("3 tons of broken concrete fill about 2.2 cubic yards of a dumpster: 6 inches deep");
    // The others stand there only while none is chosen, for the style sheet.
    expect(page.root.querySelectorAll(".heavy-note")).toHaveLength(1);
    expect((await visitor().open("/book")).root.querySelectorAll(".heavy-note")).toHaveLength(7);
    const call = (await visitor().open("/book?materialCategory=electronics")).root.querySelectorAll(".heavy-note");
    expect(call.map((note) => note.text)).toEqual([
      "Electronics: We agree on this one by phone. Continue, and we call you back.",
    ]);
    const best = page.root.querySelectorAll(".size:has(.construction .tag) input");
    expect(best.map((input) => input.getAttribute("value"))).toEqual(["15"]);
    const roof = await visitor().open("/book?materialCategory=roofing");
    expect(roof.root.querySelectorAll(".size .num").map((price) => price.text)).toEqual([
      "$485.60",
      "$555.60",
      "$639.60",
    ]);
    // Shingles are weighed by the square: said here, not only when it is signed.
    expect(roof.root.querySelectorAll(".heavy-note").map((note) => note.text)).toEqual([
      "Three tons are roughly 20 squares of shingles.",
    ]);
    const sized = await visitor().open("/book?materialCategory=roofing&dumpsterSize=20");
    expect(sized.text).toMatch(/Scrap metal No charge/);
    expect(sized.text).toMatch(/Heavy debris \$427\.70 in 15 yards/);
    expect(sized.text).not.toMatch(/\$[\d.]+ (more|less)/);
    expect(roof.root.querySelector("details[open] [value=roofing]")).not.toBeNull();
    const heavy = await visitor().open("/book?materialCategory=heavy");
    expect(heavy.root.querySelectorAll(".size .num").map((price) => price.text)).toEqual([
      "$427.70",
      "Not for Heavy debris",
      "Not for Heavy debris",
    ]);
    expect(page.text).not.toMatch(/× 1\.\d/);
  });
});

describe("changing an order, without script", () => {
  it("opens a form for another dumpster only when asked for; each line has a number and Edit", async () => {
    const mine = visitor();
    const add = await (
      await mine.open("/book")
    )
      .form("dumpsterSize")
      .fill({ projectType: "renovation", dumpsterSize: "15" })
      .submit("add");
    const schedule = await add.form("dumpsterSize").fill({ dumpsterSize: "25" }).submit("continue");
    const order = await mine.open(schedule.url.replace("/book/schedule", "/book").replace(server.url, ""));
    expect(order.root.querySelector("[name=dumpsterSize]")).toBeNull();
    const more = await order.form("quantityOf-0").fill({ "quantityOf-0": "3" }).submit("update");
    expect(more.text).toContain("3 × 15-yard dumpster, General debris");
    const edit = await more.form("quantityOf-0").submit("edit:1");
    expect(edit.form("dumpsterSize").values().get("dumpsterSize")).toBe("25");
    // Each of its buttons leads to what it was pressed for.
    const priced = await edit.form("dumpsterSize").fill({ dumpsterSize: "15" }).submit("update");
    expect([priced.url.split("#")[1], priced.form("dumpsterSize").values().get("dumpsterSize")]).toEqual([
      "price-heading",
      "15",
    ]);
    const kept = await priced.form("dumpsterSize").fill({ dumpsterSize: "20" }).submit("Save this dumpster");
    expect(kept.root.querySelector("[name=dumpsterSize]")).toBeNull();
    expect(kept.text).toContain("1 × 20-yard dumpster, General debris");
    expect(kept.text).not.toContain("a dumpster for each");
    // One that was begun is not left out of the order without a word.
    const begun = (await kept.form("quantityOf-0").submit("add")).form("dumpsterSize");
    for (const [name, value] of [
      ["materialCategory", "concrete"],
      ["quantity", "2"],
    ] as const) {
      const refused = await begun.fill({ [name]: value }).submit("continue");
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Choose a dumpster size")]);
    }
    const done = await edit.form("dumpsterSize").fill({ dumpsterSize: "20", quantity: "2" }).submit("continue");
    expect(done.text).toContain("3 × 15-yard dumpster, General debris");
    expect(done.text).toContain("2 × 20-yard dumpster, General debris");
    const now = await mine.open(order.url.replace(server.url, ""));
    const another = await now.form("quantityOf-0").submit("add");
    expect(another.form("dumpsterSize").values().get("dumpsterSize")).toBeNull();
    expect((await another.form("quantityOf-0").submit("close")).root.querySelector("[name=dumpsterSize]")).toBeNull();
  });

  it("names everything that changed before it is signed again", async () => {
    const review = await throughAgreement(visitor(), {
      size: "15",
      email: "changed@example.com",
      deliveryDate: openDay(61),
    });
    const signed = await review.follow("Agreement");
    expect(signed.text).toContain("You have signed this, and nothing in it has changed since.");
    expect(pathOf(await signed.follow("Go on to payment"))).toBe("/book/payment");
    const edit = await review.follow("Edit 1 × 15-yard dumpster, General debris");
    // The page begins with the line, which is not in the list above it while it is changed.
    expect(edit.url).toMatch(/line=0#dumpsterSize$/);
    const schedule = await edit
      .form("dumpsterSize")
      .fill({ dumpsterSize: "20", materialCategory: "roofing", wasteTypes: ["roofing"] })
      .submit("continue");
    const agreement = await schedule.form("address").submit("continue");
    expect((await agreement.follow("Change Day and place")).form("address").values().get("zip")).toBe("32801");
    for (const words of [
      "15 → 20 yards",
      "General debris → Roofing",
      "Price: $329.00 → $555.60",
      "Total: $355.32 → $600.05",
    ])
      expect(agreement.text).toContain(words);
    expect(agreement.text).not.toContain("You have signed this");
  });
});
