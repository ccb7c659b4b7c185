CREATE TABLE `reminders` (
	`booking_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`outcome` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `kind`, `day`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reminders_at` ON `reminders` (`at`);--> statement-breakpoint
CREATE INDEX `tasks_open_kind` ON `tasks` (`kind`,`made_at`) WHERE "tasks"."state" = 'open';