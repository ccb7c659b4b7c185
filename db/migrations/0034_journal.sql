CREATE TABLE `driver_phones` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`device` text NOT NULL,
	`heard_at` integer NOT NULL,
	`unsent` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `journal_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`job_id` text NOT NULL,
	`seq` integer NOT NULL,
	`step` text NOT NULL,
	`device` text NOT NULL,
	`device_at` integer NOT NULL,
	`done_at` integer NOT NULL,
	`is_corrected` integer NOT NULL,
	`received_at` integer NOT NULL,
	`state` text NOT NULL,
	`why` text,
	`said` text NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `journal_entries_job` ON `journal_entries` (`job_id`,`driver_id`,`seq`);--> statement-breakpoint
CREATE INDEX `journal_entries_open` ON `journal_entries` (`received_at`) WHERE "journal_entries"."state" in ('conflict','waiting','quarantined');