-- Settings and prices that come into force on a New York day. What waits renews the content version when it comes and
-- when it goes: every process then asks again when the next of them is due.
CREATE TABLE `setting_plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`effective_on` text NOT NULL,
	`why` text NOT NULL,
	`planned_by` text NOT NULL,
	`planned_at` integer NOT NULL,
	`state` text NOT NULL,
	`ended_at` integer,
	CONSTRAINT "setting_plans_state" CHECK("setting_plans"."state" in ('waiting','applied','withdrawn','replaced','refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `setting_plans_waiting` ON `setting_plans` (`effective_on`,`field`) WHERE "setting_plans"."state" = 'waiting';--> statement-breakpoint
-- What may be charged later, as it was signed.
ALTER TABLE `rental_agreements` ADD `signed_terms` text;
--> statement-breakpoint
CREATE TRIGGER content_setting_plans_insert AFTER INSERT ON setting_plans BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_setting_plans_update AFTER UPDATE ON setting_plans BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_setting_plans_delete AFTER DELETE ON setting_plans BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
