import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings } from "#db/schema/index";
import { onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { chargeOnAccount } from "../payments/ledger.server";
import { findChargePaper } from "./papers.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("what is billed later to an exempt company names the certificate, as the order's invoice does", async () => {
  const { id } = await onAccount(world);
  const { orm } = world.db;
  const bill = async (amount: number) => {
    const what = { booking_id: id, kind: "haul", amount, description: "A load more" } as const;
    return findChargePaper(orm, await world.db.write((tx) => chargeOnAccount(tx, world.deed(), [], what)))?.view.notes;
  };
  expect(await bill(95_00)).toEqual([]);
  const price = orm.select().from(bookings).where(eq(bookings.id, id)).get()?.price ?? expect.fail("none");
  const exempt = { ...price, exempt: "85-1" };
  orm.update(bookings).set({ price: exempt }).where(eq(bookings.id, id)).run();
  expect(await bill(96_00)).toEqual(["Exempt from sales tax by certificate 85-1."]);
});
