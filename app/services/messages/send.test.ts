import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts, bookingDrafts, messages, outbox } from "#db/schema/index";
import { signUp } from "~/domain/accounts/sign-up.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { newId } from "~/domain/kernel/ids.server";
import { keepLead } from "~/domain/leads/leads.server";
import { MailRefused, type Email } from "~/domain/messages/ports";
import { enqueue, type Work } from "~/domain/outbox/outbox.server";
import {
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { putStored } from "../../../tests/support/work";
import type { Services } from "~/services.server";
import { listTasks } from "~/domain/records/task-queue.server";
import { mailCameBack, sendDocumentsAgain } from "./send.server";
import { runDueWork } from "../work/worker.server";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let services: Services;
let mails: Email[];
let mailIsDown: boolean;
/** What the recipients' server says instead of taking a mail. */
let refusal: string | null;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 30 } });
  mails = [];
  mailIsDown = false;
  refusal = null;
  services = {
    ...fakeServices(world),
    mail: {
      send: async (mail: Email) => {
        if (mailIsDown) throw new Error("down");
        if (refusal) throw new MailRefused(refusal);
        mails.push(mail);
      },
    },
    pdf: { render: async () => Buffer.from("%PDF-") },
    files: { read: async () => null, write: async () => undefined },
  } as unknown as Services;
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

/** Everything that waits, also what failed a moment ago. */
async function work(): Promise<void> {
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}
const to = (address: string) => mails.filter((mail) => mail.to === address).length;
const put = (work: Work) => world.db.write((tx) => enqueue(tx, work));
const askForLink = async (email: string, cause: string) => {
  const draft = await startedDraft(world, { contactInfo: { ...draftData().contactInfo, email } });
  await put({ kind: "mail.resume", cause, payload: { draftId: draft.id } });
};

describe("a mailbox", () => {
  it("gets so many links an hour, from however many drafts and in whatever spelling, and the others' are its own", async () => {
    for (let i = 0; i < 6; i++) await askForLink(`victim+${i}@gmail.com`, `a${i}`);
    for (let i = 0; i < 6; i++) await askForLink(["v.ictim@googlemail.com", "Victim@Gmail.com"][i % 2] ?? "", `b${i}`);
    await askForLink("somebody@example.com", "c");
    await work();
    expect(mails.filter(({ to: address }) => /ictim/i.test(address))).toHaveLength(4);
    expect(to("somebody@example.com")).toBe(1);
    const refused = world.db.orm.select().from(outbox).where(eq(outbox.cause, "b5")).get();
    expect(refused).toMatchObject({
      state: "done",
      last_error: expect.stringMatching(/^not sent: the mailbox/) as string,
    });
  });

  it("is the one that is typed when the mail is sent", async () => {
    const draft = await startedDraft(world);
    for (let i = 0; i < 5; i++) await put({ kind: "mail.resume", cause: `a${i}`, payload: { draftId: draft.id } });
    await work();
    expect(to("ada@example.com")).toBe(4);
    world.db.orm
      .update(bookingDrafts)
      .set({ data: draftData({ contactInfo: { ...draftData().contactInfo, email: "new@example.com" } }) })
      .run();
    await put({ kind: "mail.resume", cause: "b", payload: { draftId: draft.id } });
    await work();
    expect(to("new@example.com")).toBe(1);
  });

  it("is counted once for a mail that is tried for days", async () => {
    mailIsDown = true;
    await askForLink("ada@example.com", "a");
    for (let tries = 0; tries < 10; tries++) await work();
    mailIsDown = false;
    for (let i = 0; i < 5; i++) await askForLink("ada@example.com", `b${i}`);
    await work();
    expect(to("ada@example.com")).toBe(4);
  });

  it("gets three notes of sign-ups an hour, whoever types its address", async () => {
    world.db.orm
      .insert(accounts)
      .values({
        id: newId("account"),
        email: "victim@example.com",
        password_hash: "x",
        email_confirmed_at: world.clock.at,
        created_at: world.clock.at,
      })
      .run();
    for (let i = 0; i < 8; i++)
      await put({
        kind: "mail.confirm-account",
        cause: `a${i}`,
        payload: { to: "victim@example.com", confirmPath: "/auth", validUntil: "", alreadyRegistered: true },
      });
    await work();
    expect(to("victim@example.com")).toBe(3);
  });

  it("alone has the link of a sign-up: its work keeps the link until it is sent, and not when it never will be", async () => {
    const sent = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.confirm-account")).all();
    const visitor = { ...world.deed(), by: { kind: "visitor", label: "Visitor" } } as const;
    const ask = (i: number) =>
      signUp(
        world.db,
        { ...visitor, requestId: `r${i}` },
        { emailOrPhone: "new@example.com", password: "gravel heap 9" },
        { signIn: "/auth", confirm: (token) => `/auth/confirm?token=${token}` },
      );
    mailIsDown = true;
    await ask(0);
    await work();
    const path = String(sent()[0]?.payload.confirmPath);
    expect(path).toMatch(/^\/auth\/confirm\?token=.{20,}/);
    mailIsDown = false;
    await work();
    expect(mails[0]?.text).toContain(path);
    for (let i = 1; i < 5; i++) {
      await ask(i);
      await work();
    }
    // The first three by the cap, then two that are never sent.
    expect(to("new@example.com")).toBe(3);
    expect(sent().map(({ state, payload }) => [state, payload.to, "confirmPath" in payload])).toEqual(
      Array(5).fill(["done", "new@example.com", false]),
    );
    expect(JSON.stringify(sent())).not.toContain("token=");
  });

  it("gets eight receipts an hour that were asked for once more", async () => {
    for (let i = 0; i < 4; i++) {
      const booking = await paidBooking(world);
      for (let again = 0; again < 4; again++) await sendDocumentsAgain(services, booking);
    }
    await work();
    // Besides the four confirmations, which are never counted.
    expect(to("ada@example.com")).toBe(12);
  });

  it("of the office gets 60 notes of leads an hour", async () => {
    for (let i = 0; i < 70; i++) {
      await world.db.write((tx) => {
        const lead = keepLead(tx, world.deed(), {
          kind: "call_back",
          name: "Ada",
          phone: String(i),
          email: "",
          zip: "",
          message: "",
        });
        enqueue(tx, { kind: "mail.lead", cause: lead.id, payload: { leadId: lead.id } });
      });
    }
    await work();
    expect(to(world.settings().email)).toBe(60);
  });
});

