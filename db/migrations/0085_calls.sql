-- The telephone: the call log, its legs, who is there to be rung, and what was done on a call.
CREATE TABLE `agent_presence` (
	`user_id` text PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	`is_ready` integer NOT NULL,
	`silent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `call_events` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	FOREIGN KEY (`call_id`) REFERENCES `calls`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `call_events_call` ON `call_events` (`call_id`);--> statement-breakpoint
CREATE TABLE `call_legs` (
	`sid` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`role` text NOT NULL,
	`agent_id` text,
	`status` text NOT NULL,
	`ringing_at` integer,
	`answered_at` integer,
	`ended_at` integer,
	`seconds` integer,
	FOREIGN KEY (`call_id`) REFERENCES `calls`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agent_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `call_legs_call` ON `call_legs` (`call_id`);--> statement-breakpoint
CREATE TABLE `call_rings` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`round` integer NOT NULL,
	`rung_at` integer NOT NULL,
	`acked_at` integer,
	FOREIGN KEY (`call_id`) REFERENCES `calls`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agent_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `call_rings_call` ON `call_rings` (`call_id`);--> statement-breakpoint
CREATE TABLE `calls` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_sid` text NOT NULL,
	`direction` text NOT NULL,
	`state` text NOT NULL,
	`outcome` text,
	`other_number` text NOT NULL,
	`our_number` text NOT NULL,
	`agent_id` text,
	`customer_id` text,
	`booking_id` text,
	`draft_id` text,
	`lead_id` text,
	`bound_by` text,
	`ring_round` integer DEFAULT 0 NOT NULL,
	`led_round` integer DEFAULT 0 NOT NULL,
	`after_hours` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`answered_at` integer,
	`ended_at` integer,
	`talk_seconds` integer,
	`voicemail_sid` text,
	`voicemail_seconds` integer,
	`heard_at` integer,
	`typed` text,
	`note` text,
	`reason` text,
	`wrapped_at` integer,
	`checked_at` integer,
	FOREIGN KEY (`agent_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calls_provider_sid_unique` ON `calls` (`provider_sid`);--> statement-breakpoint
CREATE INDEX `calls_started` ON `calls` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `calls_agent` ON `calls` (`agent_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `calls_customer` ON `calls` (`customer_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `calls_booking` ON `calls` (`booking_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `calls_number` ON `calls` (`other_number`,`started_at`);--> statement-breakpoint
CREATE INDEX `calls_open` ON `calls` (`agent_id`) WHERE "calls"."state" != 'ended';--> statement-breakpoint
CREATE INDEX `calls_voicemail` ON `calls` (`started_at`) WHERE "calls"."voicemail_sid" is not null;--> statement-breakpoint
ALTER TABLE `browser_agents` ADD `ring_group` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What somebody of the office does while they are on a call belongs to it, whichever verb does it.
CREATE TRIGGER call_events_insert AFTER INSERT ON events WHEN new.actor_kind IN ('staff', 'admin') AND new.subject_kind != 'call' BEGIN INSERT OR IGNORE INTO call_events (event_id, call_id) SELECT new.id, id FROM calls WHERE agent_id = new.actor_id AND state != 'ended' ORDER BY started_at DESC LIMIT 1; END;
