CREATE TABLE `service_area_zips` (
	`zip` text NOT NULL,
	`service_area_id` text NOT NULL,
	PRIMARY KEY(`zip`, `service_area_id`),
	FOREIGN KEY (`service_area_id`) REFERENCES `service_areas`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- What an area says stays in its own list; these follow it, by whatever hand it changes. A list that is no JSON names no ZIP.
INSERT INTO `service_area_zips` (`zip`, `service_area_id`)
  SELECT DISTINCT e.value, a.id FROM `service_areas` a, json_each(iif(json_valid(a.zip_codes), a.zip_codes, '[]')) e;
--> statement-breakpoint
CREATE TRIGGER `service_area_zips_insert` AFTER INSERT ON `service_areas` BEGIN
  INSERT OR IGNORE INTO `service_area_zips` (`zip`, `service_area_id`)
    SELECT value, new.id FROM json_each(iif(json_valid(new.zip_codes), new.zip_codes, '[]'));
END;
--> statement-breakpoint
CREATE TRIGGER `service_area_zips_update` AFTER UPDATE OF `zip_codes` ON `service_areas` BEGIN
  DELETE FROM `service_area_zips` WHERE `service_area_id` = old.id;
  INSERT OR IGNORE INTO `service_area_zips` (`zip`, `service_area_id`)
    SELECT value, new.id FROM json_each(iif(json_valid(new.zip_codes), new.zip_codes, '[]'));
END;
--> statement-breakpoint
CREATE INDEX `rental_agreements_valid` ON `rental_agreements` (`booking_id`,`superseded_at`,`version`,`content_sha256`,`capability`,`pdf_url`);
