DROP INDEX `weight_tickets_said`;--> statement-breakpoint
CREATE INDEX `weight_tickets_said` ON `weight_tickets` (replace("ticket_number", ' ', '') collate nocase);
