import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calls, events, messages, outbox } from "#db/schema/index";
import { instantAt } from "~/domain/kernel/time.server";
import { stopTexts } from "~/domain/messages/stops.server";
import type { VoiceStep } from "~/domain/voice/ports";
import type { Services } from "~/services.server";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { fakeVoice } from "../../../tests/support/voice";
import { runDueWork } from "../work/worker.server";
import { answerIncoming, answerKeys, NETWORK } from "./answers.server";

const NUMBER = "+14075550133";
let world: TestWorld;
let services: Services;
let sent: string[];
let sids = 0;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  sent = [];
  services = {
    ...fakeServices(world),
    voice: fakeVoice(),
    sms: {
      from: "+14075550142",
      send: async ({ to, body }: { to: string; body: string }) => {
        sent.push(`${to}: ${body}`);
        return { ok: true, providerId: `SM${sent.length}` };
      },
    },
  } as unknown as Services;
  world.clock.at = instantAt(TODAY, 19);
});
afterEach(() => world.close());

const deed = () => world.deed(NETWORK);
async function calling(From = NUMBER) {
  const CallSid = `CA${String(++sids).padStart(32, "0")}`;
  const steps = await answerIncoming(services, deed(), { CallSid, From, To: "+14075550142" });
  const id = world.db.orm.select().from(calls).where(eq(calls.provider_sid, CallSid)).get()?.id ?? "";
  return {
    steps,
    press: (Digits: string, sid = CallSid) => answerKeys(services, deed(), id, { CallSid: sid, Digits }),
  };
}
const verbs = (steps: readonly VoiceStep[]) => steps.map((step) => step.do);
const work = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "sms.booking-link")).all();

describe("the booking link", () => {
  it("is offered outside our hours after what is said of the recording, and sent to who presses the key", async () => {
    const { customer_id } = await paidBooking(world);
    const { steps, press } = await calling();
    expect(verbs(steps)).toEqual(["ask", "record", "hangup"]);
    expect((steps[0] as { words: string }).words).toMatch(
      /Our office is closed\..*will be recorded\. .*press 1 now\.$/,
    );
    expect(sent).toEqual([]);
    const after = await press("1");
    expect(verbs(after)).toEqual(["say", "record", "hangup"]);
    expect((after[0] as { words: string }).words).toMatch(/on its way.*will be recorded\.$/);
    // Told twice by the network: one text.
    await press("1");
    expect(world.db.orm.select().from(events).where(eq(events.action, "booking_link_asked")).all()).toHaveLength(1);
    await runDueWork(services, "messages");
    expect(sent).toEqual([
      expect.stringMatching(/^\+14075550133: .*Book a dumpster here at any time: http.*\/book .*STOP/),
    ]);
    // It stands in the thread of whom the number suggests.
    expect(world.db.orm.select().from(messages).where(eq(messages.template, "sms.booking-link")).all()).toMatchObject([
      { customer_id, recipient: NUMBER, body: expect.not.stringContaining("/book") as string },
    ]);
  });

  it.each([
    ["another key", "2"],
    ["no digit at all", "<1>"],
    ["nothing", ""],
  ])("goes to nobody by %s; a message may be left all the same", async (_, key) => {
    const { press } = await calling();
    expect(verbs(await press(key))).toEqual(["record", "hangup"]);
    expect(work()).toEqual([]);
  });

  it.each([
    ["a hidden number", "anonymous"],
    ["a number abroad", "+442079460018"],
    ["a premium number", "+19005550100"],
  ])("is not offered to %s", async (_, from) => {
    const { steps, press } = await calling(from);
    expect(verbs(steps)).toEqual(["say", "record", "hangup"]);
    await press("1");
    expect(work()).toEqual([]);
  });

  it("is not offered to who has stopped our texts, nor sent to who stops them meanwhile", async () => {
    const { press } = await calling();
    await press("1");
    await world.db.write((tx) => stopTexts(tx, deed(), NUMBER, "customer"));
    await runDueWork(services, "messages");
    expect(sent).toEqual([]);
    expect(verbs((await calling()).steps)).toEqual(["say", "record", "hangup"]);
  });

  it("is not asked for by somebody else's call, nor within our hours", async () => {
    const { press } = await calling();
    expect(verbs(await press("1", `CA${"9".repeat(32)}`))).toEqual(["hangup"]);
    world.clock.at = instantAt(TODAY, 10);
    const open = await calling();
    expect(verbs(open.steps)).not.toContain("ask");
    await open.press("1");
    expect(work()).toEqual([]);
  });

  it("waits for the morning at night, and the caller is told so", async () => {
    world.clock.at = instantAt(TODAY, 23);
    const { press } = await calling();
    expect(((await press("1"))[0] as { words: string }).words).toContain("at 8 in the morning");
    await runDueWork(services, "messages");
    expect(sent).toEqual([]);
    expect(work()).toMatchObject([{ state: "waiting" }]);
  });

  it("is one an hour for a number, whoever calls from it", async () => {
    for (let i = 0; i < 3; i++) await (await calling()).press("1");
    await runDueWork(services, "messages");
    expect(sent).toHaveLength(1);
    expect(work().filter(({ last_error }) => last_error?.includes("enough"))).toHaveLength(2);
  });
});
