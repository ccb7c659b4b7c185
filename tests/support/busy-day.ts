import { openDatabase } from "#db/client.server";
import { accounts, drivers, trucks } from "#db/schema/index";
import { createJobsForUnits } from "~/domain/dispatch/jobs.server";
import { addDays, type Day } from "~/domain/kernel/days";
import { newId } from "~/domain/kernel/ids.server";
import { instant } from "~/domain/kernel/time.server";
import { insertBooking, testDeed } from "./rows";
import type { TestServer } from "./server";

const ZIPS = ["32801", "32835", "34741", "32771", "32828", "34787", "32703", "34769", "32789", "32819"];
const WINDOWS = ["morning", "afternoon", "anytime"];
const NAMES = ["Avery", "Blake", "Casey", "Drew", "Ellis", "Frankie", "Gray", "Harper", "Indigo", "Jules"];

/** Puts orders with jobs on a day straight into a server's database, as many drivers with trucks besides. */
export async function makeBusyDay(
  server: TestServer,
  on: Day,
  { orders, units = 1, pickups = 0, more = 0 }: { orders: number; units?: number; pickups?: number; more?: number },
): Promise<void> {
  const db = openDatabase(`${server.dataDir}/roll-off.sqlite`);
  const deed = testDeed(undefined, instant(Date.now()));
  const order = (i: number, delivery: Day) =>
    db.write((tx) => {
      const booking = insertBooking(tx, deed, {
        booking_number: `DMP-2026-9${String(i).padStart(5, "0")}`,
        first_name: NAMES[i % NAMES.length] ?? "Pat",
        last_name: `Busy${i}`,
        email: `busy${i}@example.com`,
        address: `${100 + i} Orange Avenue`,
        zip: ZIPS[i % ZIPS.length] ?? "32801",
        unitCount: units,
        scheduled_delivery_date: delivery,
        scheduled_pickup_date: delivery === on ? addDays(on, 30) : on,
      });
      createJobsForUnits(tx, deed, booking.id);
    });
  try {
    for (let i = 0; i < orders; i++) await order(i, on);
    for (let i = 0; i < pickups; i++) await order(orders + i, addDays(on, -7));
    for (const [i, window] of WINDOWS.entries())
      db.sqlite
        .prepare("update jobs set delivery_window = ? where day = ? and kind = 'delivery' and rowid % 3 = ?")
        .run(window, on, i);
    for (let i = 0; i < more; i++)
      await db.write((tx) => {
        const user_id = newId("account");
        const made = { created_at: deed.now };
        tx.insert(accounts)
          .values({ id: user_id, email: `more${i}@example.com`, password_hash: "", ...made })
          .run();
        const truck = tx
          .insert(trucks)
          .values({ id: newId("truck"), name: `Truck ${10 + i}`, ...made })
          .returning()
          .get();
        const name = `${NAMES[i % NAMES.length]} ${i < NAMES.length ? "Ames" : "Boyd"}`;
        tx.insert(drivers)
          .values({ id: newId("driver"), user_id, name, truck_id: truck.id, ...made })
          .run();
      });
  } finally {
    db.close();
  }
}
