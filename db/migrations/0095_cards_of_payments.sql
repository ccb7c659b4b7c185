ALTER TABLE `payments` ADD `card_brand` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_last4` text;--> statement-breakpoint
-- The card on file is the one that paid the order and the later charges, where it was never changed. What was paid at another
-- page may have been paid with any.
UPDATE `payments` SET
  `card_brand` = (SELECT b.`card_brand` FROM `bookings` b WHERE b.`id` = `payments`.`booking_id`),
  `card_last4` = (SELECT b.`card_last4` FROM `bookings` b WHERE b.`id` = `payments`.`booking_id`)
WHERE `method` = 'card'
  AND NOT EXISTS (SELECT 1 FROM `checkouts` c WHERE c.`id` = `payments`.`checkout_id` AND c.`change_id` IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM `events` e WHERE e.`booking_id` = `payments`.`booking_id` AND e.`action` = 'card_replaced');
