-- What the public pages are made of has a version: a new random value with every change, by whatever hand. Kept pages
-- and read-once settings are keyed by it. Random, because a change that is rolled back must not leave its number to the next.
INSERT INTO meta (key, value) VALUES ('content_version', lower(hex(randomblob(8))));
--> statement-breakpoint
CREATE TRIGGER content_settings_insert AFTER INSERT ON settings BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_settings_update AFTER UPDATE ON settings BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_settings_delete AFTER DELETE ON settings BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_pricing_matrix_insert AFTER INSERT ON pricing_matrix BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_pricing_matrix_update AFTER UPDATE ON pricing_matrix BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_pricing_matrix_delete AFTER DELETE ON pricing_matrix BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_dumpster_sizes_insert AFTER INSERT ON dumpster_sizes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_dumpster_sizes_update AFTER UPDATE ON dumpster_sizes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_dumpster_sizes_delete AFTER DELETE ON dumpster_sizes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_service_areas_insert AFTER INSERT ON service_areas BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_service_areas_update AFTER UPDATE ON service_areas BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_service_areas_delete AFTER DELETE ON service_areas BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_zip_codes_insert AFTER INSERT ON zip_codes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_zip_codes_update AFTER UPDATE ON zip_codes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
--> statement-breakpoint
CREATE TRIGGER content_zip_codes_delete AFTER DELETE ON zip_codes BEGIN UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'content_version'; END;
