-- Orders that the office prepares: who wrote which field of their draft, and holds that last as long as their price.
CREATE TABLE `draft_writes` (
	`draft_id` text NOT NULL,
	`version` integer NOT NULL,
	`field` text NOT NULL,
	`was` text NOT NULL,
	`now` text NOT NULL,
	`by_kind` text NOT NULL,
	`by_id` text,
	`by_label` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`draft_id`, `version`, `field`),
	FOREIGN KEY (`draft_id`) REFERENCES `booking_drafts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `booking_drafts` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What a caller has begun on the website is found by their number.
CREATE INDEX `booking_drafts_phone` ON `booking_drafts` ("data" ->> '$.contactInfo.phone') WHERE "booking_drafts"."booking_id" is null;--> statement-breakpoint
ALTER TABLE `holds` ADD `for_quote` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `holds_live_quotes` ON `holds` (`expires_at`) WHERE "holds"."state" = 'live' and "holds"."for_quote" = 1;