import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// A relative path: drizzle-kit reads this file and knows no alias.
import { PHOTO_STEPS, type PhotoStep } from "../../app/domain/photos/rules";
import { drivers } from "./accounts";
import { bookings, units } from "./booking";
import { idColumn, instantColumn, writtenOut } from "./columns";
import { jobs } from "./inventory";
import { journalEntries } from "./journal";

/**
 * Photographs of jobs. The pictures lie below the data folder's `files`, drawn anew, so that nothing is in them but what
 * they show; when and where they were taken stands here, as far as the driver's app said so.
 */
export const photos = sqliteTable(
  "photos",
  {
    id: idColumn("id", "photo").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    unit_id: idColumn("unit_id", "unit")
      .notNull()
      .references(() => units.id),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    /** Who took it. Null: the office put it in. */
    driver_id: idColumn("driver_id", "driver").references(() => drivers.id),
    /** The step of the job that it goes with. */
    step: text("step").$type<PhotoStep>().notNull(),
    /** The entry of the driver's journal that it came for; null where it came with a form. */
    entry_id: text("entry_id"),
    /** When its step was done, by our clock; null where it came with a form. */
    taken_at: instantColumn("taken_at"),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /** How far off the place may be, in meters. */
    accuracy: integer("accuracy"),
    /** Of the large one, in pixels and bytes. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    /** Of what was sent: the same photograph sent once more is known by it. */
    sha256: text("sha256").notNull(),
    path: text("path").notNull(),
    small_path: text("small_path").notNull(),
    capability: text("capability").notNull().unique(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    index("photos_path").on(t.path),
    index("photos_booking").on(t.booking_id),
    index("photos_job").on(t.job_id, t.step, t.sha256),
    // What comes by hand. A picture of an account that was set aside may come so once more, and counts then.
    uniqueIndex("photos_sent_once")
      .on(t.job_id, t.step, t.sha256)
      .where(sql`${t.entry_id} is null`),
    uniqueIndex("photos_entry")
      .on(t.entry_id, t.step)
      .where(sql`${t.entry_id} is not null`),
    check("photos_step", sql`${t.step} in ${writtenOut(PHOTO_STEPS)}`),
    check("photos_place", sql`(${t.latitude} is null) = (${t.longitude} is null)`),
  ],
);

/**
 * Photographs of journal entries in quarantine, from phones that may send no more: they prove nothing until the office, or
 * their driver signed in, lets the entry count; then they become its `photos`.
 */
export const heldPhotos = sqliteTable(
  "held_photos",
  {
    id: idColumn("id", "photo").primaryKey(),
    entry_id: text("entry_id")
      .notNull()
      .references(() => journalEntries.id),
    /** Which of the entry's, from 0. */
    n: integer("n").notNull(),
    /** When its step was done, by our clock; null where it came with a form. */
    taken_at: instantColumn("taken_at"),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /** How far off the place may be, in meters. */
    accuracy: integer("accuracy"),
    /** Of the large one, in pixels and bytes. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    path: text("path").notNull(),
    small_path: text("small_path").notNull(),
    capability: text("capability").notNull().unique(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [index("held_photos_path").on(t.path), uniqueIndex("held_photos_entry").on(t.entry_id, t.n)],
);

/** Photographs that customers sent of the place where the dumpster goes; drawn anew like those of jobs. */
export const placePhotos = sqliteTable(
  "place_photos",
  {
    id: idColumn("id", "photo").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** Of the large one, in pixels and bytes. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    /** Of what was sent: the same photograph sent once more is known by it. */
    sha256: text("sha256").notNull(),
    path: text("path").notNull(),
    small_path: text("small_path").notNull(),
    capability: text("capability").notNull().unique(),
    created_at: instantColumn("created_at").notNull(),
    /** Its customer does not want it shown any more. */
    removed_at: instantColumn("removed_at"),
  },
  (t) => [
    index("place_photos_path").on(t.path),
    uniqueIndex("place_photos_sent_once")
      .on(t.booking_id, t.sha256)
      .where(sql`${t.removed_at} is null`),
  ],
);
