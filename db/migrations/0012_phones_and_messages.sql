-- Telephone numbers are E.164 (decision 0035): "+14075550133", the extension beside it where a person types one. What was stored is
-- "(407) 555-0133", "(407) 555-0133 ext. 12", bare digits, or a foreign number as it was typed. Ten digits, or eleven
-- after a 1, are a number of the United States; everything else stays as it is, and pages show it so.
ALTER TABLE `customers` ADD `phone_extension` text;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `phone_extension` text;
--> statement-breakpoint
ALTER TABLE `leads` ADD `phone_extension` text;
--> statement-breakpoint
CREATE TABLE `phones_read` (`typed` text PRIMARY KEY NOT NULL, `main` text, `digits` text, `extension` text, `e164` text) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO phones_read (typed) SELECT phone FROM customers UNION SELECT phone FROM bookings UNION SELECT phone FROM leads
  UNION SELECT phone FROM drivers WHERE phone IS NOT NULL UNION SELECT phone FROM profiles WHERE phone IS NOT NULL UNION SELECT phone FROM accounts WHERE phone IS NOT NULL;
--> statement-breakpoint
UPDATE phones_read SET main = typed, extension = NULL;
--> statement-breakpoint
UPDATE phones_read SET main = substr(typed, 1, instr(typed, ' ext. ') - 1), extension = substr(typed, instr(typed, ' ext. ') + 6)
WHERE instr(typed, ' ext. ') > 1 AND length(substr(typed, instr(typed, ' ext. ') + 6)) BETWEEN 1 AND 6 AND substr(typed, instr(typed, ' ext. ') + 6) NOT GLOB '*[^0-9]*';
--> statement-breakpoint
UPDATE phones_read SET digits = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(main, '(', ''), ')', ''), '-', ''), '.', ''), '/', ''), ' ', ''), char(160), ''), char(8209), ''), char(8211), ''), char(8212), '');
--> statement-breakpoint
UPDATE phones_read SET e164 = CASE
  WHEN ltrim(digits, '+') GLOB '*[^0-9]*' THEN NULL
  WHEN length(digits) = 10 AND digits NOT GLOB '+*' THEN '+1' || digits
  WHEN length(digits) = 11 AND digits GLOB '1*' THEN '+' || digits
  WHEN length(digits) = 12 AND digits GLOB '+1[0-9]*' THEN digits END;
