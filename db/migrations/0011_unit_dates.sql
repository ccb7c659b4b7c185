-- Dates belong to the unit (domain.md, section 2): what a move leaves behind.
ALTER TABLE `units` ADD `tier_floor_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `calendar_sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Which unit a dumpster still belongs to, to know which ones are not back yet.
CREATE INDEX `units_dumpster` ON `units` (`dumpster_id`,`occupied_until`);
