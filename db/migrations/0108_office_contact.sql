ALTER TABLE `booking_drafts` ADD `office_contact` text;
--> statement-breakpoint
-- As it stands in the booking, but for what its caller wrote last: a form of the office that was saved over it left that there.
UPDATE `booking_drafts` SET `office_contact` = (
  SELECT json_object(
    'email', iif((SELECT w.`by_kind` FROM `draft_writes` w WHERE w.`draft_id` = `booking_drafts`.`id` AND w.`field` = 'email' ORDER BY w.`version` DESC LIMIT 1) = 'customer', '', lower(b.`email`)),
    'phone', iif((SELECT w.`by_kind` FROM `draft_writes` w WHERE w.`draft_id` = `booking_drafts`.`id` AND w.`field` = 'phone' ORDER BY w.`version` DESC LIMIT 1) = 'customer', '', b.`phone`),
    'name', iif('customer' IN (
      (SELECT w.`by_kind` FROM `draft_writes` w WHERE w.`draft_id` = `booking_drafts`.`id` AND w.`field` = 'firstName' ORDER BY w.`version` DESC LIMIT 1),
      (SELECT w.`by_kind` FROM `draft_writes` w WHERE w.`draft_id` = `booking_drafts`.`id` AND w.`field` = 'lastName' ORDER BY w.`version` DESC LIMIT 1)
    ), '', lower(trim(b.`first_name` || ' ' || b.`last_name`)))
  )
  FROM `bookings` b WHERE b.`id` = `booking_drafts`.`booking_id`
) WHERE `prepared_by` IS NOT NULL;
