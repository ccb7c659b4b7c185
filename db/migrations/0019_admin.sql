-- Invitations to the team: one open one for each address. Of the link only its SHA-256 is kept.
CREATE TABLE `team_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`invited_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`withdrawn_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_token_hash_unique` ON `team_invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_open` ON `team_invitations` (`email`) WHERE "team_invitations"."accepted_at" is null and "team_invitations"."withdrawn_at" is null;--> statement-breakpoint
-- What an admin switched; the environment wins over it. A change renews the content version, which every process reads.
CREATE TABLE `feature_flags` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER content_feature_flags_insert AFTER INSERT ON feature_flags BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_feature_flags_update AFTER UPDATE ON feature_flags BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_feature_flags_delete AFTER DELETE ON feature_flags BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
-- The log is read from its newest line back, by level, by module or by booking.
CREATE INDEX `system_logs_level` ON `system_logs` (`log_level`,`id`);--> statement-breakpoint
CREATE INDEX `system_logs_module` ON `system_logs` (`module`,`id`);--> statement-breakpoint
CREATE INDEX `system_logs_booking` ON `system_logs` (`booking_id`,`id`);
