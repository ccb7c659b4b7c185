import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookingDrafts, bookings, events, leads, outbox, rentalAgreements } from "#db/schema/index";
import type { Problem } from "~/http/answers/forms.server";
import { changeSetting, openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type Answer, type FakeStripe } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as callBack from "./call-back";
import * as payment from "./payment";
import * as project from "./project";
import * as schedule from "./schedule";
import type { TypedAgain } from "~/ui/booking/typed-again";
import { PROJECT, SCHEDULE as TYPED } from "../../../tests/support/typed";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let stripe: FakeStripe;
let calls: number;
let me: Visitor;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 15: 30, 20: 30 } });
  stripe = fakeStripe();
  calls = 0;
  const { createCheckout, getSession, expireSession } = stripe;
  Object.assign(stripe, {
    createCheckout: (...args: Parameters<typeof createCheckout>) => {
      calls++;
      return createCheckout(...args);
    },
    getSession: (id: string) => {
      calls++;
      return getSession(id);
    },
    expireSession: (id: string) => {
      calls++;
      return expireSession(id);
    },
  });
  me = new Visitor(fakeServices(world, stripe));
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const SCHEDULE = { ...TYPED, specialInstructions: "Gate code 4711" };
const count = (table: typeof bookingDrafts | typeof leads | typeof rentalAgreements) =>
  world.db.orm.select().from(table).all().length;
const wordsOf = (answer: Answer) => (answer.data as Problem).fields[""];
const draftOf = (answer: Answer) => new URL(answer.location ?? "", "http://localhost").searchParams.get("draft") ?? "";

async function toAgreement(): Promise<string> {
  const draft = draftOf(await me.post(project.action, "/book", PROJECT));
  await me.post(schedule.action, `/book/schedule?draft=${draft}`, SCHEDULE);
  return draft;
}
async function sign(draft: string): Promise<Answer> {
  const page = await me.get(agreement.loader, `/book/agreement?draft=${draft}`);
  if (page.location) return page;
  const { contentSha256 } = (page.data as { view: { contentSha256: string } }).view;
  return me.post(agreement.action, `/book/agreement?draft=${draft}`, {
    signatureName: "Ada Tester",
    agree: "on",
    seen: contentSha256,
  });
}
const pay = (draft: string) => me.post(payment.action, `/book/payment?draft=${draft}`, { cardConsent: "on" });

describe("drafts", () => {
  it("are as many as the cap, begun or rescued; then both pages stay with everything typed", async () => {
    for (let i = 0; i < 60; i++) expect((await me.post(project.action, "/book", PROJECT)).status).toBe(302);
    // From elsewhere: each form names a draft that is not this browser's.
    for (let i = 0; i < 200; i++) await me.post(schedule.action, "/book/schedule?draft=drf_none", SCHEDULE);
    expect(count(bookingDrafts)).toBe(120);
    const begun = await me.post(project.action, "/book", PROJECT);
    expect(begun).toMatchObject({ status: 429, data: { values: { projectType: "renovation", dumpsterSize: "20" } } });
    const rescued = await me.post(schedule.action, "/book/schedule?draft=drf_none", { ...SCHEDULE, rentalDays: "-5" });
    expect(rescued.status).toBe(429);
    const { view, problem } = (rescued.data as TypedAgain<object>).typedAgain;
    expect(problem).toMatchObject({
      fields: { "": expect.stringContaining("Too many bookings") as string },
      values: { specialInstructions: "Gate code 4711", firstName: "Ada", rentalDays: "-5" },
    });
    expect(view).toMatchObject({ values: { address: "123 Main Street" }, save: { resumeUrl: null } });
    const first = await me.post(project.action, "/book?draft=drf_none", { ...PROJECT, quantity: "many" });
    expect(first.status).toBe(429);
    expect((first.data as TypedAgain<object>).typedAgain).toMatchObject({
      problem: { fields: { "": expect.stringContaining("Too many bookings") as string }, values: { quantity: "many" } },
      view: { values: { projectType: "renovation", dumpsterSize: "20" }, save: { resumeUrl: null } },
    });
    expect(count(bookingDrafts)).toBe(120);
  });

  it("are everybody's own", async () => {
    for (let i = 0; i < 121; i++) await me.post(schedule.action, "/book/schedule?draft=drf_none", SCHEDULE);
    me.address = "203.0.113.80";
    expect((await me.post(schedule.action, "/book/schedule?draft=drf_none", SCHEDULE)).location).toContain(
      "notice=rescued",
    );
  });

  it("mail their link six times an hour, and say honestly that it is enough", async () => {
    const draft = await toAgreement();
    const ask = () => me.post(agreement.action, `/book/agreement?draft=${draft}`, { intent: "email-link" });
    for (let i = 0; i < 6; i++) expect((await ask()).location).toBe(`/book/agreement?draft=${draft}&sent=1#save`);
    const often = await ask();
    expect(often.location).toBe(`/book/agreement?draft=${draft}&sent=often#save`);
    const shown = (await me.get(agreement.loader, often.location ?? "")).data as { view: { save: object } };
    expect(shown.view).toMatchObject({ save: { sent: "often" } });
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.resume")).all().length).toBeLessThanOrEqual(
      6,
    );
  });

  it("mail it to an address that was corrected within the minute as well, and to one address once", async () => {
    const draft = await toAgreement();
    for (const email of ["ada@exampel.com", "ada@example.com", "Ada@example.com"])
      await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, email, intent: "email-link" });
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.resume")).all()).toHaveLength(2);
  });
});

