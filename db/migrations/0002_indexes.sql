-- Exactly the states that the reconciler asks for: SQLite uses a partial index only for its own condition.
DROP INDEX `refunds_open`;
--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`state`) WHERE "refunds"."state" in ('submitted','pending','requires_action');
--> statement-breakpoint
-- Finished work is cleared away by age; without this the housekeeping reads the whole outbox inside a write.
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE "outbox"."state" = 'done';
