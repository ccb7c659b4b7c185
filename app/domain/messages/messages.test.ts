import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events, messages } from "#db/schema/index";
import { openWorld, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { instant } from "../kernel/time.server";
import { listHappened } from "../live/happened.server";
import { keepMessage, moveMessage, withoutLinks, type NewMessage } from "./messages.server";

const WEBSITE = "https://sunline.example";

describe("what is kept of a message's words", () => {
  it.each([
    ["Sign here: https://sunline.example/sign-agreement/Zb3-x_9", "Sign here: [link]"],
    ["https://sunline.example/book/resume?key=Zb3 until Friday", "[link] until Friday"],
    ["See\nhttp://SUNLINE.example/files/abc.pdf\nor sunline.example/print/abc.", "See\n[link]\nor [link]"],
    ["<https://sunline.example/a> <https://sunline.example?b>", "<[link]> <[link]>"],
    ["https://sunline.example#key=abc", "[link]"],
    // What opens nothing stays: our name, other websites, and hosts that only look like ours.
    ["https://sunline.example, or call (407) 555-0142", "https://sunline.example, or call (407) 555-0142"],
    ["https://maps.example/x https://not-sunline.example/a", "https://maps.example/x https://not-sunline.example/a"],
    ["https://sunlineXexample/a", "https://sunlineXexample/a"],
    ["", ""],
  ])("%j is %j", (said, kept) => {
    expect(withoutLinks(said, WEBSITE)).toBe(kept);
  });

  it("has no link to a website on a port either, however often, in a time that grows with its length alone", () => {
    const begun = performance.now();
    const kept = withoutLinks("http://localhost:3000/manage-booking?c=x ".repeat(20_000), "http://localhost:3000");
    expect(kept).toBe("[link] ".repeat(20_000));
    for (const part of ["http://", "localhost:3000", ".", "https://localhost:3000"])
      withoutLinks(part.repeat(50_000), "http://localhost:3000");
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe("a message", () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await openWorld({ fleet: { 20: 5 } });
  });
  afterEach(() => world.close());

  const text = (changes: Partial<NewMessage> = {}): NewMessage => ({
    cause: "sms.on-the-way:job_1",
    direction: "out",
    channel: "sms",
    template: "sms.on-the-way",
    sender: "+14075550142",
    recipient: "+14075550133",
    subject: "",
    body: "On our way: https://sunline.example/manage-booking/open?c=Zb3",
    providerId: "SM1",
    bookingId: null,
    customerId: null,
    ...changes,
  });
  const keep = (message: NewMessage, state: Parameters<typeof keepMessage>[4]) =>
    world.db.write((tx) => keepMessage(tx, world.deed(), WEBSITE, message, state));
  const kept = (cause: string) => {
    const row = world.db.orm.select().from(messages).where(eq(messages.cause, cause)).get();
    if (!row) throw new Error("not kept");
    return row;
  };

  it("is kept once per cause and once per name that its provider gave it, without its links", async () => {
    const booking = await signedBooking(world);
    await keep(text({ bookingId: booking.id, customerId: booking.customer_id }), "sent");
    await keep(text({ body: "again" }), "sent");
    await keep(text({ cause: "another" }), "sent");
    expect(world.db.orm.select().from(messages).all()).toEqual([
      {
        id: expect.stringMatching(/^msg_/) as string,
        language: "en",
        cause: "sms.on-the-way:job_1",
        direction: "out",
        channel: "sms",
        template: "sms.on-the-way",
        sender: "+14075550142",
        recipient: "+14075550133",
        subject: "",
        body: "On our way: [link]",
        provider_id: "SM1",
        state: "sent",
        error: null,
        booking_id: booking.id,
        customer_id: booking.customer_id,
        created_at: world.clock.at,
        updated_at: world.clock.at,
        sent_at: world.clock.at,
      },
    ]);
    // The same name at another provider is another message.
    await keep(text({ cause: "another", channel: "email", providerId: "SM1" }), "sent");
    expect(world.db.orm.select().from(messages).all()).toHaveLength(2);
  });

  it("that asks for a signature is told the office's open pages as it leaves, once; others are not", async () => {
    const { id: bookingId } = await signedBooking(world);
    await keep(text({ bookingId }), "sent");
    const asking = text({ cause: "mail.sign-request:1", template: "mail.sign-request", channel: "email", bookingId });
    for (let times = 0; times < 2; times++) await keep(asking, "sent");
    await keep({ ...asking, cause: "mail.sign-request:2", providerId: "2" }, "queued");
    const told = listHappened(world.db.orm, { event: Number.MAX_SAFE_INTEGER, signal: 0 });
    expect(told.filter(({ kind }) => kind === "link_sent")).toMatchObject([{ topics: ["office"], id: bookingId }]);
  });

  it("takes the reports of its provider in any order, each once, with an event", async () => {
    await keep(text(), "queued");
    const { id } = kept(text().cause);
    expect(kept(text().cause)).toMatchObject({ state: "queued", sent_at: null });
    const queuedAt = world.clock.at;
    world.clock.at = instant(queuedAt + 60_000);
    const move = (to: Parameters<typeof moveMessage>[3], error?: string) =>
      world.db.write((tx) => moveMessage(tx, world.deed(), id, to, error));
    expect([await move("delivered"), await move("sent"), await move("sent"), await move("queued")]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(kept(text().cause)).toMatchObject({
      state: "sent",
      created_at: queuedAt,
      updated_at: world.clock.at,
      sent_at: world.clock.at,
    });
    world.clock.at = instant(queuedAt + 120_000);
    expect(await move("failed", "30003 unreachable")).toBe(true);
    expect(kept(text().cause)).toMatchObject({
      state: "failed",
      error: "30003 unreachable",
      updated_at: world.clock.at,
      sent_at: queuedAt + 60_000,
    });
    // Sent once more, its old error is over.
    expect([await move("queued"), await move("sent"), await move("delivered"), await move("sent")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(kept(text().cause)).toMatchObject({ state: "delivered", error: null, sent_at: world.clock.at });
    const said = world.db.orm.select().from(events).where(eq(events.subject_id, id)).all();
    expect(said.map(({ from_state, to_state, why }) => [from_state, to_state, why])).toEqual([
      ["queued", "sent", null],
      ["sent", "failed", "30003 unreachable"],
      ["failed", "queued", null],
      ["queued", "sent", null],
      ["sent", "delivered", null],
    ]);
  });

  it("that came in has no further state, and its own link is cut as well", async () => {
    const answer = text({
      cause: "twilio:SM2",
      direction: "in",
      template: null,
      sender: "+14075550133",
      recipient: "+14075550142",
      body: "sunline.example/manage-booking/open?c=Zb3 does not work",
      providerId: "SM2",
    });
    await keep(answer, "received");
    const row = kept("twilio:SM2");
    expect(row).toMatchObject({ direction: "in", state: "received", body: "[link] does not work", sent_at: null });
    expect(await world.db.write((tx) => moveMessage(tx, world.deed(), row.id, "sent"))).toBe(false);
  });
});