describe("leads", () => {
  const ask = (i: number, phone: string) =>
    me.post(callBack.action, "/book/call-back", {
      name: "Ada",
      phone,
      email: "",
      zip: "",
      message: `Please call ${i}`,
    });

  it("are ten an hour from one connection", async () => {
    for (let i = 0; i < 30; i++) await ask(i, `40755501${String(i).padStart(2, "0")}`);
    expect(count(leads)).toBe(10);
    expect(wordsOf(await ask(99, "4075550199"))).toContain("Please call us instead");
  });

  it("are five an hour for one phone number from one connection, however it is typed, and twenty from wherever", async () => {
    const spellings = ["4075550133", "(407) 555-0133", "+1 407 555 0133"];
    const made: number[] = [];
    for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4", "203.0.113.5"]) {
      me.address = from;
      for (let i = 0; i < 7; i++) await ask(made.length * 10 + i, spellings[i % 3] ?? "");
      made.push(count(leads));
    }
    expect(made).toEqual([5, 10, 15, 20, 20]);
  });
});

describe("a draft of one's own", () => {
  it("is signed anew 15 times an hour: no more agreements than that", async () => {
    const draft = await toAgreement();
    for (let i = 0; i < 25; i++) {
      await me.post(schedule.action, `/book/schedule?draft=${draft}`, {
        ...SCHEDULE,
        rentalDays: String(1 + (i % 20)),
      });
      await sign(draft);
    }
    expect(count(rentalAgreements)).toBe(15);
  });

  it("opens its payment page 30 times an hour: no more calls to the card company, consents and events than that", async () => {
    const draft = await toAgreement();
    await sign(draft);
    const answers: Answer[] = [];
    for (let i = 0; i < 40; i++) answers.push(await pay(draft));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(30);
    expect(wordsOf(answers[39] as Answer)).toMatch(/Nothing was charged by that\. Please try again in \d+/);
    expect(calls).toBe(30);
    expect(world.db.orm.select().from(events).where(eq(events.action, "card_consent_given")).all()).toHaveLength(30);
  });

  it("ends its payment page by a change 20 times an hour, also while the card company is away", async () => {
    const draft = await toAgreement();
    await sign(draft);
    await pay(draft);
    stripe.down = true;
    calls = 0;
    const answers: Answer[] = [];
    for (let i = 0; i < 30; i++)
      answers.push(
        await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-04" }),
      );
    expect(calls).toBe(20);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(wordsOf(answers[29] as Answer)).toMatch(/nothing was changed/);
  });

  const change = (draft: string, i: number, fields: object = {}) =>
    me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, email: `ada${i}@example.com`, ...fields });
  const ended = () => world.db.orm.select().from(events).where(eq(events.action, "links_ended")).all().length;

  it.each(["a mail", "a booking"])(
    "gets another email address 20 times an hour where links may have gone out, then keeps everything typed but that: %s",
    async (by) => {
      const draft = await toAgreement();
      await (by === "a booking"
        ? sign(draft)
        : me.post(agreement.action, `/book/agreement?draft=${draft}`, { intent: "email-link" }));
      const answers: Answer[] = [];
      for (let i = 0; i < 30; i++) answers.push(await change(draft, i, { specialInstructions: `Gate code ${i}` }));
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array<number>(20).fill(302),
        ...Array<number>(10).fill(429),
      ]);
      expect(ended()).toBe(20);
      expect(answers[29]?.data).toMatchObject({
        fields: {
          email: expect.stringMatching(/so ada19@example\.com stays for now.* in \d+ (minutes|seconds)\.$/) as string,
        },
        values: { email: "ada29@example.com", specialInstructions: "Gate code 29", address: "123 Main Street" },
      });
      const stored = () => world.db.orm.select().from(bookingDrafts).get();
      expect(stored()?.data).toMatchObject({
        contactInfo: { email: "ada19@example.com", firstName: "Ada" },
        specialInstructions: "Gate code 29",
      });
      // Not by any other button either; with the address that stayed everything goes on.
      for (const intent of ["update", "email-link"]) expect((await change(draft, 31, { intent })).status).toBe(429);
      expect((await change(draft, 19)).location).toBe(`/book/agreement?draft=${draft}`);
      vi.setSystemTime(1_800_000_000_000 + 3_600_000);
      expect((await change(draft, 32)).status).toBe(302);
      expect(ended()).toBe(21);
    },
  );

  it("gets another one as often as one likes while no link went anywhere, in its own row alone; the address of its page ends all the same", async () => {
    const draft = await toAgreement();
    const key = () => world.db.orm.select().from(bookingDrafts).get()?.resume_key;
    const before = key();
    for (let i = 0; i < 30; i++) expect((await change(draft, i)).status).toBe(302);
    expect(world.db.orm.select().from(events).all()).toEqual([]);
    expect(key()).not.toBe(before);
  });

  it("without an open payment page is changed as often as one likes", async () => {
    const draft = await toAgreement();
    await sign(draft);
    for (let i = 0; i < 40; i++)
      expect((await me.post(schedule.action, `/book/schedule?draft=${draft}`, SCHEDULE)).status).toBe(302);
    expect(calls).toBe(0);
  });
});

