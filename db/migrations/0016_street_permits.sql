-- A permit may be kept and still not cover a dumpster's days: all bookings under way on the street are candidates.
DROP INDEX `bookings_permits_to_get`;--> statement-breakpoint
CREATE INDEX `bookings_on_street` ON `bookings` (`placement`,`scheduled_delivery_date`) WHERE "bookings"."placement" = 'street' and "bookings"."status" in ('paid_pending_scheduling','confirmed','out_for_delivery','on_site','pickup_requested','out_for_pickup','delivery_failed','pickup_failed');
