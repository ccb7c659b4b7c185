import { eq } from "drizzle-orm";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { newId } from "~/domain/kernel/ids.server";
import { keepLead } from "~/domain/leads/leads.server";
import { DAY, HOUR, plus, type Instant } from "~/domain/kernel/time.server";
import { COUNTIES } from "~/domain/service-area/rules";
import { AT_START, type Db, type Tx } from "../client.server";
import { dumpsters, dumpsterSizes, facilities, meta, pricingMatrix, serviceAreas, zipCodes } from "../schema/index";
import { seedBookings, type SeedServices } from "./bookings.server";
import { ZIP_CODES } from "./zip-codes";

/** 40 numbered dumpsters: what the company owns of each size, and how long it has. */
const FLEET = { 15: 14, 20: 16, 25: 10 } as const;
const OWNED_FOR = 400 * DAY;

/**
 * What every database needs (sizes, prices, service areas, ZIP codes), once; and in the sandbox the accounts, the fleet
 * and a month of bookings, made by the domain's own verbs. Two starting processes seed once: the mark is in the same
 * transaction as the rows.
 */
export async function seedOnce(services: SeedServices): Promise<void> {
  const now = services.clock.now();
  await once(services.db, "seed.catalogue", (tx) => seedCatalogue(tx, now));
  if (!services.config.sandbox.any) return;
  await once(services.db, "seed.fleet", (tx) => seedFleet(tx, now));
  await once(services.db, "seed.facilities", (tx) => seedFacilities(tx, now));
  await seedAccounts(services.db, now);
  await once(services.db, "seed.bookings", (tx) => seedBookings(tx, services, now));
  await once(services.db, "seed.leads", (tx) => seedLeads(tx, now));
}

async function once(db: Db, name: string, seed: (tx: Tx) => void): Promise<void> {
  if (db.orm.select().from(meta).where(eq(meta.key, name)).get()) return;
  await db.write((tx) => {
    const first = tx.insert(meta).values({ key: name, value: "done" }).onConflictDoNothing().run().changes === 1;
    if (first) seed(tx);
  }, AT_START);
}

function seedCatalogue(tx: Tx, now: Instant): void {
  for (const zip of ZIP_CODES) tx.insert(zipCodes).values(zip).run();
  COUNTIES.forEach((county, index) => {
    tx.insert(serviceAreas)
      .values({
        id: newId("serviceArea"),
        area_name: `${county} County`,
        zip_codes: ZIP_CODES.filter((zip) => zip.county === county).map((zip) => zip.zip),
        created_at: plus(now, index),
      })
      .run();
  });
  for (const size of DUMPSTER_SIZES) {
    tx.insert(dumpsterSizes)
      .values({ ...size, recommended_for: [...size.recommended_for] })
      .run();
    tx.insert(pricingMatrix).values({ size_yards: size.size, base_price: size.base_price, updated_at: now }).run();
  }
}

function seedFleet(tx: Tx, now: Instant): void {
  for (const [size, count] of Object.entries(FLEET)) {
    for (let n = 1; n <= count; n++) {
      tx.insert(dumpsters)
        .values({
          id: newId("dumpster"),
          number: `${size}-${String(n).padStart(2, "0")}`,
          size_yards: Number(size),
          location: "yard",
          load: "empty",
          condition: "ok",
          created_at: plus(now, -OWNED_FOR),
        })
        .run();
    }
  }
}

/** Invented ones, a county each, as the company is. */
const FACILITIES = [
  { name: "East Orlando Landfill", address: "Landfill gate, east of Orlando", zip: "32829", materials: "" },
  {
    name: "Longwood Transfer Station",
    address: "Station gate, Longwood",
    zip: "32750",
    materials: "No concrete, no soil",
  },
  { name: "St. Cloud Landfill", address: "Landfill gate, St. Cloud", zip: "34773", materials: "" },
];

function seedFacilities(tx: Tx, now: Instant): void {
  for (const facility of FACILITIES)
    tx.insert(facilities)
      .values({ id: newId("facility"), ...facility, hours: "Mon–Sat 7AM–5PM", created_at: now })
      .run();
}

function seedLeads(tx: Tx, now: Instant): void {
  const deed = (hoursAgo: number) => ({
    by: { kind: "customer" as const, label: "Customer" },
    now: plus(now, -hoursAgo * HOUR),
    requestId: "seed",
  });
  keepLead(tx, deed(3), {
    kind: "consultation",
    name: "Irene Vasquez",
    phone: "(407) 555-0171",
    email: "irene.vasquez@example.com",
    zip: "32806",
    message: "About 40 old monitors and printers from an office move.",
  });
  keepLead(tx, deed(26), {
    kind: "outside_area",
    name: "Bill Carver",
    phone: "(407) 555-0172",
    email: "",
    zip: "32720",
    message: "Roof tear-off in DeLand, next week.",
  });
}