describe("what is about a booking", () => {
  it("is sent always where money stands behind it: to one mailbox as often as it pays", async () => {
    for (let i = 0; i < 8; i++) {
      const booking = await paidBooking(world);
      await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 4093));
    }
    await work();
    expect(mails.filter(({ subject }) => subject.endsWith(": cancelled"))).toHaveLength(8);
    expect(mails.filter(({ subject }) => subject.endsWith(": your documents"))).toHaveLength(8);
  });

  it("is counted where nobody paid: bookings made and cancelled with somebody's address", async () => {
    for (let i = 0; i < 8; i++) {
      const booking = await signedBooking(world, {
        contactInfo: { ...draftData().contactInfo, email: `victim+${i}@example.com` },
      });
      await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
    }
    await work();
    expect(mails.map(({ subject }) => subject.split(": ")[1])).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
  });

  it("is counted by the booking too, and not where limits are off", async () => {
    const booking = await paidBooking(world);
    for (let i = 0; i < 9; i++) await sendDocumentsAgain(services, booking);
    await work();
    // The confirmation itself, and six of the nine.
    expect(to(booking.email)).toBe(7);
    services.config = { ...services.config, RATE_LIMITS: "off" };
    for (let i = 0; i < 9; i++) await sendDocumentsAgain(services, booking);
    await work();
    expect(to(booking.email)).toBe(16);
  });
});

it("a kind of message without a policy is not sent", async () => {
  await world.db.write((tx) => putStored(tx, "mail.unheard-of", "a"));
  await work();
  expect(mails).toEqual([]);
});

describe("a mail that nobody can get", () => {
  const queue = () =>
    listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id }).rows.filter(
      ({ kind }) => kind === "message_bounced",
    );
  const kept = () =>
    world.db.orm
      .select()
      .from(messages)
      .all()
      .map(({ state, error, sent_at }) => ({ state, error, sent_at }));

  it("is refused once, has bounced, and goes to the office with what the server said", async () => {
    const booking = await paidBooking(world);
    world.db.orm.delete(outbox).run();
    await sendDocumentsAgain(services, booking);
    refusal = "550 5.1.1 no such user";
    await work();
    expect(kept()).toEqual([{ state: "bounced", error: refusal, sent_at: null }]);
    expect(queue()).toMatchObject([
      { at: { id: booking.booking_number }, detail: expect.stringContaining(refusal) as string },
    ]);
    expect(world.db.orm.select().from(outbox).all()).toMatchObject([{ state: "done", attempts: 1 }]);
    refusal = null;
    await work();
    expect(mails).toEqual([]);
  });

  it("is nobody's work where a stranger typed the address: the cancellation of an order that nobody paid for", async () => {
    const contactInfo = { ...draftData().contactInfo, email: "nobody@example.com" };
    const unpaid = await signedBooking(world, { contactInfo });
    refusal = "550 5.1.1 no such user";
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), unpaid.id, null, 0));
    await work();
    expect([kept(), queue()]).toEqual([[{ state: "bounced", error: refusal, sent_at: null }], []]);
    refusal = null;
    const paid = await paidBooking(world);
    await work();
    refusal = "550 5.1.1 no such user";
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), paid.id, null, 4093));
    await work();
    expect(new Set(queue().map(({ at }) => at?.id))).toEqual(new Set([paid.booking_number]));
  });

  it("comes back later by its Message-ID, once", async () => {
    const booking = await paidBooking(world);
    world.db.orm.delete(outbox).run();
    await sendDocumentsAgain(services, booking);
    await work();
    expect([kept()[0]?.state, queue()]).toEqual(["sent", []]);
    const back = (id: string) => mailCameBack(services, world.deed(), id, "550 gone");
    expect([
      await back("<none@x>"),
      await back(mails[0]?.messageId ?? ""),
      await back(mails[0]?.messageId ?? ""),
    ]).toEqual([false, true, false]);
    expect(kept()).toMatchObject([{ state: "bounced", error: "550 gone" }]);
    expect(queue()).toHaveLength(1);
  });
});
