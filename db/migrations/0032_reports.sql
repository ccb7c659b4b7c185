CREATE TABLE `job_attempts` (
	`job_id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`arrived_at` integer,
	`attempted_at` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	`accuracy` integer,
	`missing` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `job_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`job_id` text NOT NULL,
	`driver_id` text,
	`entry_id` text,
	`material` text,
	`prohibited` text,
	`prohibited_count` integer,
	`cleaning` integer NOT NULL,
	`moved` integer NOT NULL,
	`overloaded` integer NOT NULL,
	`second_number` text,
	`reported_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_reports_count" CHECK(("job_reports"."prohibited" is null) = ("job_reports"."prohibited_count" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_reports_entry_id_unique` ON `job_reports` (`entry_id`);--> statement-breakpoint
CREATE INDEX `job_reports_job` ON `job_reports` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_reports_booking` ON `job_reports` (`booking_id`);