CREATE TABLE `day_plans` (
	`day` text PRIMARY KEY NOT NULL,
	`made_at` integer NOT NULL,
	`made_by` text NOT NULL,
	`version` text NOT NULL,
	`plan` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`offered_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_offers_one_open` ON `job_offers` (`job_id`) WHERE "job_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX `job_offers_driver` ON `job_offers` (`driver_id`) WHERE "job_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX `job_offers_expiry` ON `job_offers` (`expires_at`) WHERE "job_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX `job_offers_job` ON `job_offers` (`job_id`);--> statement-breakpoint
CREATE TABLE `last_moves` (
	`user_id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`at` integer NOT NULL,
	`move` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `is_fixed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `planned_dumpster_id` text REFERENCES dumpsters(id);--> statement-breakpoint
UPDATE `jobs` SET `is_fixed` = 1 WHERE `driver_id` IS NOT NULL;
