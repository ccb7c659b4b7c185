-- In which language we speak, from the draft over the customer to the message; a customer has had it since 0018.
ALTER TABLE `booking_drafts` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
-- Orders that a customer's account carries: the days to pay.
ALTER TABLE `bookings` ADD `account_days` integer;
