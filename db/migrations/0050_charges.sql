CREATE TABLE `charge_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`request` text NOT NULL,
	`stripe_payment_intent_id` text,
	`decline_code` text,
	`message` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charge_attempts_stripe_payment_intent_id_unique` ON `charge_attempts` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `charge_attempts_one` ON `charge_attempts` (`charge_id`) WHERE "charge_attempts"."state" = 'started';--> statement-breakpoint
CREATE INDEX `charge_attempts_charge` ON `charge_attempts` (`charge_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `charge_attempts_started` ON `charge_attempts` (`started_at`) WHERE "charge_attempts"."state" = 'started';--> statement-breakpoint
CREATE TABLE `charge_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`message` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`outcome` text,
	`answered_at` integer,
	`answered_by` text,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `charge_questions_charge` ON `charge_questions` (`charge_id`,`asked_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `charge_questions_open` ON `charge_questions` (`charge_id`) WHERE "charge_questions"."answered_at" is null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `pay_capability` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_pay_capability_unique` ON `bookings` (`pay_capability`);--> statement-breakpoint
ALTER TABLE `units` ADD `ticket_waived_at` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `cause` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `job_id` text REFERENCES jobs(id);--> statement-breakpoint
ALTER TABLE `charges` ADD `basis` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `evidence` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `clause` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `replaces_charge_id` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `approved_by` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `held_why` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `notices` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `charges` ADD `noticed_at` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `ended_at` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `end_reason` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `capability` text;--> statement-breakpoint
CREATE INDEX `charges_unit` ON `charges` (`unit_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_cause` ON `charges` (`cause`);--> statement-breakpoint
CREATE INDEX `charges_state` ON `charges` (`state`,`created_at`,`id`) WHERE "charges"."cause" is not null;--> statement-breakpoint
CREATE INDEX `charges_due` ON `charges` (`due_at`) WHERE "charges"."state" = 'noticed';--> statement-breakpoint
CREATE UNIQUE INDEX `charges_capability_unique` ON `charges` (`capability`);
