import { expect, it } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import { takePhoto } from "../../../tests/support/charges";
import { paidBooking } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as confirmation from "./booking-confirmation";
import * as photo from "./photo";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("a photo of what was in the way opens for its own customer without any flag, and one of the work does not", async () => {
  const services = { ...fakeServices(world), files: { read: async () => Buffer.from("jpg") } };
  const visitor = new Visitor(services as unknown as ReturnType<typeof fakeServices>);
  const mine = await paidBooking(world);
  const theirs = await paidBooking(world);
  await visitor.get(confirmation.loader, `/booking-confirmation?booking=${mine.capability}`);
  const opened = async (booking: Booking) => {
    const { jobId } = await driveJob(world, booking.id, ["en_route", "arrived"]);
    for (const step of ["attempted", "serviced"] as const) await takePhoto(world, jobId, step);
    const kept = listPhotosOfJob(world.db.orm, jobId);
    const answers = kept.map(({ capability }) => visitor.get(photo.loader, `/photos/${capability}`, { capability }));
    return (await Promise.all(answers)).map(({ status }, i) => [kept[i]?.step, status]).sort();
  };
  expect(await opened(mine)).toEqual([
    ["attempted", 200],
    ["serviced", 404],
  ]);
  expect(await opened(theirs)).toEqual([
    ["attempted", 404],
    ["serviced", 404],
  ]);
});
