import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookings, events } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { accessVersion } from "~/domain/access/access.server";
import type { Problem } from "~/http/answers/forms.server";
import type { EditView } from "~/ui/office/EditBookingForm";
import { changeSetting, openWorld, paidBooking, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type Answer } from "../../../tests/support/visit";
import { action as signInAction } from "./auth";
import { action, loader } from "./edit-booking";

let world: TestWorld;
const visitors = {} as Record<"staff" | "admin", Visitor>;
let booking: Booking;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 60 } });
  await changeSetting(world, "windowCapacity", 100);
  await seedAccounts(world.db, world.clock.at);
  const services = fakeServices(world, fakeStripe());
  for (const person of ["staff", "admin"] as const) {
    visitors[person] = new Visitor(services);
    await visitors[person].post(signInAction, "/auth", { email: `${person}@example.com`, password: "roll-off-demo" });
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  booking = await paidBooking(world, { deliveryDate: "2026-12-08" });
});

type Form = Record<string, string>;
const place = () => ({ number: booking.booking_number });
const address = () => `/crm/bookings/${booking.booking_number}/edit`;
/** The page's form as a browser would send it. */
async function open(who: "staff" | "admin"): Promise<Form> {
  const { view } = (await visitors[who].get(loader, address(), place())).data as { view: EditView };
  const boxes = new Set<string>(["smsConsent", "associationApproval", "ecoFriendlyOptions"]);
  const fields = Object.entries(view.values).filter(([name, text]) => text !== "" || !boxes.has(name));
  return { ...Object.fromEntries(fields), seen: view.seen, intent: "save" };
}
const send = (who: "staff" | "admin", form: Form): Promise<Answer> =>
  visitors[who].post(action, address(), form, place());
const problemOf = (answer: Answer) => answer.data as Problem;
const stored = () => getBooking(world.db.orm, booking.id);
const edits = (action: "booking_edited" | "links_ended" = "booking_edited") =>
  world.db.orm
    .select()
    .from(events)
    .where(and(eq(events.booking_id, booking.id), eq(events.action, action)))
    .all();
const setStored = (columns: Partial<Booking>) =>
  void world.db.orm.update(bookings).set(columns).where(eq(bookings.id, booking.id)).run();

