-- Exactly the states that the reconciler asks for (SQLite uses a partial index only for its own condition), the finished
-- work by age for the housekeeping, and the card company's customer on the booking instead of on the e-mail address.
DROP INDEX `refunds_open`;--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`state`) WHERE "refunds"."state" in ('submitted','pending','requires_action');--> statement-breakpoint
ALTER TABLE `bookings` ADD `stripe_customer_id` text;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE "outbox"."state" = 'done';--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `stripe_customer_id`;