ALTER TABLE `booking_drafts` ADD `office_contact` text;
--> statement-breakpoint
-- As it stood when somebody of the office saved it last: what a caller wrote since is in the draft alone.
UPDATE `booking_drafts` SET `office_contact` = (
  SELECT json_object('email', lower(b.`email`), 'phone', b.`phone`, 'name', lower(trim(b.`first_name` || ' ' || b.`last_name`)))
  FROM `bookings` b WHERE b.`id` = `booking_drafts`.`booking_id`
) WHERE `prepared_by` IS NOT NULL;
