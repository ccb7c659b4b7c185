CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`job_id` text NOT NULL,
	`driver_id` text,
	`step` text NOT NULL,
	`entry_id` text,
	`taken_at` integer,
	`latitude` real,
	`longitude` real,
	`accuracy` integer,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`path` text NOT NULL,
	`small_path` text NOT NULL,
	`capability` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "photos_step" CHECK("photos"."step" in ('serviced','ticketed','attempted','report')),
	CONSTRAINT "photos_place" CHECK(("photos"."latitude" is null) = ("photos"."longitude" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photos_capability_unique` ON `photos` (`capability`);--> statement-breakpoint
CREATE INDEX `photos_booking` ON `photos` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_sent_once` ON `photos` (`job_id`,`step`,`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_entry` ON `photos` (`entry_id`,`step`) WHERE "photos"."entry_id" is not null;