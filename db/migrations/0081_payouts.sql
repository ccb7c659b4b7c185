CREATE TABLE `stripe_payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`made_at` integer NOT NULL,
	`arrives_on` text NOT NULL,
	`failure_reason` text,
	CONSTRAINT "stripe_payouts_state" CHECK("stripe_payouts"."state" in ('pending','in_transit','paid','canceled','failed'))
);
--> statement-breakpoint
CREATE INDEX `stripe_payouts_time` ON `stripe_payouts` (`made_at`);--> statement-breakpoint
CREATE INDEX `stripe_payouts_arrival` ON `stripe_payouts` (`arrives_on`);