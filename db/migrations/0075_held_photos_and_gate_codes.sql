CREATE TABLE `held_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`n` integer NOT NULL,
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
	FOREIGN KEY (`entry_id`) REFERENCES `journal_entries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_photos_capability_unique` ON `held_photos` (`capability`);--> statement-breakpoint
CREATE INDEX `held_photos_path` ON `held_photos` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `held_photos_entry` ON `held_photos` (`entry_id`,`n`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `gate_code` text DEFAULT '' NOT NULL;