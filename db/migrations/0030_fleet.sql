CREATE TABLE `facilities` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`zip` text NOT NULL,
	`materials` text DEFAULT '' NOT NULL,
	`hours` text DEFAULT '' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `facilities_name_unique` ON `facilities` (`name`);--> statement-breakpoint
CREATE TABLE `trucks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plate` text,
	`is_active` integer DEFAULT true NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trucks_name_unique` ON `trucks` (`name`);--> statement-breakpoint
CREATE TABLE `shifts` (
	`driver_id` text NOT NULL,
	`day` text NOT NULL,
	`is_off` integer DEFAULT false NOT NULL,
	`truck_id` text,
	`note` text DEFAULT '' NOT NULL,
	`begins` integer,
	`ends` integer,
	PRIMARY KEY(`driver_id`, `day`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`truck_id`) REFERENCES `trucks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shifts_day` ON `shifts` (`day`);--> statement-breakpoint
ALTER TABLE `drivers` ADD `truck_id` text REFERENCES trucks(id);--> statement-breakpoint
ALTER TABLE `drivers` ADD `licence_notes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `drivers` ADD `licence_until` text;--> statement-breakpoint
INSERT INTO `trucks` (`id`, `name`, `created_at`) SELECT 'trk_' || lower(hex(randomblob(11))), `truck`, min(`created_at`) FROM `drivers` WHERE `truck` IS NOT NULL AND trim(`truck`) <> '' GROUP BY `truck`;--> statement-breakpoint
UPDATE `drivers` SET `truck_id` = (SELECT `id` FROM `trucks` WHERE `name` = `drivers`.`truck`);--> statement-breakpoint
ALTER TABLE `drivers` DROP COLUMN `truck`;
