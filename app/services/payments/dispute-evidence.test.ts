import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disputes } from "#db/schema/index";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { sha256 } from "~/domain/kernel/ids.server";
import { askToAnswer } from "~/domain/payments/disputes.server";
import { keepPhoto } from "~/domain/photos/photos.server";
import { keepMessage } from "~/domain/messages/messages.server";
import { jobs } from "#db/schema/index";
import type { DisputeAnswer } from "~/domain/payments/money-port";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { disputed, paymentOf } from "../../../tests/support/money";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { runDueWork } from "../work/worker.server";
import { printEvidence } from "./dispute-evidence.server";

let world: TestWorld;
let stripe: FakeStripe;
let services: Services;
let folder: string;
let html: string;
let size: number;
let sent: DisputeAnswer[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  folder = mkdtempSync(join(tmpdir(), "evidence-"));
  stripe = fakeStripe();
  [html, size, sent] = ["", 40, []];
  const { answerDispute } = stripe;
  stripe.answerDispute = (answer) => {
    sent.push(answer);
    return answerDispute(answer);
  };
  services = {
    ...fakeServices(world, stripe),
    files: createFilesAdapter(folder),
    pdf: {
      render: async (given: string) => {
        html = given;
        return Buffer.alloc(size, "%PDF-");
      },
    },
  } as unknown as Services;
});
afterEach(() => {
  world.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = () => world.db.orm.select().from(disputes).get() ?? expect.fail("no dispute");
const ask = (said = "We set it down at 9 am; the photo shows it.") =>
  world.db.write((tx) => askToAnswer(tx, world.deed(STAFF), stored().id, said));
const work = () => runDueWork(services, "card-company");

describe("the evidence", () => {
  it("has a mail line by line as it was written, without its underline and its foot", async () => {
    const { booking_id } = await disputed(world);
    const mail =
      "Your dumpster is there\n======================\n\nSet down at 9 am.\nKeep the lid shut.\n\n-- \nThe company, its street";
    await world.db.write((tx) =>
      keepMessage(
        tx,
        world.deed(),
        "https://example.com",
        {
          cause: "mail:1",
          direction: "out",
          channel: "email",
          template: "delivered",
          sender: "",
          recipient: "ada@example.com",
          subject: "It is there",
          body: mail,
          bookingId: booking_id,
          customerId: null,
          providerId: "M1",
        },
        "sent",
      ),
    );
    await printEvidence(services, stored());
    expect(html).toContain("Your dumpster is there\n\nSet down at 9 am.\nKeep the lid shut.</p>");
    expect(html).toContain("white-space:pre-wrap");
    expect(html).not.toContain("its street");
  });

  it("has the agreement with who signed it and from where, the photo, the messages, the money, and our words; nothing of it runs", async () => {
    const { booking_id } = await disputed(world);
    const job = world.db.orm.select().from(jobs).get() ?? expect.fail("no job");
    await services.files.write("photos/a-small.jpg", Buffer.from("a picture"));
    await world.db.write((tx) => {
      keepPhoto(tx, world.deed(), {
        jobId: job.id,
        driverId: null,
        step: "serviced",
        entryId: null,
        taken: { at: world.clock.at, place: { latitude: 28.53831, longitude: -81.37924, accuracy: 12 } },
        sha256: "ab",
        width: 1,
        height: 1,
        bytes: 9,
        path: "photos/a.jpg",
        smallPath: "photos/a-small.jpg",
      });
      keepMessage(
        tx,
        world.deed(),
        "https://example.com",
        {
          cause: "text:1",
          direction: "in",
          channel: "sms",
          template: null,
          sender: "+14075550133",
          recipient: "+14075550100",
          subject: "",
          body: "Thanks, it stands <b>well</b><script>alert(1)</script>",
          bookingId: booking_id,
          customerId: null,
          providerId: "SM1",
        },
        "received",
      );
    });
    await ask();
    await work();
    for (const words of [
      "We set it down at 9 am",
      "did not make the payment",
      "Ada Tester",
      "198.51.100.7",
      "Text (SHA-256)",
      "What we agree",
      Buffer.from("a picture").toString("base64"),
      "28.53831, -81.37924 (within 12 m)",
      "Thanks, it stands &lt;b&gt;well&lt;/b&gt;",
      "Paid: Card: $409.32",
      "The clauses that apply",
    ])
      expect(html).toContain(words);
    expect(html).not.toContain("<script");
    expect(sent).toMatchObject([
      {
        customerName: "Ada Tester",
        customerEmail: "ada@example.com",
        customerIp: "198.51.100.7",
        text: "We set it down at 9 am; the photo shows it.",
        serviceDate: "",
      },
    ]);
  });

  it("goes out as it is kept, once, and stays what it was when the office reads it later", async () => {
    await disputed(world);
    await ask();
    await work();
    await work();
    expect(sent).toHaveLength(1);
    const { file_path, file_sha256, sent_at, state, stripe_file_id } = stored();
    expect([state, stripe_file_id, sent_at]).toEqual(["under_review", "file_1", world.clock.at]);
    expect(sha256((await services.files.read(file_path ?? "")) ?? "")).toBe(file_sha256);
    expect(sha256(sent[0]?.pdf.content ?? "")).toBe(file_sha256);
    size = 99;
    await printEvidence(services, stored());
    expect(stored().file_sha256).toBe(file_sha256);
  });

  it("that is too large for the bank is told to the office, who may ask again; nothing was sent", async () => {
    await disputed(world);
    size = 4_900_001;
    await ask();
    await work();
    expect([sent.length, stored().refused, stored().sent_at]).toEqual([0, "the evidence has 4900001 bytes", null]);
    size = 40;
    world.clock.at = (world.clock.at + 1) as typeof world.clock.at;
    expect(await ask()).toMatchObject({ ok: true });
    await work();
    expect(sent).toHaveLength(1);
  });

  it("that the card company refuses is told in its words", async () => {
    await disputed(world);
    stripe.answerDispute = async () => ({ ok: false, code: "refused", message: "Too late." });
    await ask();
    await work();
    expect([stored().refused, stored().state]).toEqual(["Too late.", "needs_response"]);
  });

  it("whose answer was lost on the way is not sent twice: the bank takes one", async () => {
    const dispute = await disputed(world);
    const { booking_id } = dispute;
    stripe.down = true;
    await ask();
    await work();
    expect(stored().sent_at).toBeNull();
    stripe.down = false;
    const intent = paymentOf(world, booking_id).stripe_payment_intent_id;
    stripe.getDispute = async (disputeId) => ({
      ok: true,
      value: {
        disputeId,
        state: "under_review",
        amount: dispute.amount,
        reason: "fraudulent",
        paymentIntentId: intent,
        dueBy: null,
        withdrawn: dispute.amount,
        reinstated: 0,
        created: 0,
      },
    });
    sent.length = 0;
    world.db.sqlite.prepare("update outbox set run_at = 0 where kind = 'stripe.dispute-answer'").run();
    await work();
    expect([sent.length, stored().state]).toEqual([0, "under_review"]);
  });
});