--> statement-breakpoint
-- The words of the search are made anew once for all rows, as in 0007: row by row the index would be written twice over.
DROP TRIGGER `booking_search_insert`;
--> statement-breakpoint
DROP TRIGGER `booking_search_update`;
--> statement-breakpoint
DROP TRIGGER `booking_search_move`;
--> statement-breakpoint
DROP TRIGGER `booking_search_delete`;
--> statement-breakpoint
DROP TRIGGER `booking_words_update`;
--> statement-breakpoint
DROP TRIGGER `booking_words_move`;
--> statement-breakpoint
UPDATE customers SET (phone, phone_extension) = (SELECT e164, extension FROM phones_read WHERE typed = customers.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL);
--> statement-breakpoint
UPDATE bookings SET (phone, phone_extension) = (SELECT e164, extension FROM phones_read WHERE typed = bookings.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL);
--> statement-breakpoint
UPDATE leads SET (phone, phone_extension) = (SELECT e164, extension FROM phones_read WHERE typed = leads.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL);
--> statement-breakpoint
-- These have no extension: nobody types theirs into a form. OR IGNORE, because two spellings may have been two accounts.
UPDATE drivers SET phone = (SELECT e164 FROM phones_read WHERE typed = drivers.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL AND extension IS NULL);
--> statement-breakpoint
UPDATE profiles SET phone = (SELECT e164 FROM phones_read WHERE typed = profiles.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL AND extension IS NULL);
--> statement-breakpoint
UPDATE OR IGNORE accounts SET phone = (SELECT e164 FROM phones_read WHERE typed = accounts.phone) WHERE phone IN (SELECT typed FROM phones_read WHERE e164 IS NOT NULL AND extension IS NULL);
--> statement-breakpoint
CREATE INDEX `customers_phone` ON `customers` (`phone`);
--> statement-breakpoint
CREATE INDEX `bookings_phone` ON `bookings` (`phone`,`created_at`);
--> statement-breakpoint
-- A number of the United States is found by its ten digits, its last seven and its last four; a foreign one also with its
-- country's code; one that was not read as it always was. Their beginnings are in the index.
UPDATE booking_search_keys SET words = (SELECT
    substr(b.booking_number, 5, 4) || substr(b.booking_number, 10) || ' ' || substr(b.booking_number, 10) || ' ' || ltrim(substr(b.booking_number, 10), '0')
    || ' ' || b.first_name || ' ' || b.last_name
    || ' ' || b.email || ' ' || replace(replace(replace(replace(replace(b.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || CASE
      WHEN b.phone GLOB '+1*' AND length(b.phone) = 12 AND substr(b.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(b.phone, 3) || ' ' || substr(b.phone, -7) || ' ' || substr(b.phone, -4)
      WHEN b.phone GLOB '+[1-9]*' AND substr(b.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(b.phone, 2) || ' ' || substr(b.phone, -10) || ' ' || substr(b.phone, -7) || ' ' || substr(b.phone, -4)
      ELSE b.phone || ' ' || replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7) END
    || CASE WHEN b.phone_extension IS NULL THEN '' ELSE ' ext ' || b.phone_extension || ' x' || b.phone_extension END
    || ' ' || b.address || ' ' || b.city || ' ' || b.zip
  FROM bookings b WHERE b.id = booking_search_keys.booking_id);
--> statement-breakpoint
INSERT INTO booking_search (booking_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO booking_search_by_place (booking_search_by_place) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO booking_search (rowid, words) SELECT id, words || CASE id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END FROM booking_search_keys;
--> statement-breakpoint
INSERT INTO booking_search_by_place (rowid, words) SELECT (place << 40) + id, words || CASE id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END FROM booking_search_keys ORDER BY place, id;
--> statement-breakpoint
CREATE TRIGGER `booking_search_insert` AFTER INSERT ON `bookings` BEGIN
  INSERT INTO booking_statuses (status, bookings) VALUES (new.status, 1) ON CONFLICT (status) DO UPDATE SET bookings = bookings + 1;
  INSERT INTO booking_search_keys (booking_id, place, words) VALUES (new.id, (SELECT place FROM booking_statuses WHERE status = new.status),
    substr(new.booking_number, 5, 4) || substr(new.booking_number, 10) || ' ' || substr(new.booking_number, 10) || ' ' || ltrim(substr(new.booking_number, 10), '0')
    || ' ' || new.first_name || ' ' || new.last_name
    || ' ' || new.email || ' ' || replace(replace(replace(replace(replace(new.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || CASE
      WHEN new.phone GLOB '+1*' AND length(new.phone) = 12 AND substr(new.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(new.phone, 3) || ' ' || substr(new.phone, -7) || ' ' || substr(new.phone, -4)
      WHEN new.phone GLOB '+[1-9]*' AND substr(new.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(new.phone, 2) || ' ' || substr(new.phone, -10) || ' ' || substr(new.phone, -7) || ' ' || substr(new.phone, -4)
      ELSE new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7) END
    || CASE WHEN new.phone_extension IS NULL THEN '' ELSE ' ext ' || new.phone_extension || ' x' || new.phone_extension END
    || ' ' || new.address || ' ' || new.city || ' ' || new.zip);
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_update` AFTER UPDATE OF booking_number, first_name, last_name, email, phone, phone_extension, address, city, zip ON `bookings` BEGIN
  UPDATE booking_search_keys SET words =
    substr(new.booking_number, 5, 4) || substr(new.booking_number, 10) || ' ' || substr(new.booking_number, 10) || ' ' || ltrim(substr(new.booking_number, 10), '0')
    || ' ' || new.first_name || ' ' || new.last_name
    || ' ' || new.email || ' ' || replace(replace(replace(replace(replace(new.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || CASE
      WHEN new.phone GLOB '+1*' AND length(new.phone) = 12 AND substr(new.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(new.phone, 3) || ' ' || substr(new.phone, -7) || ' ' || substr(new.phone, -4)
      WHEN new.phone GLOB '+[1-9]*' AND substr(new.phone, 2) NOT GLOB '*[^0-9]*' THEN substr(new.phone, 2) || ' ' || substr(new.phone, -10) || ' ' || substr(new.phone, -7) || ' ' || substr(new.phone, -4)
      ELSE new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7) END
    || CASE WHEN new.phone_extension IS NULL THEN '' ELSE ' ext ' || new.phone_extension || ' x' || new.phone_extension END
    || ' ' || new.address || ' ' || new.city || ' ' || new.zip
  WHERE booking_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_move` AFTER UPDATE OF status ON `bookings` WHEN old.status <> new.status BEGIN
  INSERT INTO booking_statuses (status, bookings) VALUES (new.status, 1) ON CONFLICT (status) DO UPDATE SET bookings = bookings + 1;
  UPDATE booking_statuses SET bookings = bookings - 1 WHERE status = old.status;
  UPDATE booking_search_keys SET place = (SELECT place FROM booking_statuses WHERE status = new.status) WHERE booking_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_delete` AFTER DELETE ON `bookings` BEGIN
  UPDATE booking_statuses SET bookings = bookings - 1 WHERE status = old.status;
  DELETE FROM booking_search_keys WHERE booking_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `booking_words_update` AFTER UPDATE OF words ON `booking_search_keys` WHEN old.words <> new.words BEGIN
  DELETE FROM booking_search WHERE rowid = old.id;
  INSERT INTO booking_search (rowid, words) VALUES (new.id, new.words || CASE new.id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END);
END;
--> statement-breakpoint
CREATE TRIGGER `booking_words_move` AFTER UPDATE OF words, place ON `booking_search_keys` WHEN old.words <> new.words OR old.place <> new.place BEGIN
  DELETE FROM booking_search_by_place WHERE rowid = (old.place << 40) + old.id;
  INSERT INTO booking_search_by_place (rowid, words) VALUES ((new.place << 40) + new.id, new.words || CASE new.id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END);
END;
--> statement-breakpoint
-- Messages: what was said, which way, by whom, and what became of it (decision 0035). The words of what has been sent so far were
-- not kept. A text's subject was its first 80 letters, which could hold the beginning of a link: it is cut there.
CREATE TABLE `__new_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`direction` text DEFAULT 'out' NOT NULL,
	`channel` text NOT NULL,
	`template` text,
	`sender` text,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`provider_id` text,
	`state` text NOT NULL,
	`error` text,
	`booking_id` text,
	`customer_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_messages (id, cause, channel, template, recipient, subject, state, booking_id, customer_id, created_at, updated_at, sent_at)
SELECT m.id, m.cause, m.channel, m.template,
  CASE m.channel WHEN 'sms' THEN coalesce((SELECT e164 FROM phones_read WHERE typed = m.recipient), m.recipient) ELSE m.recipient END,
  CASE WHEN m.channel = 'sms' AND instr(m.subject, 'http') > 0 THEN substr(m.subject, 1, instr(m.subject, 'http') - 1) ELSE m.subject END,
  'sent', m.booking_id, (SELECT b.customer_id FROM bookings b JOIN customers c ON c.id = b.customer_id WHERE b.id = m.booking_id), m.sent_at, m.sent_at, m.sent_at
FROM messages m;
--> statement-breakpoint
DROP TABLE `messages`;
--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_cause_unique` ON `messages` (`cause`);
--> statement-breakpoint
CREATE INDEX `messages_booking` ON `messages` (`booking_id`);
--> statement-breakpoint
CREATE INDEX `messages_customer` ON `messages` (`customer_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `messages_recipient` ON `messages` (`recipient`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_provider` ON `messages` (`channel`,`provider_id`) WHERE "messages"."provider_id" is not null;
--> statement-breakpoint
DROP TABLE `phones_read`;
