ALTER TABLE `units` ADD `cancelled_at` integer;
--> statement-breakpoint
UPDATE `units` SET `cancelled_at` = coalesce(
  (SELECT max(`created_at`) FROM `cancellations` WHERE `cancellations`.`booking_id` = `units`.`booking_id` AND `cancellations`.`unit_id` = `units`.`id`),
  (SELECT `cancelled_at` FROM `bookings` WHERE `bookings`.`id` = `units`.`booking_id`)
) WHERE `state` = 'cancelled';
