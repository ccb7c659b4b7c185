DROP INDEX `holds_live_email`;--> statement-breakpoint
ALTER TABLE `holds` ADD `mailbox` text;--> statement-breakpoint
ALTER TABLE `holds` ADD `asker` text;--> statement-breakpoint
CREATE INDEX `holds_live_mailbox` ON `holds` (`mailbox`) WHERE "holds"."state" = 'live';