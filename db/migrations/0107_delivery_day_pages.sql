DROP INDEX `bookings_delivery`;
--> statement-breakpoint
CREATE INDEX `bookings_delivery` ON `bookings` (`scheduled_delivery_date`,`created_at`,`id`);
