import { expect, it } from "vitest";
import { BACK, drive, OUT, rented } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { findAnything } from "./find.server";

const world = setSoundWorld({ fleet: { 20: 1 } });

it("finds a weight ticket as it is said, with the spaces of its paper or without, in either case of letters", async () => {
  const booking = await rented(world);
  await drive(world, booking, "delivery", OUT);
  const steps = BACK(1800).map((step) =>
    step.to === "ticketed" ? { ...step, ticket: { ...step.ticket, number: "KX 1001 7" } } : step,
  );
  await drive(world, booking, "pickup", steps);
  for (const said of ["KX 1001 7", "kx10017", "Kx 100", "KX1001 7", "ticket KX 1001 7", "weight ticket no. kx10017"])
    expect([said, findAnything(world.db.orm, said)]).toEqual([
      said,
      [expect.objectContaining({ kind: "ticket", number: "KX 1001 7" })],
    ]);
  expect(findAnything(world.db.orm, "KX 2")).toEqual([]);
});
