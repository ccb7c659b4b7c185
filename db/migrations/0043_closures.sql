-- A day or half of one that is closed (a storm), what it moved, and visits at which a driver cannot get in.
CREATE TABLE `closure_jobs` (
	`closure_id` text NOT NULL,
	`job_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`state` text NOT NULL,
	`day` text NOT NULL,
	`delivery_window` text NOT NULL,
	`driver_id` text,
	`position` integer,
	`is_fixed` integer NOT NULL,
	PRIMARY KEY(`closure_id`, `job_id`),
	FOREIGN KEY (`closure_id`) REFERENCES `closures`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `closure_units` (
	`closure_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`was_delivery` text NOT NULL,
	`was_window` text NOT NULL,
	`was_pickup` text NOT NULL,
	`was_closure_id` text,
	`is_delivery` text,
	`is_window` text,
	`is_pickup` text,
	PRIMARY KEY(`closure_id`, `unit_id`),
	FOREIGN KEY (`closure_id`) REFERENCES `closures`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `closure_units_unit` ON `closure_units` (`unit_id`);--> statement-breakpoint
CREATE TABLE `closures` (
	`id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`part` text NOT NULL,
	`reason` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL,
	`told_at` integer NOT NULL,
	`undone_at` integer,
	`reopened_at` integer,
	FOREIGN KEY (`closed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `closures_day` ON `closures` (`day`);--> statement-breakpoint
CREATE INDEX `closures_open` ON `closures` (`day`) WHERE "closures"."undone_at" is null and "closures"."reopened_at" is null;--> statement-breakpoint
CREATE TABLE `blocked_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`asked_at` integer NOT NULL,
	`waits_until` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`minutes` integer,
	`ended_at` integer,
	`ended_as` text,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blocked_visits_booking` ON `blocked_visits` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_visits_open` ON `blocked_visits` (`job_id`) WHERE "blocked_visits"."ended_at" is null;--> statement-breakpoint
ALTER TABLE `units` ADD `closure_id` text;--> statement-breakpoint
ALTER TABLE `units` ADD `waived_days` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER content_closures_insert AFTER INSERT ON closures BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_closures_update AFTER UPDATE ON closures BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
