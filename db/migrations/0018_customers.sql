-- Customers are people or companies with a record of their own (domain.md, 4.23). Until now an e-mail address was a customer;
-- now contacts are rows, which several customers may share. No customer, booking or message is removed or renamed, and each
-- booking keeps the contact as it was signed.
CREATE TABLE `customer_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`extension` text,
	`label` text DEFAULT '' NOT NULL,
	`added_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_contacts_once` ON `customer_contacts` (`customer_id`,`kind`,`value`) WHERE "customer_contacts"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX `customer_contacts_value` ON `customer_contacts` (`value`) WHERE "customer_contacts"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX `customer_contacts_customer` ON `customer_contacts` (`customer_id`,`added_at`);
--> statement-breakpoint
INSERT INTO customer_contacts (id, customer_id, kind, value, added_at) SELECT 'cct_' || lower(hex(randomblob(16))), id, 'email', lower(email), created_at FROM customers WHERE email <> '';
--> statement-breakpoint
INSERT INTO customer_contacts (id, customer_id, kind, value, extension, added_at) SELECT 'cct_' || lower(hex(randomblob(16))), id, 'phone', phone, phone_extension, created_at FROM customers WHERE phone <> '';
--> statement-breakpoint
-- What the same person typed in later bookings is theirs too; what another name typed is only the booking's.
INSERT OR IGNORE INTO customer_contacts (id, customer_id, kind, value, extension, added_at)
  SELECT 'cct_' || lower(hex(randomblob(16))), b.customer_id, 'phone', b.phone, b.phone_extension, b.created_at
  FROM bookings b JOIN customers c ON c.id = b.customer_id
  WHERE b.phone <> '' AND b.phone <> c.phone AND lower(b.first_name) = lower(c.first_name) AND lower(b.last_name) = lower(c.last_name) ORDER BY b.created_at;
--> statement-breakpoint
DROP INDEX `customers_email_unique`;
--> statement-breakpoint
DROP INDEX `customers_phone`;
--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `email`;
--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `phone`;
--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `phone_extension`;
--> statement-breakpoint
ALTER TABLE `customers` ADD `kind` text DEFAULT 'person' NOT NULL;
--> statement-breakpoint
ALTER TABLE `customers` ADD `company_name` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `language` text DEFAULT 'en' NOT NULL;
--> statement-breakpoint
ALTER TABLE `customers` ADD `merged_into` text REFERENCES customers(id);
--> statement-breakpoint
ALTER TABLE `customers` ADD `po_number` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `exemption_certificate` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `exempt_until` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `terms_days` integer;
--> statement-breakpoint
ALTER TABLE `customers` ADD `credit_limit` integer;
--> statement-breakpoint
ALTER TABLE `customers` ADD `terms_granted_by` text REFERENCES accounts(id);
--> statement-breakpoint
ALTER TABLE `customers` ADD `terms_granted_at` integer;
--> statement-breakpoint
ALTER TABLE `customers` ADD `do_not_serve_at` integer;
--> statement-breakpoint
ALTER TABLE `customers` ADD `do_not_serve_reason` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `do_not_serve_by` text REFERENCES accounts(id);
--> statement-breakpoint
ALTER TABLE `customers` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE INDEX `customers_newest` ON `customers` (`created_at`,`id`) WHERE "customers"."merged_into" is null;
--> statement-breakpoint
DROP INDEX `bookings_customer`;
--> statement-breakpoint
CREATE INDEX `bookings_customer` ON `bookings` (`customer_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `customers_merged` ON `customers` (`merged_into`);
--> statement-breakpoint
CREATE TABLE `customer_sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`zip` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_sites_once` ON `customer_sites` (`customer_id`,`address`,`zip`);
--> statement-breakpoint
INSERT OR IGNORE INTO customer_sites (customer_id, address, city, zip) SELECT customer_id, address, city, zip FROM bookings ORDER BY created_at, id;
--> statement-breakpoint
-- What a customer is found by: names, contacts, sites. A phone number by its ten digits, its last seven and its last four, an
-- e-mail address in one word and in its parts (booking/office/search-words.ts makes the same of what is typed); the newest 50
-- sites are enough of a large company. No view and no trigger names another table than its own and these, so that `customers`
-- and `bookings` can be rebuilt; a rebuild makes the triggers on them again.
CREATE TABLE `customer_search_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` text NOT NULL,
	`names` text DEFAULT '' NOT NULL,
	`contacts` text DEFAULT '' NOT NULL,
	`sites` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_search_keys_customer_id_unique` ON `customer_search_keys` (`customer_id`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `customer_search` USING fts5(words, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 9 10', detail = none, content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO customer_search_keys (customer_id, names, contacts, sites) SELECT c.id, c.first_name || ' ' || c.last_name || ' ' || coalesce(c.company_name, ''),
  coalesce((SELECT group_concat(CASE k.kind
      WHEN 'email' THEN k.value || ' ' || replace(replace(replace(replace(replace(k.value, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
      ELSE CASE WHEN k.value GLOB '+1[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
        THEN substr(k.value, 3) || ' ' || substr(k.value, 6) || ' ' || substr(k.value, 9) ELSE replace(k.value, '+', '') END || ' ' || coalesce(k.extension, '')
      END || ' ' || k.label, ' ') FROM customer_contacts k WHERE k.customer_id = c.id AND k.ended_at IS NULL), ''),
  coalesce((SELECT group_concat(s.address || ' ' || s.city || ' ' || s.zip, ' ') FROM (SELECT * FROM customer_sites t WHERE t.customer_id = c.id ORDER BY t.id DESC LIMIT 50) s), '')
  FROM customers c ORDER BY c.created_at, c.id;
--> statement-breakpoint
INSERT INTO customer_search (rowid, words) SELECT k.id, k.names || ' ' || k.contacts || ' ' || k.sites FROM customer_search_keys k;
--> statement-breakpoint
-- Triggers, so that a change by whatever hand is found. A rebuild of `bookings` must make its three again.
CREATE TRIGGER `customer_site_insert` AFTER INSERT ON `bookings` BEGIN
  INSERT INTO customer_sites (customer_id, address, city, zip) VALUES (new.customer_id, new.address, new.city, new.zip) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_site_update` AFTER UPDATE OF customer_id, address, zip ON `bookings`
  WHEN old.customer_id <> new.customer_id OR old.address <> new.address OR old.zip <> new.zip BEGIN
  DELETE FROM customer_sites WHERE customer_id = old.customer_id AND address = old.address AND zip = old.zip
    AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.customer_id = old.customer_id AND b.address = old.address AND b.zip = old.zip);
  INSERT INTO customer_sites (customer_id, address, city, zip) VALUES (new.customer_id, new.address, new.city, new.zip) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_site_delete` AFTER DELETE ON `bookings` BEGIN
  DELETE FROM customer_sites WHERE customer_id = old.customer_id AND address = old.address AND zip = old.zip
    AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.customer_id = old.customer_id AND b.address = old.address AND b.zip = old.zip);
END;
--> statement-breakpoint
CREATE TRIGGER `customer_search_insert` AFTER INSERT ON `customers` BEGIN
  INSERT INTO customer_search_keys (customer_id, names) VALUES (new.id, new.first_name || ' ' || new.last_name || ' ' || coalesce(new.company_name, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `customer_search_update` AFTER UPDATE OF first_name, last_name, company_name ON `customers` BEGIN
  UPDATE customer_search_keys SET names = new.first_name || ' ' || new.last_name || ' ' || coalesce(new.company_name, '') WHERE customer_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_search_delete` AFTER DELETE ON `customers` BEGIN
  DELETE FROM customer_search_keys WHERE customer_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_contact_words_insert` AFTER INSERT ON `customer_contacts` BEGIN
  UPDATE customer_search_keys SET contacts = coalesce((SELECT group_concat(CASE k.kind
      WHEN 'email' THEN k.value || ' ' || replace(replace(replace(replace(replace(k.value, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
      ELSE CASE WHEN k.value GLOB '+1[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
        THEN substr(k.value, 3) || ' ' || substr(k.value, 6) || ' ' || substr(k.value, 9) ELSE replace(k.value, '+', '') END || ' ' || coalesce(k.extension, '')
      END || ' ' || k.label, ' ') FROM customer_contacts k WHERE k.customer_id = new.customer_id AND k.ended_at IS NULL), '') WHERE customer_id = new.customer_id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_contact_words_update` AFTER UPDATE ON `customer_contacts` BEGIN
  UPDATE customer_search_keys SET contacts = coalesce((SELECT group_concat(CASE k.kind
      WHEN 'email' THEN k.value || ' ' || replace(replace(replace(replace(replace(k.value, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
      ELSE CASE WHEN k.value GLOB '+1[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
        THEN substr(k.value, 3) || ' ' || substr(k.value, 6) || ' ' || substr(k.value, 9) ELSE replace(k.value, '+', '') END || ' ' || coalesce(k.extension, '')
      END || ' ' || k.label, ' ') FROM customer_contacts k WHERE k.customer_id = new.customer_id AND k.ended_at IS NULL), '') WHERE customer_id = new.customer_id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_contact_words_delete` AFTER DELETE ON `customer_contacts` BEGIN
  UPDATE customer_search_keys SET contacts = coalesce((SELECT group_concat(CASE k.kind
      WHEN 'email' THEN k.value || ' ' || replace(replace(replace(replace(replace(k.value, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
      ELSE CASE WHEN k.value GLOB '+1[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
        THEN substr(k.value, 3) || ' ' || substr(k.value, 6) || ' ' || substr(k.value, 9) ELSE replace(k.value, '+', '') END || ' ' || coalesce(k.extension, '')
      END || ' ' || k.label, ' ') FROM customer_contacts k WHERE k.customer_id = old.customer_id AND k.ended_at IS NULL), '') WHERE customer_id = old.customer_id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_site_words_insert` AFTER INSERT ON `customer_sites` BEGIN
  UPDATE customer_search_keys SET sites = coalesce((SELECT group_concat(s.address || ' ' || s.city || ' ' || s.zip, ' ') FROM (SELECT * FROM customer_sites t WHERE t.customer_id = new.customer_id ORDER BY t.id DESC LIMIT 50) s), '') WHERE customer_id = new.customer_id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_site_words_delete` AFTER DELETE ON `customer_sites` BEGIN
  UPDATE customer_search_keys SET sites = coalesce((SELECT group_concat(s.address || ' ' || s.city || ' ' || s.zip, ' ') FROM (SELECT * FROM customer_sites t WHERE t.customer_id = old.customer_id ORDER BY t.id DESC LIMIT 50) s), '') WHERE customer_id = old.customer_id;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_words_insert` AFTER INSERT ON `customer_search_keys` BEGIN
  INSERT INTO customer_search (rowid, words) VALUES (new.id, new.names || ' ' || new.contacts || ' ' || new.sites);
END;
--> statement-breakpoint
CREATE TRIGGER `customer_words_update` AFTER UPDATE ON `customer_search_keys` WHEN old.names || ' ' || old.contacts || ' ' || old.sites <> new.names || ' ' || new.contacts || ' ' || new.sites BEGIN
  DELETE FROM customer_search WHERE rowid = old.id;
  INSERT INTO customer_search (rowid, words) VALUES (new.id, new.names || ' ' || new.contacts || ' ' || new.sites);
END;
--> statement-breakpoint
CREATE TRIGGER `customer_words_delete` AFTER DELETE ON `customer_search_keys` BEGIN
  DELETE FROM customer_search WHERE rowid = old.id;
END;
