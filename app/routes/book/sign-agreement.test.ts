import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { bookingDrafts, bookings, customers } from "#db/schema/index";
import { keepCustomer } from "~/domain/customers/customers.server";
import { day, formatDay } from "~/domain/kernel/days";
import { findDraft, saveDraft } from "~/domain/booking/draft/drafts.server";
import { formatEnd } from "~/domain/kernel/full-dates";
import { dayAt, plus } from "~/domain/kernel/time.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import type { Services } from "~/services.server";
import { changeSetting, CUSTOMER, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as changes from "./changes-json";
import * as payment from "./payment";
import * as signing from "./sign-agreement";

let world: TestWorld;
let services: Services;
let me: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
  services = fakeServices(world);
  me = new Visitor(services);
});
afterEach(() => world.close());

const SIGNATURE = { signatureName: "Ada Tester", agree: "on" };

describe("a booking made by the office", () => {
  const prepare = async (changes: object = {}) => {
    const { contactInfo, cart, ...rest } = draftData();
    const made = await prepareBooking(
      services,
      { ...rest, ...contactInfo, lines: cart, ...changes } as never,
      world.deed(STAFF),
    );
    if (!made.ok) throw new Error(JSON.stringify(made.fields));
    return world.db.orm.select().from(bookings).get()?.signing_key ?? "";
  };
  const signPrepared = async (key: string) => {
    const view = (
      (await me.get(signing.loader, `/sign-agreement/${key}`, { sessionId: key })).data as {
        view: { contentSha256: string };
      }
    ).view;
    return me.post(
      signing.action,
      `/sign-agreement/${key}`,
      { ...SIGNATURE, seen: view.contentSha256 },
      { sessionId: key },
    );
  };

  it("may be of a material that needs a talk first, and can be signed and paid", async () => {
    const key = await prepare({ lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "electronics" }] });
    const signed = await signPrepared(key);
    expect(signed.location).toMatch(/^\/book\/payment\?draft=/);
    expect((await me.get(payment.loader, signed.location ?? "")).status).toBe(200);
    expect((await me.post(payment.action, signed.location ?? "", { cardConsent: "on" })).status).toBe(303);
  });

  it("of a price without tax it says by which day it has to be signed, where the certificate ends before the price", async () => {
    const { contactInfo } = draftData();
    await world.db.write((tx) => {
      const id = keepCustomer(tx, contactInfo, false, world.clock.at);
      tx.update(customers)
        .set({ exemption_certificate: "85-1", exempt_until: day("2030-01-01") })
        .where(eq(customers.id, id))
        .run();
    });
    const key = await prepare();
    const quote = async () =>
      (
        (await me.get(signing.loader, `/sign-agreement/${key}`, { sessionId: key })).data as {
          view: { quote: { untaxedUntil: string | null } };
        }
      ).view.quote.untaxedUntil;
    expect(await quote()).toBeNull();
    const today = dayAt(world.clock.at);
    world.db.orm.update(customers).set({ exempt_until: today }).run();
    expect(await quote()).toBe(formatDay(today, { year: true }));
    world.db.orm.update(customers).set({ exemption_certificate: null, exempt_until: null }).run();
    expect(await quote()).toBeNull();
  });

  const ask = async (by: string, seen: number) => {
    const loader = async (args: Parameters<typeof changes.loader>[0]): Promise<unknown> => {
      const answer = await changes.loader(args);
      return answer.ok ? answer.json() : answer.status;
    };
    return (await new Visitor(services).get(loader, `/book/changes.json?key=${by}&seen=${seen}`)).data;
  };

  /** The office puts it right, a minute later; the key to it then. */
  const put = async (data: object) => {
    world.clock.at = plus(world.clock.at, 60_000);
    const { id, data: before } = findDraft(world.db.orm, world.db.orm.select().from(bookingDrafts).get()!.id)!;
    await world.db.write((tx) => saveDraft(tx, world.deed(STAFF), id, { data: { ...before, ...data } }, 30));
    return world.db.orm.select().from(bookings).get()?.signing_key ?? "";
  };

  it.each([false, true])("tells a new key nothing of who it was for before (signed by them: %s)", async (isSigned) => {
    const carmen = { firstName: "Carmen", lastName: "Rivera", phone: "(407) 555-0113", email: "carmen@example.com" };
    const key = await prepare({ ...carmen, address: "77 Carmen Street" });
    if (isSigned) await signPrepared(key);
    const bob = { firstName: "Bob", lastName: "Jones", phone: "(407) 555-0114", email: "bob@example.com" };
    const his = await put({ contactInfo: bob, address: "9 Bob Street" });
    expect([await ask(key, 0), await ask(his, 0)]).toEqual([404, { words: [] }]);
    await put({ rentalDays: 8 });
    expect(await ask(his, 0)).toEqual({ words: ["days: 7 → 8"] });
    const form = { ...SIGNATURE, seen: "another", version: "0" };
    const page = await me.get(signing.loader, `/sign-agreement/${his}`, { sessionId: his });
    const refused = await me.post(signing.action, `/sign-agreement/${his}`, form, { sessionId: his });
    expect(JSON.stringify(refused.data)).toContain("what is different, then sign: days: 7 → 8.");
    expect(JSON.stringify(page.data)).toContain("Bob Jones");
    expect(JSON.stringify([page.data, refused.data])).not.toMatch(/carmen|0113/i);
  });

  it.each(["before", "after"])(
    "tells a new key of name and place put right after the links ended nothing of before (signed %s that)",
    async (signed) => {
      const ada = { firstName: "Ada", lastName: "Tester", phone: "(407) 555-0133", email: "ada@example.com" };
      await world.db.write((tx) => {
        const id = keepCustomer(tx, ada, false, world.clock.at);
        const exempt = { exemption_certificate: "85-8012345678C-9", exempt_until: day("2030-01-01") };
        tx.update(customers).set(exempt).where(eq(customers.id, id)).run();
      });
      const key = await prepare({ ...ada, address: "123 Main Street", specialInstructions: "Ask for Ada" });
      if (signed === "before") await signPrepared(key);
      const bobs = { ...ada, phone: "(407) 555-0114", email: "bob@example.com" };
      const first = await put({ contactInfo: bobs });
      if (signed === "after") await signPrepared(first);
      const bob = { ...bobs, firstName: "Bob", lastName: "Jones" };
      const his = await put({ contactInfo: bob, address: "9 Bob Street", specialInstructions: "", rentalDays: 8 });
      expect(await ask(his, 0)).toEqual({
        words: [
          "first name: Bob",
          "last name: Jones",
          "street address: 9 Bob Street",
          "days: 7 → 8",
          "notes for the driver: nothing",
        ],
      });
      const page = await me.get(signing.loader, `/sign-agreement/${his}`, { sessionId: his });
      expect(page.data).toMatchObject({
        view: {
          changes: expect.arrayContaining([
            "Name: Bob Jones",
            ...(signed === "before" ? ["Tax: no longer exempt"] : []),
          ]) as unknown,
        },
      });
      const form = { ...SIGNATURE, signatureName: "Bob Jones", seen: "another", version: "0" };
      const refused = await me.post(signing.action, `/sign-agreement/${his}`, form, { sessionId: his });
      expect(JSON.stringify(refused.data)).toContain("then sign: first name: Bob; last name: Jones;");
      expect(JSON.stringify([page.data, refused.data])).not.toMatch(/\bada\b|main street|85-8012345678C-9/i);
    },
  );

  it("tells by its key what the office changed since, as long as it can be signed by it", async () => {
    const key = await prepare();
    const [row] = world.db.orm.select().from(bookingDrafts).all();
    const draft = findDraft(world.db.orm, row!.id)!;
    expect(await ask(key, draft.version)).toEqual({ words: [] });
    const data = { ...draft.data, address: "5 Office Road", gateCode: "7391" };
    await world.db.write((tx) => saveDraft(tx, world.deed(STAFF), draft.id, { data }, 30));
    const words = [`street address: ${draft.data.address} → 5 Office Road`];
    expect([await ask(key, draft.version), await ask(key, draft.version + 1)]).toEqual([{ words }, { words: [] }]);
    // Somebody else's, none, one that is over, and one that is paid.
    expect([await ask("sgn_none", 0), await ask("", 0)]).toEqual([404, 404]);
    world.db.orm
      .update(bookings)
      .set({ quote_expires_at: plus(world.clock.at, -1) })
      .run();
    expect(await ask(key, 0)).toBe(404);
    world.db.orm.update(bookings).set({ quote_expires_at: null, status: "confirmed" }).run();
    expect(await ask(key, 0)).toBe(404);
  });

  it("says until when its price is good", async () => {
    const key = await prepare();
    const ends = world.db.orm.select().from(bookings).get()?.quote_expires_at ?? 0;
    const { data } = await me.get(signing.loader, `/sign-agreement/${key}`, { sessionId: key });
    expect(data).toMatchObject({ view: { quote: { until: formatEnd(ends), isOver: false } } });
  });

  it("says so too where the caller has put it right, and that the price of today stands there once it is over", async () => {
    const key = await prepare();
    const booking = world.db.orm.select().from(bookings).get();
    const until = formatEnd(booking?.quote_expires_at ?? 0);
    await me.get(signing.loader, `/sign-agreement/${key}?change=schedule`, { sessionId: key });
    const step = async () =>
      (await me.get(agreement.loader, `/book/agreement?draft=${booking?.draft_id}`)).data as {
        view: { quote: unknown; order: { price: { total: number } } };
      };
    const before = (await step()).view;
    expect(before.quote).toEqual({ until, isOver: false, isFixed: true, untaxedUntil: null });
    // Other days have no price of the office: only the link ends then.
    const draft = findDraft(world.db.orm, booking?.draft_id ?? "")!;
    const of = (rentalDays: number) =>
      world.db.write((tx) =>
        saveDraft(tx, world.deed(CUSTOMER), draft.id, { data: { ...draft.data, rentalDays } }, 30),
      );
    await of(14);
    expect((await step()).view.quote).toMatchObject({ until, isFixed: false });
    await of(draft.data.rentalDays);

    world.clock.at = plus(world.clock.at, 8 * 86_400_000);
    world.db.orm.run("update pricing_matrix set base_price = base_price + 10000");
    const { quote, order } = (await step()).view;
    expect(quote).toEqual({ until, isOver: true, isFixed: false, untaxedUntil: null });
    expect(order.price.total).toBe(before.order.price.total + 10_800);
  });

  it("may be more than a window of the day holds, and can be paid like that", async () => {
    await changeSetting(world, "windowCapacity", 1);
    const key = await prepare({
      lines: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
      fullWindow: true,
    });
    const signed = await signPrepared(key);
    const paying = await me.post(payment.action, signed.location ?? "", { cardConsent: "on" });
    expect([paying.status, paying.data]).toEqual([303, null]);
  });

  it("waits for its quote's end only", async () => {
    const key = await prepare();
    world.clock.at = plus(world.clock.at, 8 * 86_400_000);
    expect((await me.get(signing.loader, `/sign-agreement/${key}`, { sessionId: key })).status).toBe(410);
    expect((await me.get(signing.loader, "/sign-agreement/none", { sessionId: "none" })).status).toBe(404);
  });
});
