CREATE TABLE `weight_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`facility` text NOT NULL,
	`ticket_number` text NOT NULL,
	`gross_pounds` integer NOT NULL,
	`tare_pounds` integer NOT NULL,
	`net_pounds` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "weight_tickets_sum" CHECK("weight_tickets"."gross_pounds" - "weight_tickets"."tare_pounds" = "weight_tickets"."net_pounds" AND "weight_tickets"."net_pounds" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `weight_tickets_number` ON `weight_tickets` (`facility`,`ticket_number`);--> statement-breakpoint
CREATE INDEX `weight_tickets_job` ON `weight_tickets` (`job_id`);--> statement-breakpoint
CREATE INDEX `weight_tickets_unit` ON `weight_tickets` (`unit_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `facility` text;