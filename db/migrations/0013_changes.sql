-- What is bought after the payment is a change of its own; a hold, a checkout and a charge belong to the first order
-- (change_id is null: everything until now) or to one change. No row is removed.
CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`wish` text NOT NULL,
	`price` text NOT NULL,
	`total` integer NOT NULL,
	`asked_by` text NOT NULL,
	`end_reason` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "changes_kind" CHECK("kind" in ('extension','swap','haul','additional','balance')),
	CONSTRAINT "changes_state" CHECK("state" in ('priced','applied','refused','withdrawn','expired')),
	CONSTRAINT "changes_total" CHECK("total" >= 0)
);
--> statement-breakpoint
CREATE INDEX `changes_booking` ON `changes` (`booking_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `changes_one_open` ON `changes` (`unit_id`) WHERE "changes"."state" = 'priced';--> statement-breakpoint
CREATE INDEX `changes_open_end` ON `changes` (`expires_at`) WHERE "changes"."state" = 'priced';--> statement-breakpoint
ALTER TABLE `checkouts` ADD `change_id` text REFERENCES changes(id);--> statement-breakpoint
ALTER TABLE `charges` ADD `change_id` text REFERENCES changes(id);--> statement-breakpoint
-- A change may hold days without a delivery: the window may be missing.
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`change_id` text,
	`email` text NOT NULL,
	`mailbox` text,
	`asker` text,
	`state` text NOT NULL,
	`lines` text NOT NULL,
	`delivery_date` text NOT NULL,
	`delivery_window` text,
	`occupied_until` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_holds`("id", "booking_id", "email", "mailbox", "asker", "state", "lines", "delivery_date", "delivery_window", "occupied_until", "expires_at", "created_at", "ended_at", "end_reason") SELECT "id", "booking_id", "email", "mailbox", "asker", "state", "lines", "delivery_date", "delivery_window", "occupied_until", "expires_at", "created_at", "ended_at", "end_reason" FROM `holds`;--> statement-breakpoint
DROP TABLE `holds`;--> statement-breakpoint
ALTER TABLE `__new_holds` RENAME TO `holds`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `holds_live_mailbox` ON `holds` (`mailbox`) WHERE "holds"."state" = 'live';--> statement-breakpoint
CREATE INDEX `holds_live_expiry` ON `holds` (`expires_at`) WHERE "holds"."state" = 'live';--> statement-breakpoint
-- One live hold and one open checkout for each owner.
CREATE UNIQUE INDEX `holds_one_live` ON `holds` (`booking_id`) WHERE "holds"."change_id" is null and "holds"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX `holds_one_live_of_change` ON `holds` (`change_id`) WHERE "holds"."state" = 'live';--> statement-breakpoint
DROP INDEX `checkouts_one_open`;--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_open` ON `checkouts` (`booking_id`) WHERE "checkouts"."change_id" is null and "checkouts"."state" in ('creating','open');--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_open_of_change` ON `checkouts` (`change_id`) WHERE "checkouts"."state" in ('creating','open');
