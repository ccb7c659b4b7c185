import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, customerContacts, leads, messages, outbox, systemLogs } from "#db/schema/index";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { phone as typedPhone } from "~/domain/booking/draft/fields";
import { hasSameLead, keepLead } from "~/domain/leads/leads.server";
import type { Email, TextMessage } from "~/domain/messages/ports";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import {
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: Email[];
let texts: TextMessage[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  mails = [];
  const sms = fakeSms();
  texts = sms.sent;
  const fake = fakeServices(world);
  services = {
    ...fake,
    config: { ...fake.config, MAIL_FROM: "Sunline <office@sunline.example>" },
    mail: { send: async (mail: Email) => void mails.push(mail) },
    sms,
    pdf: { render: async () => Buffer.from("%PDF-") },
    files: { read: async () => null, write: async () => undefined },
  } as unknown as Services;
});
afterEach(() => world.close());

async function work(): Promise<void> {
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}
const contact = (phone: string) => ({ contactInfo: { ...draftData().contactInfo, phone }, smsConsent: true });

it("a number is kept as networks want it, its extension beside it, and goes to them so", async () => {
  const booking = await paidBooking(world, contact("(407) 555-0133 ext. 12"));
  expect(booking).toMatchObject({ phone: "+14075550133", phone_extension: "12" });
  expect(world.db.orm.select().from(customerContacts).all()).toContainEqual(
    expect.objectContaining({ kind: "phone", value: "+14075550133", extension: "12" }),
  );
  await work();
  expect(texts.map(({ to }) => to)).toEqual(["+14075550133"]);
});

it("a row of before whose number cannot be read gets no text, and says so", async () => {
  const booking = await paidBooking(world, contact("(407) 555-0133"));
  world.db.orm.update(bookings).set({ phone: "ask for Bo" }).run();
  await work();
  expect(texts).toEqual([]);
  expect(mails.length).toBeGreaterThan(0);
  const row = world.db.orm
    .select()
    .from(outbox)
    .all()
    .find(({ kind }) => kind === "sms.booking-confirmed");
  expect(row).toMatchObject({ state: "done", booking_id: booking.id });
  expect(row?.last_error).toMatch(/^not sent: no number/);
  // A foreign one of before, as it was typed, does.
  world.db.orm.update(bookings).set({ phone: "+44 (0)20 7946 0018" }).run();
  await world.db.write((tx) =>
    enqueue(tx, {
      kind: "sms.booking-confirmed",
      cause: "again",
      bookingId: booking.id,
      payload: { bookingId: booking.id },
    }),
  );
  await work();
  expect(texts.map(({ to }) => to)).toEqual(["+442079460018"]);
});

it("a mail and a text leave a row with words, sender, thread and the provider's name, and no link that opens something", async () => {
  const booking = await paidBooking(world, contact("(407) 555-0133"));
  await work();
  const rows = world.db.orm.select().from(messages).all();
  const [mail] = mails.filter(({ subject }) => /is confirmed: /.test(subject));
  expect(rows.find(({ template }) => template === "mail.booking-confirmed")).toMatchObject({
    direction: "out",
    channel: "email",
    sender: "office@sunline.example",
    recipient: "ada@example.com",
    subject: mail?.subject,
    provider_id: mail?.messageId,
    state: "sent",
    error: null,
    booking_id: booking.id,
    customer_id: booking.customer_id,
  });
  expect(rows.find(({ channel }) => channel === "sms")).toMatchObject({
    template: "sms.booking-confirmed",
    sender: "+14075550142",
    recipient: "+14075550133",
    body: texts[0]?.body.replace(/http\S+/, "[link]"),
    provider_id: "SM1",
    booking_id: booking.id,
    customer_id: booking.customer_id,
  });
  // What was sent has the links, what is kept has all the words besides.
  expect(mail?.text).toContain(booking.capability);
  expect(texts[0]?.body).toContain(booking.capability);
  const body = rows.find(({ template }) => template === "mail.booking-confirmed")?.body ?? "";
  expect(body).toContain("[link]");
  expect(body.split("[link]").every((part) => mail?.text.includes(part))).toBe(true);
  const stored = JSON.stringify([rows, world.db.orm.select().from(systemLogs).all()]);
  for (const secret of [booking.capability, booking.signing_key]) expect(stored).not.toContain(secret);
  expect(stored).not.toMatch(/https?:\/\/[^\s"\\]+\/[^\s"\\]/);
});

it("the link to sign and the link to a draft are not kept either", async () => {
  const draft = await startedDraft(world, contact("(407) 555-0133"));
  const booking = await signedBooking(world, contact("(407) 555-0134"));
  world.db.orm.update(bookings).set({ status: "quoted" }).run();
  await world.db.write((tx) => {
    enqueue(tx, { kind: "mail.resume", cause: "a", payload: { draftId: draft.id } });
    for (const kind of ["mail.sign-request", "sms.sign-request"] as const)
      enqueue(tx, { kind, cause: kind, bookingId: booking.id, payload: { bookingId: booking.id } });
  });
  await work();
  expect(mails.map(({ text }) => text).join()).toContain(booking.signing_key);
  expect(mails.map(({ text }) => text).join()).toContain(draft.resumeKey);
  expect(texts[0]?.body).toContain(booking.signing_key);
  const stored = JSON.stringify(world.db.orm.select().from(messages).all());
  expect(world.db.orm.select().from(messages).all()).toHaveLength(3);
  for (const secret of [booking.signing_key, booking.capability, draft.resumeKey]) expect(stored).not.toContain(secret);
});

it("what is signed prints the number as before: one text and hash for every spelling of an ordinary number", async () => {
  const text = (phone: string) => {
    const settings = world.settings();
    const data = draftData(contact(phone));
    return draftAgreement(settings, data, describeOrder(world.db.orm, settings, data), "DMP", "https://x.example")
      ?.canonical;
  };
  // As drafts held it before numbers were read.
  const before = text("(407) 555-0133");
  expect(before).toContain('"phone": "(407) 555-0133"');
  for (const spelling of [
    "4075550133",
    "+1 407.555.0133",
    "(407) 555-0133",
    "1-407-555-0133",
    "\u202a(407)\u00a0555\u20110133\u202c",
  ])
    expect(text(typedPhone.parse(spelling)), spelling).toBe(before);
  expect(text(typedPhone.parse("407 555 0133 x12"))).toBe(text("(407) 555-0133 ext. 12"));
  expect(text("+44 20 79460018")).toContain('"phone": "+44 20 79460018"');
  // The invoice says what the agreement says.
  const booking = await paidBooking(world, contact(typedPhone.parse("407 555 0133 x12")));
  expect(
    JSON.stringify(world.db.sqlite.prepare("SELECT * FROM invoices WHERE booking_id = ?").all(booking.id)),
  ).toContain("(407) 555-0133 ext. 12");
});

it("a call-back that is asked for twice is one, however its number is written", async () => {
  const ask = { kind: "call_back", name: "Ada", email: "", zip: "", message: "Please call" } as const;
  await world.db.write((tx) => keepLead(tx, world.deed(), { ...ask, phone: "(407) 555-0133 ext. 12" }));
  expect(world.db.orm.select().from(leads).get()).toMatchObject({ phone: "+14075550133", phone_extension: "12" });
  const same = (phone: string) => hasSameLead(world.db.orm, { ...ask, phone }, 0 as never);
  expect([same("407-555-0133"), same("+14075550133"), same("407-555-0134")]).toEqual([true, true, false]);
});
