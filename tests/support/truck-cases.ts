import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { jobs } from "#db/schema/index";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { recallJob } from "~/domain/dispatch/recall.server";
import { day } from "~/domain/kernel/days";
import { paidBooking, STAFF, type TestWorld } from "./domain";
import { driveJob } from "./driver";
import { cannotGetIn } from "./in-vain";

const TEXTS = { smsConsent: true };

/** Each message about a truck or a moved day: what brings it about, and what is sent. `mailed`: what was, as a test keeps it. */
export function truckCases(world: () => TestWorld, mailed: () => unknown) {
  const driven = async (...steps: ("en_route" | "arrived" | "serviced" | "pickup")[]) =>
    driveJob(world(), (await paidBooking(world(), TEXTS)).id, steps);
  const turnedBack = async () => {
    const { jobId } = await driven("en_route");
    return world().db.write((tx) => recallJob(tx, world().deed(STAFF), jobId, "The truck broke down"));
  };
  const blocked = async () => {
    const { jobId, driverId } = await driven("en_route", "arrived");
    return cannotGetIn(world(), driverId, jobId, { reason: "Nobody lets us in" });
  };
  const movedByHand = async () => {
    const { id } = await paidBooking(world(), TEXTS);
    const job = world().db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).get();
    const to = { day: day("2026-12-04"), window: "morning" } as const;
    return world().db.write((tx) => moveJobTo(tx, world().deed(STAFF), world().settings(), job!.id, to));
  };
  return {
    "mail.on-the-way": {
      cause: () => driven("en_route"),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: our driver is on the way"],
    },
    "sms.on-the-way": {
      cause: () => driven("en_route"),
      effect: mailed,
      is: [
        expect.stringContaining(
          "Our driver Dana is on the way with your 20-yard dumpster. Planned for Thursday, December 3, 8AM to 12PM.",
        ),
      ],
    },
    "mail.called-back": {
      cause: turnedBack,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: our truck had to turn back"],
    },
    "sms.called-back": {
      cause: turnedBack,
      effect: mailed,
      is: [
        expect.stringContaining(
          "Our truck had to turn back before anything was done. We plan to bring your 20-yard dumpster on Thursday, December 3,",
        ),
      ],
    },
    "mail.delivered": {
      cause: () => driven("en_route", "arrived", "serviced"),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: your dumpster is there"],
    },
    "sms.delivered": {
      cause: () => driven("en_route", "arrived", "serviced"),
      effect: mailed,
      is: [
        expect.stringContaining(
          "Your 20-yard dumpster was set down at 9:00 am. We pick it up on Thursday, December 10.",
        ),
      ],
    },
    "mail.access-blocked": {
      cause: blocked,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: our driver cannot get in"],
    },
    "sms.access-blocked": {
      cause: blocked,
      effect: mailed,
      is: [
        expect.stringContaining(
          "Our driver is at your site and cannot get in: nobody lets us in. They wait until 9:15 am. We are before your time (Thursday, December 3, 8AM to 12PM): if we leave before it begins, there is no fee. Answer here: http://localhost:3000/manage-booking/access?key=",
        ),
      ],
    },
    "mail.picked-up": {
      cause: () => driven("pickup"),
      effect: mailed,
      is: ["ada@example.com: Booking DMP: your dumpster is picked up"],
    },
    "sms.picked-up": {
      cause: () => driven("pickup"),
      effect: mailed,
      is: [
        expect.stringContaining("Your 20-yard dumpster has left. We weigh the load and send you the final statement."),
      ],
    },
    "mail.moved": {
      cause: movedByHand,
      effect: mailed,
      is: ["ada@example.com: Booking DMP: your delivery has a new day"],
    },
    "sms.moved": {
      cause: movedByHand,
      effect: mailed,
      is: [expect.stringContaining("booking DMP: Your delivery has a new day: Friday, December 4, 8AM to 12PM.")],
    },
  };
}
