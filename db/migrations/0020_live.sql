-- What open pages are told and nobody's history: row events of browser_agents and of a driver's jobs, broadcasts, who
-- looks at a record. Both tables are pruned (wall time, milliseconds).
CREATE TABLE `live_signals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`topic` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text
);
--> statement-breakpoint
CREATE INDEX `live_signals_at` ON `live_signals` (`at`);--> statement-breakpoint
CREATE TABLE `live_presence` (
	`booking_id` text NOT NULL,
	`user_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `live_presence_seen` ON `live_presence` (`seen_at`);
--> statement-breakpoint
CREATE TRIGGER live_agents_insert AFTER INSERT ON browser_agents BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'agent:' || new.user_id, 'insert', new.user_id); END;
--> statement-breakpoint
CREATE TRIGGER live_agents_update AFTER UPDATE ON browser_agents BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'agent:' || new.user_id, 'update', new.user_id); END;
--> statement-breakpoint
CREATE TRIGGER live_agents_delete AFTER DELETE ON browser_agents BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'agent:' || old.user_id, 'delete', old.user_id); END;
--> statement-breakpoint
CREATE TRIGGER live_jobs_insert AFTER INSERT ON jobs WHEN new.driver_id IS NOT NULL BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'driver:' || new.driver_id, 'job', new.id); END;
--> statement-breakpoint
CREATE TRIGGER live_jobs_update AFTER UPDATE ON jobs WHEN new.driver_id IS NOT NULL BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'driver:' || new.driver_id, 'job', new.id); END;
--> statement-breakpoint
CREATE TRIGGER live_jobs_leave AFTER UPDATE ON jobs WHEN old.driver_id IS NOT NULL AND old.driver_id IS NOT new.driver_id BEGIN INSERT INTO live_signals (at, topic, kind, subject_id) VALUES (cast((julianday('now') - 2440587.5) * 86400000 as integer), 'driver:' || old.driver_id, 'job', new.id); END;
