-- Where the dumpster stands (domain.md, 4.31). Bookings from before the question were made for driveways; what else was agreed
-- with them stands in their notes.
ALTER TABLE `bookings` ADD `placement` text DEFAULT 'driveway' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `association_approval` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What a place on the street needs before a truck may leave.
ALTER TABLE `bookings` ADD `permit_number` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `permit_from` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `permit_until` text;
