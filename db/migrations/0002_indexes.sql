-- Refunds that wait for the customer are asked for by the reconciler too.
DROP INDEX `refunds_open`;
--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`state`) WHERE "refunds"."state" in ('requested','approved','submitted','pending','requires_action');
--> statement-breakpoint
-- Finished work is cleared away by age; without this the housekeeping reads the whole outbox inside a write.
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE "outbox"."state" = 'done';
