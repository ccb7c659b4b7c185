import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const ROOM = 6;
const fill = (day: string, window: string, taken = ROOM) =>
  arrange(
    server,
    "insert into delivery_window_days (day, delivery_window, taken) values (?, ?, ?) on conflict do update set taken = excluded.taken",
    day,
    window,
    taken,
  );
const grantsSince = () => count(server, "select count(*) from grants");
const SIGNED = { signatureName: "Sam Staff", agree: "on" };

interface Additional {
  mine: TextBrowser;
  sign: Page;
}

/** A paid booking of somebody who is called like our staff, and the additional dumpster that they ask for. */
async function asked(
  road: "page" | "JSON",
  name: string,
  deliveryDate: ReturnType<typeof openDay>,
): Promise<Additional> {
  const mine = new TextBrowser(server.url);
  const [firstName, lastName] = name.split(" ");
  const done = await bookAndPay(mine, { email: `${road}-${deliveryDate}@example.com`, deliveryDate, firstName });
  const number = bookingNumberOn(done);
  arrange(
    server,
    "update bookings set first_name = ?, last_name = ? where booking_number = ?",
    firstName ?? "",
    lastName ?? "",
    number,
  );
  if (road === "page") {
    const page = await mine.open(`/manage-booking/another?booking=${number}`);
    return { mine, sign: await page.form("rentalDays").fill({ size: "20", quantity: "2" }).submit("continue") };
  }
  const [row] = query<{ id: string }>(server.dataDir, "select id from bookings where booking_number = ?", number);
  const answer = await fetch(`${server.url}/functions/v1/create-payment-session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: mine.cookieHeader },
    body: JSON.stringify({
      bookingId: row?.id,
      amount: 818.64,
      payment_type: "additional_dumpster",
      quoteData: { items: [{ size: 20, quantity: 2, material: "general", rentalDays: 7 }], totals: { total: 818.64 } },
    }),
  });
  return { mine, sign: await mine.open(localPath(((await answer.json()) as { url: string }).url)) };
}

describe.each([
  ["page", "Sam Staff", 60],
  ["JSON", "Sam Staff", 62],
  ["page", "Office Office", 64],
] as const)("an additional dumpster by %s, asked for by a customer called %s", (road, name, ahead) => {
  it("is a customer's order: its window has an end, its price moves, its material is talked about first", async () => {
    const before = grantsSince();
    const day = openDay(ahead);
    const { mine, sign } = await asked(road, name, day);
    expect(pathOf(sign)).toMatch(/^\/sign-agreement\//);
    const [made] = query<{
      source: string;
      status: string;
      quote_expires_at: number | null;
      prepared_by: string | null;
    }>(
      server.dataDir,
      "select b.source, b.status, b.quote_expires_at, d.prepared_by from bookings b join booking_drafts d on d.id = b.draft_id order by b.created_at desc, b.booking_number desc limit 1",
    );
    expect(made).toEqual({ source: "web", status: "pending_payment", quote_expires_at: null, prepared_by: null });

    // Its price is not fixed.
    arrange(server, "update pricing_matrix set base_price = base_price + 10000 where size_yards = 20");
    const dearer = await mine.open(localPath(sign.url));
    arrange(server, "update pricing_matrix set base_price = base_price - 10000 where size_yards = 20");
    expect(sign.text).toContain("$818.64");
    expect(dearer.text).toContain("$1,034.64");

    // Its window is counted.
    const review = await (await mine.open(localPath(sign.url))).form("signatureName").fill(SIGNED).submit("continue");
    fill(day, "morning", ROOM - 1);
    const refused = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Your delivery time has just filled up.");

    // A large order and a material that needs a talk do not pass, over no address of it.
    const draft = new URL(review.url).searchParams.get("draft") ?? "";
    const electronics = await (
      await mine.open(`/book?draft=${draft}`)
    )
      .form("dumpsterSize")
      .fill({ materialCategory: "electronics", dumpsterSize: "20" })
      .submit("continue");
    expect(pathOf(electronics)).toBe("/book/call-back");
    expect(pathOf(await mine.open(localPath(sign.url)))).toBe("/book/call-back");
    expect(pathOf(await mine.post(localPath(sign.url), { ...SIGNED, seen: "0" }))).toBe("/book/call-back");
    expect(pathOf(await mine.open(`/book/payment?draft=${draft}`))).toBe("/book/call-back");
    expect(grantsSince()).toBe(before);
  });
});

describe("what the office gives by a phone order", () => {
  const order = (email: string, day: string, changes: Record<string, string> = {}) => ({
    ...scheduleFields({ email }),
    deliveryDate: day,
    dumpsterSize: "20",
    ...changes,
  });
  const prepare = async (fields: Record<string, string>) => {
    const staff = await signIn(server, "staff@example.com");
    expect(
      bookingNumberOn(await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(fields).submit()),
    ).toMatch(/^DMP-/);
    const link = (await mailTo(server, fields.email ?? "")).links.find((one) => one.includes("/sign-agreement/")) ?? "";
    return localPath(link);
  };
  const pay = async (review: Page) => review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");

  it("is a talk about the material and a place in a full window, by the account that is signed in", async () => {
    const day = openDay(66);
    fill(day, "morning");
    const link = await prepare(order("given@example.com", day, { materialCategory: "electronics", fullWindow: "on" }));
    expect(
      query(
        server.dataDir,
        `select g."right", a.email from grants g join accounts a on a.id = g.granted_by join bookings b on b.draft_id = g.draft_id where b.email = 'given@example.com' order by 1`,
      ),
    ).toEqual(["consultation", "full_window", "price"].map((right) => ({ right, email: "staff@example.com" })));
    const mine = new TextBrowser(server.url);
    const review = await (await mine.open(link)).form("signatureName").fill(SIGNED).submit("continue");
    // The window that was given can be kept while a telephone number is put right.
    const draft = new URL(review.url).searchParams.get("draft") ?? "";
    const again = await (
      await mine.open(`/book/schedule?draft=${draft}`)
    )
      .form("address")
      .fill({ phone: "(407) 555-0177" })
      .submit("continue");
    expect(pathOf(again)).toBe("/book/agreement");
    // The first step too leads on, not to a call-back about what was talked about.
    const first = await mine.open(`/book?draft=${draft}`);
    expect(pathOf(await first.form("dumpsterSize").submit("continue"))).toBe("/book/schedule");
    // Nor does it say so; of another material, which nobody talked about, it does.
    expect(first.text.match(/We agree on this one by phone/g)).toHaveLength(1);
    expect(first.root.querySelectorAll(".heavy-note")).toHaveLength(0);
    const signed = await (
      await mine.open(`/book/agreement?draft=${draft}`)
    )
      .form("signatureName")
      .fill(SIGNED)
      .submit("continue");
    expect((await pay(signed)).status).toBe(200);
  });

  it("is more dumpsters than a window holds, until the customer makes it another order", async () => {
    const day = openDay(68);
    const staff = await signIn(server, "staff@example.com");
    await (
      await staff.open("/crm/bookings/new")
    )
      .form("deliveryDate")
      .fill({
        ...order("large@example.com", day, { fullWindow: "on" }),
        dumpsterSize: ["20", "15", ""],
        quantity: ["5", "3", "1"],
      })
      .submit();
    const link = localPath(
      (await mailTo(server, "large@example.com")).links.find((one) => one.includes("/sign-agreement/")) ?? "",
    );
    const mine = new TextBrowser(server.url);
    const review = await (await mine.open(link)).form("signatureName").fill(SIGNED).submit("continue");
    const draft = new URL(review.url).searchParams.get("draft") ?? "";
    const moved = await (
      await mine.open(`/book/schedule?draft=${draft}`)
    )
      .form("address")
      .fill({ deliveryTime: "afternoon" })
      .submit("continue");
    expect(moved.status).toBe(400);
    expect(moved.text).toContain("need more truck trips than one delivery time holds");
    expect(pathOf(await mine.open(link))).toBe("/book/schedule");
    const back = await moved.form("address").fill({ deliveryTime: "morning" }).submit("continue");
    const signed = await (await mine.open(localPath(back.url))).form("signatureName").fill(SIGNED).submit("continue");
    expect((await pay(signed)).url).toContain("/sandbox/checkout/");
  });

  it("cannot be given by a driver, a plain user or nobody", async () => {
    const before = grantsSince();
    const fields = order("nobody@example.com", openDay(70));
    for (const [who, status] of [
      [await signIn(server, "user@example.com"), 403],
      [await signIn(server, "driver@example.com", "/driver/auth"), 200],
      [new TextBrowser(server.url), 200],
    ] as const) {
      const answer = await who.post("/crm/bookings/new", fields);
      expect([answer.status, pathOf(answer) === "/crm/bookings/new"]).toEqual([status, status === 403]);
    }
    expect(grantsSince()).toBe(before);
    expect(count(server, "select count(*) from bookings where email = 'nobody@example.com'")).toBe(0);
  });

  it("cannot be given any more by somebody who was taken from the team", async () => {
    const staff = await signIn(server, "staff@example.com");
    const form = (await staff.open("/crm/bookings/new"))
      .form("deliveryDate")
      .fill(order("former@example.com", openDay(72)));
    const before = grantsSince();
    arrange(
      server,
      "delete from team_members where user_id = (select id from accounts where email = 'staff@example.com')",
    );
    expect((await form.submit()).status).toBe(403);
    expect(grantsSince()).toBe(before);
    arrange(
      server,
      "insert into team_members (user_id, added_by, added_at) select id, 'test', 0 from accounts where email = 'staff@example.com'",
    );
  });
});
