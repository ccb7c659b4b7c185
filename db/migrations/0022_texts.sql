CREATE TABLE `text_stops` (
	`phone` text NOT NULL,
	`stopped_at` integer NOT NULL,
	`source` text NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`phone`, `stopped_at`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `text_stops_open` ON `text_stops` (`phone`) WHERE "text_stops"."ended_at" is null;--> statement-breakpoint
ALTER TABLE `sign_in_codes` ADD `purpose` text DEFAULT 'sign-in' NOT NULL;--> statement-breakpoint
ALTER TABLE `sign_in_codes` ADD `password_hash` text;--> statement-breakpoint
CREATE INDEX `messages_to_read` ON `messages` (`created_at`) WHERE "messages"."direction" = 'in' and "messages"."template" is null;