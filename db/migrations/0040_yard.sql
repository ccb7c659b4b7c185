CREATE TABLE `driver_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`invited_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`withdrawn_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_invitations_token_hash_unique` ON `driver_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `driver_invitations_open` ON `driver_invitations` (`accepted_at`,`withdrawn_at`);--> statement-breakpoint
CREATE TABLE `job_proposals` (
	`job_id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`price` text NOT NULL,
	`total` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_proposals_booking` ON `job_proposals` (`booking_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `idle_ms` integer;--> statement-breakpoint
ALTER TABLE `units` ADD `replaces_unit_id` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `brings_unit_id` text REFERENCES units(id);--> statement-breakpoint
ALTER TABLE `jobs` ADD `was_pickup` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `was_until` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_brings` ON `jobs` (`brings_unit_id`) WHERE "jobs"."brings_unit_id" is not null;--> statement-breakpoint
CREATE INDEX `dumpsters_location` ON `dumpsters` (`location`);
