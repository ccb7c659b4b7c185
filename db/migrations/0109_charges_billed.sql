CREATE INDEX `charges_billed` ON `charges` (`created_at`,`booking_id`) WHERE "charges"."state" = 'billed';