describe("editing a booking", () => {
  it("tells everything that is wrong at once, in the order of the page", async () => {
    const { seen = "" } = await open("staff");
    const empty = { firstName: "", lastName: "", phone: "", email: "", seen, intent: "save" };
    const told = Object.keys(problemOf(await send("staff", empty)).fields);
    expect(told).toEqual(["firstName", "lastName", "phone", "email"]);
  });

  it("says of a name and of notes that they are too long, and keeps them: no field of its page cuts them", async () => {
    const long = { firstName: "N".repeat(61), specialInstructions: "n".repeat(1500) };
    const told = problemOf(await send("staff", { ...(await open("staff")), ...long }));
    expect(told.fields).toEqual({
      firstName: "Shorten the first name to 60 characters or fewer: there are 61.",
      specialInstructions: "Shorten the notes for the driver to 1,000 characters or fewer: there are 1,500.",
    });
    expect(told.values).toMatchObject(long);
    const { view } = (await visitors.staff.get(loader, address(), place())).data as { view: EditView };
    expect(Object.keys(view.limits)).toEqual(["email", "gateCode"]);
  });

  it("asks about another address that looks like a slip before it is saved, with everything typed", async () => {
    const form = { ...(await open("staff")), email: "naomi@gmial.com", lastName: "Baker" };
    const asked = problemOf(await send("staff", form));
    expect(asked.fields).toEqual({ email: expect.stringMatching(/^Did you mean naomi@gmail\.com\?/) as string });
    expect(asked.values).toMatchObject({ lastName: "Baker", email: "naomi@gmial.com", unsure: "naomi@gmial.com" });
    expect(stored().last_name).not.toBe("Baker");
    // The answer holds for the address that was asked about.
    const answered = { ...form, asTyped: "on", unsure: "naomi@gmial.com" };
    expect((await send("staff", { ...answered, email: "naomi@yahoo.con" })).status).toBe(400);
    expect((await send("staff", answered)).status).toBe(302);
    expect(stored().email).toBe("naomi@gmial.com");
    // What stands there already is not asked about again.
    expect((await send("staff", { ...(await open("staff")), lastName: "Cook" })).status).toBe(302);
  });

  it("changes what was edited and nothing else, with an event of who and what", async () => {
    const before = stored();
    const done = await send("staff", {
      ...(await open("staff")),
      lastName: "O’Neil",
      placement: "lot",
      associationApproval: "on",
      gateCode: " #4711 ",
      specialInstructions: "Ring first\r\nMind the dog",
    });
    expect([done.status, done.location]).toEqual([302, `/crm/bookings/${booking.booking_number}`]);
    const changed = {
      last_name: "O’Neil",
      placement: "lot",
      association_approval: true,
      gate_code: "#4711",
      special_instructions: "Ring first\nMind the dog",
    };
    expect(stored()).toEqual({ ...before, ...changed, updated_at: world.clock.at });
    expect(edits().map(({ actor_label, data }) => [actor_label, data])).toEqual([
      [
        "Sam Staff",
        {
          changes: [
            { field: "lastName", was: before.last_name, is: "O’Neil" },
            { field: "placement", was: "driveway", is: "lot" },
            { field: "associationApproval", was: "", is: "on" },
            // The history is kept for good.
            { field: "gateCode", was: "", is: "••••" },
            { field: "specialInstructions", was: "", is: changed.special_instructions },
          ],
        },
      ],
    ]);
    await send("staff", await open("staff"));
    expect(edits()).toHaveLength(1);
  });

  it("by two at once keeps both where they wrote different fields", async () => {
    const [first, second] = [await open("staff"), await open("admin")];
    await send("staff", { ...first, firstName: "Grace" });
    expect((await send("admin", { ...second, specialInstructions: "Ring twice" })).status).toBe(302);
    expect(stored()).toMatchObject({ first_name: "Grace", special_instructions: "Ring twice" });
  });

  it("tells the second what the first changed, keeps what was typed, and saves it when it is sent again", async () => {
    const [first, second] = [await open("staff"), await open("admin")];
    await send("staff", { ...first, specialInstructions: "Ring once", lastName: "Hopper" });
    const told = await send("admin", { ...second, specialInstructions: "Ring twice", firstName: "Grace" });
    expect(told.status).toBe(409);
    const { fields, values, whose } = problemOf(told);
    expect(fields["specialInstructions"]).toMatch(
      /^Sam Staff wrote “Ring once” here at .* in place of nothing, while.* You have “Ring twice”/,
    );
    expect(fields[""]).toContain("last name: Hopper");
    expect(values).toMatchObject({ specialInstructions: "Ring twice", firstName: "Grace", lastName: "Hopper" });
    expect(whose?.map(({ name }) => name)).toEqual(["take-specialInstructions"]);
    expect(stored()).toMatchObject({ special_instructions: "Ring once", last_name: "Hopper" });

    expect((await send("admin", values as Form)).status).toBe(302);
    expect(stored()).toMatchObject({ special_instructions: "Ring twice", last_name: "Hopper", first_name: "Grace" });
  });

  it("says who wrote each of the fields, not who wrote last", async () => {
    const late = await open("staff");
    await send("admin", { ...(await open("admin")), lastName: "Hopper" });
    await send("staff", { ...(await open("staff")), specialInstructions: "Ring once" });
    const told = await send("staff", { ...late, lastName: "Lamarr" });
    expect(problemOf(told).fields["lastName"]).toMatch(/^Alex Admin wrote “Hopper”/);
  });

  it("lets the other's stand where that is chosen of the two", async () => {
    const [first, second] = [await open("staff"), await open("admin")];
    await send("staff", { ...first, specialInstructions: "Ring once" });
    const told = await send("admin", { ...second, specialInstructions: "Ring twice", firstName: "Grace" });
    const again = { ...(problemOf(told).values as Form), "take-specialInstructions": "theirs" };
    expect((await send("admin", again)).status).toBe(302);
    expect(stored()).toMatchObject({ special_instructions: "Ring once", first_name: "Grace" });
  });

  it("with a form that does not say what it was made of overwrites nothing unasked", async () => {
    const { seen: _seen, ...form } = await open("staff");
    for (const seen of ["", "{", "7", '{"placement":3}']) {
      const told = await send("staff", { ...form, seen, placement: "lot" });
      expect([told.status, problemOf(told).fields["placement"]?.includes("driveway")]).toEqual([409, true]);
    }
    expect(stored().placement).toBe("driveway");
  });

  it.each([
    ["email", "other@example.com", { email: "other@example.com" }],
    ["phone", "407 555 0177 ext. 5", { phone: "+14075550177", phone_extension: "5" }],
  ])("of the %s ends the links and cookies of the former one", async (field, typed, columns) => {
    const before = stored();
    const version = accessVersion(world.db.orm, { bookingId: booking.id });
    const draft = accessVersion(world.db.orm, { draftId: booking.draft_id as never });
    expect((await send("staff", { ...(await open("staff")), [field]: typed })).status).toBe(302);
    expect(stored()).toMatchObject(columns);
    expect(accessVersion(world.db.orm, { bookingId: booking.id })).toBe(version + 1);
    expect(accessVersion(world.db.orm, { draftId: booking.draft_id as never })).toBe(draft + 1);
    expect(stored().capability).not.toBe(before.capability);
    expect(edits("links_ended").map(({ data }) => data)).toEqual([{ reason: "other_contact_office" }]);
    await send("staff", { ...(await open("staff")), email: stored().email.toUpperCase(), firstName: "Grace" });
    expect(edits("links_ended")).toHaveLength(1);
  });

  it("takes texts back but never agrees to them, and leaves a way to reach them", async () => {
    const agreed = await send("staff", { ...(await open("staff")), smsConsent: "on" });
    expect(problemOf(agreed).fields["smsConsent"]).toContain("Only the customer");
    expect(problemOf(await send("staff", { ...(await open("staff")), email: "" })).fields["email"]).toContain("email");
    setStored({ sms_consent: true });
    const { smsConsent: _box, ...without } = await open("staff");
    expect((await send("staff", without)).status).toBe(302);
    expect(stored().sms_consent).toBe(false);
  });

  it("of the place ends the permit of the former one; other edits keep it", async () => {
    setStored({ placement: "street", permit_number: "C-1", permit_from: null, permit_until: null });
    await send("staff", { ...(await open("staff")), firstName: "Grace" });
    expect(stored().permit_number).toBe("C-1");
    await send("staff", { ...(await open("staff")), placement: "driveway" });
    expect(stored()).toMatchObject({ placement: "driveway", permit_number: null });
  });

  it("keeps everything typed when something cannot be read", async () => {
    const typed = { ...(await open("staff")), phone: "12", firstName: "", specialInstructions: "kept" };
    const told = await send("staff", typed);
    expect([told.status, problemOf(told).values]).toEqual([400, typed]);
    expect(Object.keys(problemOf(told).fields).sort()).toEqual(["firstName", "phone"]);
  });

  it("is of a finished one only how it is reached, and of an unpaid one nothing", async () => {
    for (const [status, firstName] of [
      ["completed", "Grace"],
      ["cancelled", "Hedy"],
    ] as const) {
      setStored({ status });
      await send("staff", { ...(await open("staff")), firstName, placement: "lot", specialInstructions: "late" });
      expect(stored()).toMatchObject({ first_name: firstName, placement: "driveway", special_instructions: "" });
    }
    booking = await signedBooking(world, { deliveryDate: "2026-12-08" });
    const away = await visitors.staff.get(loader, address(), place());
    expect([away.status, away.location]).toEqual([302, `/crm/bookings/${booking.booking_number}`]);
    expect((await send("staff", { firstName: "Grace" })).status).toBe(302);
    expect(stored().first_name).not.toBe("Grace");
  });
});
