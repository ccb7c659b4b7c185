import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "~/domain/kernel/days";
import { openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, localPath, signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** What the office is told of a phone order: all that is wrong at once, in its own words, and whether a signature still counts. */
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await sharedServer();
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const form = (page: Page) => page.form("deliveryDate");
const newOrder = async () => form(await staff.open("/crm/bookings/new"));
const ORDER = { ...scheduleFields({ deliveryDate: openDay(41) }), dumpsterSize: "15" };
const problems = (page: Page) => page.root.querySelectorAll("[role=alert] li").map((line) => line.text);

it("tells all that is wrong at once, in words for whoever types, beside marked fields", async () => {
  const refused = await (
    await newOrder()
  )
    .fill({ ...ORDER, lastName: "", dumpsterSize: "", quoteUntil: "2020-01-01" })
    .submit("save");
  expect(refused.status).toBe(400);
  expect(problems(refused)).toEqual([
    "Enter the last name.",
    expect.stringMatching(/size/i),
    "Choose today or a later day for the end of the price.",
  ]);
  const size = refused.root.querySelector("[name=dumpsterSize]");
  expect([size?.getAttribute("aria-invalid"), size?.getAttribute("aria-describedby")]).toEqual([
    "true",
    "line-1-size-error",
  ]);
  expect(refused.root.querySelector("#line-1-size-error")).not.toBeNull();
  expect(refused.root.querySelector("[name=quantity]")?.getAttribute("aria-invalid")).toBeUndefined();
});

it("asks about an address that looks mistyped, beside the field and after saving, and refuses nothing", async () => {
  const email = { email: "ann.mistyped@gmial.com", phone: "(407) 555-0139" };
  const looked = await (await newOrder()).fill({ ...ORDER, ...email }).submit("update");
  const beside = (page: Page) => page.root.querySelector("#email-hint [role=status]")?.text;
  expect(beside(looked)).toBe("Did you mean ann.mistyped@gmail.com?");
  expect(looked.root.querySelector("[name=email]")?.getAttribute("aria-describedby")).toBe("email-hint");
  const saved = await form(looked).submit("save");
  expect([saved.status, beside(saved)]).toEqual([200, "Did you mean ann.mistyped@gmail.com?"]);
  expect(saved.root.querySelector("#sent-link")?.parentNode?.text).toContain("Did you mean ann.mistyped@gmail.com?");
  const right = await form(saved).fill({ email: "ann.mistyped@gmail.com" }).submit("save");
  expect(right.text).not.toContain("Did you mean");
});

it("says once above and once at the field that a ZIP is not served, and offers the lead beside it", async () => {
  const refused = await (await newOrder()).fill({ ...ORDER, zip: "90210" }).submit("save");
  expect(refused.text.match(/We currently don.t service this ZIP code/g)).toHaveLength(2);
  expect(refused.root.querySelector("#zip-answer [value=lead]")).not.toBeNull();
  const described = (page: Page, name: string) =>
    page.root.querySelector(`[name=${name}]`)?.getAttribute("aria-describedby");
  // What is wrong and what is answered: neither takes the other's place.
  expect(described(refused, "zip")).toBe("zip-error zip-answer");
  expect(described(refused, "deliveryDate")).toBe("day-answer");
  const answered = await (await newOrder()).fill({ ...ORDER, zip: "90210" }).submit("update");
  expect(answered.text.match(/We currently don.t service this ZIP code/g)).toHaveLength(1);
});

it("has nothing to read out or to save where we do not deliver, until the ZIP is put right", async () => {
  const side = (page: Page) => page.root.querySelector(".order-price") ?? expect.fail();
  const outside = await (await newOrder()).fill({ ...ORDER, zip: "90210" }).submit("update");
  expect(side(outside).text).toMatch(/We do not deliver to 90210, so there is no price\./);
  expect(side(outside).querySelector(".read-out, dl, [value=save]")).toBeNull();
  expect(side(outside).querySelector("[value=lead]")?.text).toBe("Keep as a lead");
  const right = await form(outside).fill({ zip: "32801" }).submit("update");
  expect(side(right).text).toContain("“$");
  expect(side(right).querySelector("[value=save]")).not.toBeNull();
  // What was prepared is no lead any more.
  const who = { email: "moved-away@example.com", phone: "(407) 555-0178", lastName: "Away" };
  const saved = await (await newOrder()).fill({ ...ORDER, ...who }).submit("save");
  const moved = await form(saved).fill({ zip: "90210" }).submit("update");
  expect(side(moved).text).toContain("so there is no price. Put the ZIP right.");
  expect(moved.root.querySelector("#order-form [value=lead], .order-price [value=save]")).toBeNull();
});

it("says when a price ends sooner than the day that is typed", async () => {
  const said = async (quoteUntil: string) => {
    const page = await (await newOrder()).fill({ ...ORDER, deliveryTime: "afternoon", quoteUntil }).submit("update");
    return /The delivery begins sooner: the price and the dumpsters are good until [^.]*\./.exec(page.text)?.[0];
  };
  expect(await said(openDay(41))).toMatch(/, 12PM\.$/);
  expect(await said(openDay(2))).toBeUndefined();
});

it("says why a day cannot be as it is typed, also before a ZIP, and then not until when its price is good", async () => {
  const sunday = [0, 1, 2, 3, 4, 5, 6]
    .map((ahead) => addDays(openDay(20), ahead))
    .find((one) => new Date(`${one}T00:00:00Z`).getUTCDay() === 0);
  const said = async (deliveryDate: string) => {
    const typed = { deliveryDate, quoteUntil: openDay(41) };
    const page = await (await newOrder()).fill(typed).submit("update");
    const json: unknown = JSON.parse((await staff.post("/crm/order.json", typed)).html);
    const words = page.root.querySelector("#day-answer .notice")?.text ?? null;
    expect(json).toMatchObject({ day: { on: deliveryDate, problem: words } });
    return [words, page.text.includes("The delivery begins sooner")];
  };
  expect(await said(sunday ?? "")).toEqual([expect.stringMatching(/Sundays/), false]);
  expect(await said("2020-01-06")).toEqual([
    expect.stringMatching(/ has passed\. The first day we can deliver is/),
    false,
  ]);
  expect(await said("2099-01-05")).toEqual([expect.stringMatching(/Choose a day up to [^.]*\d\.$/), false]);
  expect(await said(openDay(20))).toEqual([null, true]);
  // A refused save says it at the field, and not once more below.
  const refused = await (await newOrder()).fill({ ...ORDER, deliveryDate: sunday ?? "" }).submit("save");
  expect(refused.root.querySelector("#deliveryDate-error")?.text).toMatch(/Sundays/);
  expect(refused.root.querySelector("#day-answer .notice")).toBeNull();
});

it("tells staff alone that somebody is not served, and not what a customer is told then", async () => {
  const phone = "(407) 555-0177";
  const who = { phone, email: "not-served@example.com", firstName: "Not", lastName: "Served" };
  await (await newOrder()).fill({ ...ORDER, ...who }).submit("save");
  arrange(
    server,
    "update customers set do_not_serve_at = 1, do_not_serve_reason = 'Never paid.' where last_name = 'Served'",
  );
  const refused = await (await newOrder()).fill({ ...ORDER, ...who }).submit("save");
  expect(problems(refused)).toEqual([expect.stringMatching(/^Do not serve since .*: Never paid\./)]);
});

it("begins a known caller's order with the size and the material of their last one", async () => {
  const who = {
    phone: "(407) 555-0176",
    email: "again@example.com",
    firstName: "Al",
    lastName: "Again",
    smsConsent: "on",
  };
  await (await newOrder()).fill({ ...ORDER, ...who, materialCategory: "roofing" }).submit("save");
  const found = await (await newOrder()).fill({ phone: who.phone }).submit("Look up");
  const { dumpsterSize, materialCategory } = Object.fromEntries(form(found).values());
  expect([dumpsterSize, materialCategory]).toEqual(["15", "roofing"]);
  expect(found.text).toContain("agreed to text messages before");
  // Beside a ZIP of elsewhere no street of theirs.
  const elsewhere = await (await newOrder()).fill({ phone: who.phone, zip: "34746" }).submit("Look up");
  const { zip, address, city, firstName } = Object.fromEntries(form(elsewhere).values());
  expect([zip, address, city, firstName]).toEqual(["34746", "", "", "Al"]);
});

it("does not tick a signature that was for another order, and says before a change what it costs", async () => {
  const who = { phone: "(407) 555-0175", email: "resign@example.com", firstName: "Rae", lastName: "Resign" };
  const order = await (await newOrder()).fill({ ...ORDER, ...who }).submit("save");
  const at = new URL(order.url).pathname;
  expect(order.text).toContain("The caller’s form shows it at once;");
  const caller = new TextBrowser(server.url);
  const agreement = await caller.open(
    localPath(order.root.querySelector("#prepared-link")?.getAttribute("value") ?? ""),
  );
  await agreement.form("signatureName").fill({ signatureName: "Rae Resign", agree: "on" }).submit();
  const signed = await staff.open(at);
  expect(signed.text).toMatch(/✓ Signed, /);
  expect(signed.text).toContain("The caller has signed. A change of what they signed they sign once more;");
  const changed = await form(signed).fill({ address: "2 Other Street" }).submit("save");
  expect(changed.text).toContain("○ To be signed again: the agreement is another one now, not yet");
  expect(changed.text).not.toContain("The caller has signed.");
  // What needs no signature takes none away.
  await (
    await caller.open(localPath(order.root.querySelector("#prepared-link")?.getAttribute("value") ?? ""))
  )
    .form("signatureName")
    .fill({ signatureName: "Rae Resign", agree: "on" })
    .submit();
  const noted = await form(await staff.open(at))
    .fill({ specialInstructions: "Ring twice" })
    .submit("save");
  expect(noted.text).toMatch(/✓ Signed, /);
  // Another dumpster is held as the former was: while it is to be signed, and afterwards.
  expect(noted.text).toContain("The dumpsters are held");
  const resized = await form(noted).fill({ dumpsterSize: "20" }).submit("save");
  expect(resized.text).not.toContain("The dumpsters are not held");
  const again = await caller.open(localPath(order.root.querySelector("#prepared-link")?.getAttribute("value") ?? ""));
  await again.form("signatureName").fill({ signatureName: "Rae Resign", agree: "on" }).submit();
  const resigned = await staff.open(at);
  expect(resigned.text).toMatch(/✓ Signed, /);
  expect(resigned.text).toMatch(/The dumpsters are held\s*through/);
});
