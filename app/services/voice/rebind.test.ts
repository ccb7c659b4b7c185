import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookings, calls, customerContacts, leads, messages, tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { endContact, insertContact } from "~/domain/customers/contacts.server";
import { findCustomer } from "~/domain/customers/family.server";
import type { Id } from "~/domain/kernel/ids.server";
import { keepCallersLead } from "~/domain/leads/leads.server";
import { rowOf } from "~/domain/records/task-queue.server";
import { takeText } from "~/domain/messages/thread.server";
import { bindCall, keepTyped } from "~/domain/voice/bind.server";
import { findCallOrder, findScreenPop } from "~/domain/records/calls.server";
import { identityOf } from "~/domain/voice/identity";
import { taskLine } from "~/ui/office/task-lines";
import { paidBooking } from "../../../tests/support/domain";
import { atThePhone, CUSTOMER_PHONE, openPhoneOffice, type PhoneOffice } from "../../../tests/support/phone-office";

let office: PhoneOffice;
let bo: Booking;
beforeEach(async () => {
  office = await openPhoneOffice();
  bo = await paidBooking(office.world, {
    contactInfo: { firstName: "Bo", lastName: "Other", phone: "(407) 555-0155", email: "bo@example.com" },
  });
});
afterEach(() => {
  office.world.close();
  vi.useRealTimers();
});
const { sid, there, incoming, only, status } = atThePhone(() => office);

const bind = (to: Parameters<typeof bindCall>[3]) =>
  office.world.db.write((tx) => bindCall(tx, office.world.deed(office.sam), only().id, to));
const lead = () => office.world.db.orm.select().from(leads).all()[0];

describe("a call that is put with somebody else", () => {
  it("takes its missed call's request along: the name, whom a call back is about, and the task", async () => {
    const own = sid();
    await incoming(own);
    await status({ CallSid: own, CallStatus: "completed" });
    expect(lead()).toMatchObject({ name: "Ada Tester", state: "new" });
    await bind({ booking: bo.id });
    expect([lead()?.name, lead()?.phone]).toEqual(["Bo Other", CUSTOMER_PHONE]);
    await bind({ nobody: true });
    expect(lead()?.name).toBe("(407) 555-0133");
    expect(office.world.db.orm.select().from(leads).all()).toHaveLength(1);
  });

  it("has its message's task about them, and calling back from the list is", async () => {
    const own = sid();
    await incoming(own);
    const { orm } = office.world.db;
    orm
      .update(calls)
      .set({ voicemail_sid: `RE${"a".repeat(32)}`, voicemail_seconds: 9 })
      .run();
    await status({ CallSid: own, CallStatus: "completed" });
    const task = () =>
      orm
        .select()
        .from(tasks)
        .all()
        .find(({ kind }) => kind === "voicemail") ?? expect.fail("no task");
    const line = () => taskLine(rowOf(orm, task(), office.world.clock.at, office.sam.id), "2026");
    expect([task().booking_id, line().who]).toEqual([office.booking.id, "Ada Tester"]);
    // A number only suggests: the server may suggest it again.
    expect(line().next).toMatchObject({ of: { customer: undefined, booking: undefined } });
    await bind({ booking: bo.id });
    expect([task().booking_id, line().who]).toEqual([bo.id, "Bo Other"]);
    expect(line().next).toEqual({
      tel: `tel:${CUSTOMER_PHONE}`,
      text: "(407) 555-0133",
      of: { customer: bo.customer_id, booking: bo.id },
    });
  });

  it("keeps its half typed order, which goes on for whom it is put with now; a request in a name stays in that name", async () => {
    await there(office.sam);
    const own = sid();
    await incoming(own);
    const leg = { CallSid: sid(), ParentCallSid: own, To: `client:${identityOf(office.sam.id)}` };
    await status({ ...leg, CallStatus: "in-progress" });
    const wanted = {
      kind: "call_back",
      name: "Cy Caller",
      phone: CUSTOMER_PHONE,
      email: "",
      zip: "",
      message: "50 yd",
    } as const;
    await office.world.db.write((tx) => {
      keepTyped(tx, office.sam.id, { address: "1 Typed Road" });
      keepCallersLead(tx, office.world.deed(office.sam), wanted);
    });
    await status({ ...leg, CallStatus: "completed", CallDuration: "40" });
    await bind({ customer: bo.customer_id ?? "" });
    expect(findCallOrder(office.world.db.orm, only().id)).toMatchObject({
      customerId: bo.customer_id,
      typed: { address: "1 Typed Road" },
    });
    expect(lead()?.name).toBe("Cy Caller");
    expect(findScreenPop(office.world.db.orm, only().id)?.people[0]).toMatchObject({ name: "Bo Other", isBound: true });
  });
});

describe("a number that another customer has by now", () => {
  it("brings their texts and calls to them; what was before stays where it was", async () => {
    const { world, booking, sam } = office;
    const { orm } = world.db;
    const ada = findCustomer(orm, booking.customer_id ?? "") ?? expect.fail("nobody");
    const own = sid();
    await incoming(own);
    await status({ CallSid: own, CallStatus: "completed" });
    await world.db.write((tx) =>
      tx
        .update(messages)
        .set({ customer_id: ada.id, direction: "out", channel: "sms", recipient: CUSTOMER_PHONE })
        .where(eq(messages.booking_id, booking.id))
        .run(),
    );
    const text = (n: number) =>
      world.db.write((tx) =>
        takeText(
          tx,
          world.deed({ kind: "customer", label: "Text message" }),
          "http://localhost",
          { providerId: `SM${n}`, from: CUSTOMER_PHONE, to: "+14075550142", body: `Text ${n}` },
          null,
        ),
      );
    const whose = (n: number) =>
      orm
        .select()
        .from(messages)
        .all()
        .find(({ body }) => body === `Text ${n}`)?.customer_id;
    await text(1);
    const [contact] = orm.select().from(customerContacts).where(eq(customerContacts.value, CUSTOMER_PHONE)).all();
    await world.db.write((tx) => {
      expect(endContact(tx, world.deed(sam), ada, contact?.id ?? "")).toBe(true);
    });
    // Nobody has it: it is still theirs whom we wrote to.
    await text(2);
    await world.db.write((tx) =>
      insertContact(
        tx,
        bo.customer_id as Id<"customer">,
        { kind: "phone", value: CUSTOMER_PHONE, extension: null },
        world.clock.at,
      ),
    );
    await text(3);
    expect([whose(1), whose(2), whose(3)]).toEqual([ada.id, ada.id, bo.customer_id]);
    await incoming(sid());
    const all = orm.select().from(calls).all();
    expect(all.map(({ customer_id }) => customer_id)).toEqual([ada.id, bo.customer_id]);
    expect(lead()?.name).toBe("Ada Tester");
    expect(orm.select().from(bookings).where(eq(bookings.id, booking.id)).get()?.customer_id).toBe(ada.id);
  });
});
