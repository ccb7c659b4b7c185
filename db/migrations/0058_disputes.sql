-- Disputes, the movements on Stripe's balance, and money that comes and goes by hand. Every row stays as it is.
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`stripe_dispute_id` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL,
	`reinstated` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`due_at` integer,
	`opened_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`file_path` text,
	`file_sha256` text,
	`file_bytes` integer,
	`said` text,
	`asked_at` integer,
	`sent_at` integer,
	`stripe_file_id` text,
	`refused` text,
	`written_off_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_state" CHECK("disputes"."state" in ('inquiry','inquiry_answered','needs_response','under_review','won','lost','closed')),
	CONSTRAINT "disputes_amounts" CHECK("disputes"."amount" > 0 and "disputes"."withdrawn" >= 0 and "disputes"."reinstated" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_stripe_dispute_id_unique` ON `disputes` (`stripe_dispute_id`);--> statement-breakpoint
CREATE INDEX `disputes_booking` ON `disputes` (`booking_id`);--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`);--> statement-breakpoint
CREATE INDEX `disputes_time` ON `disputes` (`opened_at`,`id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`due_at`) WHERE "disputes"."state" not in ('won','lost','closed');--> statement-breakpoint
CREATE TABLE `stripe_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`type` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`at` integer NOT NULL,
	`source` text,
	`payment_intent` text,
	`refund` text,
	`dispute` text,
	`description` text
);
--> statement-breakpoint
CREATE INDEX `stripe_transactions_time` ON `stripe_transactions` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `stripe_transactions_intent` ON `stripe_transactions` (`payment_intent`) WHERE "stripe_transactions"."payment_intent" is not null;--> statement-breakpoint
CREATE INDEX `stripe_transactions_refund` ON `stripe_transactions` (`refund`) WHERE "stripe_transactions"."refund" is not null;--> statement-breakpoint
CREATE INDEX `stripe_transactions_dispute` ON `stripe_transactions` (`dispute`) WHERE "stripe_transactions"."dispute" is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `method` text DEFAULT 'card' NOT NULL CONSTRAINT "payments_method" CHECK("method" in ('card','check','cash'));--> statement-breakpoint
ALTER TABLE `payments` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `deposit_batch` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `receipt` text;--> statement-breakpoint
CREATE INDEX `payments_by_hand` ON `payments` (`paid_at`) WHERE "payments"."method" <> 'card';--> statement-breakpoint
CREATE INDEX `payments_receipt` ON `payments` (`receipt`) WHERE "payments"."receipt" is not null;--> statement-breakpoint
ALTER TABLE `refunds` ADD `method` text DEFAULT 'card' NOT NULL CONSTRAINT "refunds_method" CHECK("method" in ('card','check','cash'));--> statement-breakpoint
ALTER TABLE `refunds` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `deposit_batch` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `replaced_by` text;--> statement-breakpoint
CREATE INDEX `refunds_by_time` ON `refunds` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_to_do` ON `refunds` (`created_at`) WHERE ("refunds"."state" in ('failed','canceled') and "refunds"."replaced_by" is null) or "refunds"."state" in ('requested','approved','submitted','pending','requires_action');--> statement-breakpoint
CREATE INDEX `ledger_entries_time` ON `ledger_entries` (`at`,`id`);