-- The search whose cost does not grow with the bookings (decision 0028). `words` is what a booking can be found by, and the
-- key rises with its arrival, so that "newest first" is an index's own order. There are two full-text indexes of the same words:
-- one in the order of arrival, one in which each status has its own stretch of row ids (place × 2^40 + key), so that a
-- common word with a rare status is one stretch of one list. Every beginning of a word up to 24 letters is in the index:
-- FTS5 would otherwise gather all rows that a beginning fits before it gives the first. Every 32,768th booking is a milestone:
-- it has a word besides that nobody can type (U+E000), at which a search for several words stops to see how far it has come.
DROP TRIGGER `booking_search_insert`;
--> statement-breakpoint
DROP TRIGGER `booking_search_update`;
--> statement-breakpoint
DROP TRIGGER `booking_search_delete`;
--> statement-breakpoint
DROP TABLE `booking_search`;
--> statement-breakpoint
ALTER TABLE `booking_search_keys` ADD `place` integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE `booking_search_keys` ADD `words` text NOT NULL DEFAULT '';
--> statement-breakpoint
CREATE VIRTUAL TABLE `booking_search` USING fts5(words, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24', detail = none, content = '', contentless_delete = 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE `booking_search_by_place` USING fts5(words, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24', detail = none, content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO booking_statuses (status, bookings) SELECT status, count(*) FROM bookings GROUP BY status;
--> statement-breakpoint
UPDATE booking_search_keys SET (place, words) = (SELECT s.place,
    substr(b.booking_number, 5, 4) || substr(b.booking_number, 10) || ' ' || substr(b.booking_number, 10) || ' ' || ltrim(substr(b.booking_number, 10), '0')
    || ' ' || b.first_name || ' ' || b.last_name
    || ' ' || b.email || ' ' || replace(replace(replace(replace(replace(b.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || b.phone || ' ' || replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(b.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7)
    || ' ' || b.address || ' ' || b.city || ' ' || b.zip
  FROM bookings b JOIN booking_statuses s ON s.status = b.status WHERE b.id = booking_search_keys.booking_id);
--> statement-breakpoint
INSERT INTO booking_search (rowid, words) SELECT id, words || CASE id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END FROM booking_search_keys;
--> statement-breakpoint
INSERT INTO booking_search_by_place (rowid, words) SELECT (place << 40) + id, words || CASE id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END FROM booking_search_keys ORDER BY place, id;
--> statement-breakpoint
-- Triggers, so that a change by whatever hand is found. A rebuild of `bookings` must make its four again.
CREATE TRIGGER `booking_search_insert` AFTER INSERT ON `bookings` BEGIN
  INSERT INTO booking_statuses (status, bookings) VALUES (new.status, 1) ON CONFLICT (status) DO UPDATE SET bookings = bookings + 1;
  INSERT INTO booking_search_keys (booking_id, place, words) VALUES (new.id, (SELECT place FROM booking_statuses WHERE status = new.status),
    substr(new.booking_number, 5, 4) || substr(new.booking_number, 10) || ' ' || substr(new.booking_number, 10) || ' ' || ltrim(substr(new.booking_number, 10), '0')
    || ' ' || new.first_name || ' ' || new.last_name
    || ' ' || new.email || ' ' || replace(replace(replace(replace(replace(new.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7)
    || ' ' || new.address || ' ' || new.city || ' ' || new.zip);
END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_update` AFTER UPDATE OF booking_number, first_name, last_name, email, phone, address, city, zip ON `bookings` BEGIN
  UPDATE booking_search_keys SET words =
    substr(new.booking_number, 5, 4) || substr(new.booking_number, 10) || ' ' || substr(new.booking_number, 10) || ' ' || ltrim(substr(new.booking_number, 10), '0')
    || ' ' || new.first_name || ' ' || new.last_name
    || ' ' || new.email || ' ' || replace(replace(replace(replace(replace(new.email, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
    || ' ' || new.phone || ' ' || replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', '') || ' ' || substr(replace(replace(replace(replace(new.phone, '(', ''), ')', ''), '-', ''), ' ', ''), -7)
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
CREATE TRIGGER `booking_words_insert` AFTER INSERT ON `booking_search_keys` BEGIN
  INSERT INTO booking_search (rowid, words) VALUES (new.id, new.words || CASE new.id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END);
  INSERT INTO booking_search_by_place (rowid, words) VALUES ((new.place << 40) + new.id, new.words || CASE new.id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END);
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
CREATE TRIGGER `booking_words_delete` AFTER DELETE ON `booking_search_keys` BEGIN
  DELETE FROM booking_search WHERE rowid = old.id;
  DELETE FROM booking_search_by_place WHERE rowid = (old.place << 40) + old.id;
END;
