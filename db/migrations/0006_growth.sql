CREATE TABLE `booking_statuses` (
	`place` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text NOT NULL,
	`bookings` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_statuses_status_unique` ON `booking_statuses` (`status`);--> statement-breakpoint
DROP INDEX `booking_drafts_expiry`;--> statement-breakpoint
CREATE INDEX `booking_drafts_expiry` ON `booking_drafts` (`expires_at`) WHERE "booking_drafts"."booking_id" is null;--> statement-breakpoint
DROP INDEX `bookings_status`;--> statement-breakpoint
CREATE INDEX `bookings_unpaid` ON `bookings` (`updated_at`) WHERE "bookings"."status" in ('pending_payment','quoted');--> statement-breakpoint
CREATE INDEX `bookings_quote_end` ON `bookings` (`quote_expires_at`) WHERE "bookings"."status" = 'quoted';--> statement-breakpoint
CREATE INDEX `bookings_status` ON `bookings` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `account_tokens_expiry` ON `account_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `webhook_inbox_received` ON `webhook_inbox` (`received_at`);