-- Filters of the bookings list that the office keeps under names: a person their own, an admin also those of everybody.
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`is_shared` integer NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_own` ON `saved_views` (`owner_id`,`name`) WHERE "saved_views"."is_shared" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_shared` ON `saved_views` (`name`) WHERE "saved_views"."is_shared" = 1;--> statement-breakpoint
CREATE INDEX `saved_views_owner` ON `saved_views` (`owner_id`);