DROP INDEX `customers_merged`;--> statement-breakpoint
CREATE INDEX `customers_merged` ON `customers` (`merged_into`) WHERE "customers"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX `weight_tickets_said` ON `weight_tickets` ("ticket_number" collate nocase);