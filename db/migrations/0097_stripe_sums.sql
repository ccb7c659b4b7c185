CREATE TABLE `stripe_sums` (
	`id` integer PRIMARY KEY NOT NULL,
	`known` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `stripe_sums` (`id`, `known`) SELECT 1, coalesce(sum(`amount` - `fee`), 0) FROM `stripe_transactions`;
--> statement-breakpoint
CREATE TRIGGER `stripe_sums_in` AFTER INSERT ON `stripe_transactions` BEGIN
  UPDATE `stripe_sums` SET `known` = `known` + new.`amount` - new.`fee`;
END;
--> statement-breakpoint
CREATE TRIGGER `stripe_sums_change` AFTER UPDATE OF `amount`, `fee` ON `stripe_transactions` BEGIN
  UPDATE `stripe_sums` SET `known` = `known` + new.`amount` - new.`fee` - old.`amount` + old.`fee`;
END;
--> statement-breakpoint
CREATE TRIGGER `stripe_sums_out` AFTER DELETE ON `stripe_transactions` BEGIN
  UPDATE `stripe_sums` SET `known` = `known` - old.`amount` + old.`fee`;
END;