describe("held dumpsters", () => {
  it("are 25 an hour for one connection, and 100 for one mailbox in whatever spelling", async () => {
    const held = async (email: string, address: string) => {
      me.address = address;
      const draft = draftOf(await me.post(project.action, "/book", { ...PROJECT, quantity: "5" }));
      await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, email, deliveryTime: "anytime" });
      await sign(draft);
      const answer = await pay(draft);
      // Given back, as an abandoned page is, so that only the cap stands in the way.
      await me.post(project.action, `/book?draft=${draft}`, { ...PROJECT, quantity: "5" });
      return answer.status;
    };
    const mine: number[] = [];
    for (let i = 0; i < 6; i++) mine.push(await held(`made.up${i}@example.com`, "198.51.100.7"));
    expect(mine).toEqual([303, 303, 303, 303, 303, 429]);
    const theirs: number[] = [];
    for (let i = 0; i < 21; i++) theirs.push(await held(`Victim+${i}@example.com`, `203.0.113.${i}`));
    expect(theirs).toEqual([...Array<number>(20).fill(303), 429]);
    expect(world.db.orm.select().from(bookings).all()).toHaveLength(27);
  });

  const press = async (from: string, email: string, more: object = {}) => {
    me.address = from;
    const draft = draftOf(await me.post(project.action, "/book", { ...PROJECT, dumpsterSize: "15", ...more }));
    await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, email, deliveryTime: "anytime" });
    await sign(draft);
    return pay(draft);
  };

  it("of a stranger who types somebody's address leave its owner their own, and the refusal says nothing of them", async () => {
    const strangers: Answer[] = [];
    for (let i = 0; i < 4; i++) strangers.push(await press("203.0.113.1", `ada+${i}@example.com`));
    expect(strangers.map(({ status }) => status)).toEqual([303, 303, 303, 429]);
    expect(wordsOf(strangers[3] as Answer)).not.toMatch(/already|email|\b3\b|three/);
    expect((await press("198.51.100.7", "ada@example.com")).status).toBe(303);
  });

  it("that nobody got do not count", async () => {
    await changeSetting(world, "maxHoldsPerEmail", 1);
    await changeSetting(world, "windowCapacity", 20);
    const five = (email: string) => press("203.0.113.1", email, { quantity: "5" }).then(({ status }) => status);
    expect(await five("ada@example.com")).toBe(303);
    for (let i = 0; i < 6; i++) expect(await five("ada@example.com")).toBe(429);
    expect(await five("eve@example.com")).toBe(303);
  });
});

describe("the lines of one draft", () => {
  // Each press kept one more, without any cap: 20,000 of them made a page of 16 MB that stopped every other for 4.5 s.
  it.each([
    ["that can be had, kept by the button that mails the link", { dumpsterSize: "20", intent: "email-link" }],
    ["of a size that there is not", { dumpsterSize: "7", intent: "add" }],
    ["of a material that there is not", { materialCategory: "nonsense", intent: "add" }],
  ])("have an end: %s", async (_what, typed) => {
    const begun = await me.post(project.action, "/book", PROJECT);
    const path = `/book?draft=${draftOf(begun)}`;
    for (let i = 0; i < 120; i++) await me.post(project.action, path, { ...PROJECT, line: "none", ...typed });
    const [row] = world.db.orm.select().from(bookingDrafts).all();
    expect(row?.data.cart.length).toBeGreaterThan(9);
    expect(row?.data.cart.length).toBeLessThanOrEqual(101);
  });
});
