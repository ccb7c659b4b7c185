-- What customers do after the payment: the minute of a pickup request, what was bought with a job, payment pages that only
-- keep another card, and pictures of the place.
CREATE TABLE `place_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`path` text NOT NULL,
	`small_path` text NOT NULL,
	`capability` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `place_photos_capability_unique` ON `place_photos` (`capability`);--> statement-breakpoint
CREATE INDEX `place_photos_path` ON `place_photos` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `place_photos_sent_once` ON `place_photos` (`booking_id`,`sha256`) WHERE "place_photos"."removed_at" is null;--> statement-breakpoint
DROP INDEX `checkouts_one_open`;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `only_card` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_open_for_card` ON `checkouts` (`booking_id`) WHERE "checkouts"."only_card" = 1 and "checkouts"."state" in ('creating','open');--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_open` ON `checkouts` (`booking_id`) WHERE "checkouts"."change_id" is null and "checkouts"."only_card" = 0 and "checkouts"."state" in ('creating','open');--> statement-breakpoint
ALTER TABLE `units` ADD `pickup_asked_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `change_id` text REFERENCES changes(id);--> statement-breakpoint
CREATE INDEX `jobs_change` ON `jobs` (`change_id`) WHERE "jobs"."change_id" is not null;