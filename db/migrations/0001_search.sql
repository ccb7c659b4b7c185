-- The CRM's search over bookings: names, e-mail, phone (as written, all digits, last seven digits), address, number and its bare sequence.
-- The full-text row's id comes from a key table, because the rowid of a table with a text key may change on VACUUM.
CREATE TABLE `booking_search_keys` (`id` integer PRIMARY KEY AUTOINCREMENT, `booking_id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE VIRTUAL TABLE `booking_search` USING fts5(number, name, email, phone, address, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4');
--> statement-breakpoint
CREATE TRIGGER `booking_search_insert` AFTER INSERT ON `bookings` BEGIN
  INSERT INTO booking_search_keys (booking_id) VALUES (new.id);
  INSERT INTO booking_search (rowid, number, name, email, phone, address) VALUES (
    (SELECT id FROM booking_search_keys WHERE booking_id = new.id),
    new.booking_number || ' ' || ltrim(substr(new.booking_number, 10), '0'),
    new.first_name || ' ' || new.last_name,
    new.email,
    new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7),
    new.address || ' ' || new.city || ' ' || new.zip);
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_update` AFTER UPDATE OF booking_number, first_name, last_name, email, phone, address, city, zip ON `bookings` BEGIN
  UPDATE booking_search SET
    number = new.booking_number || ' ' || ltrim(substr(new.booking_number, 10), '0'),
    name = new.first_name || ' ' || new.last_name,
    email = new.email,
    phone = new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7),
    address = new.address || ' ' || new.city || ' ' || new.zip
  WHERE rowid = (SELECT id FROM booking_search_keys WHERE booking_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_delete` AFTER DELETE ON `bookings` BEGIN
  DELETE FROM booking_search WHERE rowid = (SELECT id FROM booking_search_keys WHERE booking_id = old.id);
  DELETE FROM booking_search_keys WHERE booking_id = old.id;
END;
--> statement-breakpoint
INSERT INTO booking_search_keys (booking_id) SELECT id FROM bookings ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO booking_search (rowid, number, name, email, phone, address)
SELECT k.id, b.booking_number || ' ' || ltrim(substr(b.booking_number, 10), '0'), b.first_name || ' ' || b.last_name, b.email,
  b.phone || ' ' || replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7), b.address || ' ' || b.city || ' ' || b.zip
FROM booking_search_keys k JOIN bookings b ON b.id = k.booking_id;
--> statement-breakpoint
-- What the office must look at, and a driver's open jobs: small partial indexes, so that these lists never scan.
CREATE INDEX `outbox_dead` ON `outbox` (`created_at`) WHERE `state` = 'dead';
--> statement-breakpoint
CREATE INDEX `refunds_attention` ON `refunds` (`updated_at`) WHERE `state` in ('failed','requires_action');
--> statement-breakpoint
CREATE INDEX `jobs_driver_open` ON `jobs` (`driver_id`, `day`) WHERE `state` in ('assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned');
