-- What needs a person: one row for each cause. And money by the hour, kept by triggers, so that a month's sum reads at most
-- 744 rows however many entries there are.
CREATE TABLE `money_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`came` integer DEFAULT 0 NOT NULL,
	`went` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`cause` text NOT NULL,
	`state` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`booking_id` text,
	`owner_id` text,
	`due_at` integer NOT NULL,
	`snoozed_until` integer,
	`said` text,
	`made_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_cause_unique` ON `tasks` (`cause`);--> statement-breakpoint
CREATE INDEX `tasks_open` ON `tasks` (`due_at`,`id`) WHERE "tasks"."state" = 'open';--> statement-breakpoint
CREATE INDEX `tasks_owner` ON `tasks` (`owner_id`,`due_at`,`id`) WHERE "tasks"."state" = 'open';--> statement-breakpoint
CREATE INDEX `tasks_snoozed` ON `tasks` (`snoozed_until`,`id`) WHERE "tasks"."state" = 'open' and "tasks"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX `tasks_booking` ON `tasks` (`booking_id`);--> statement-breakpoint
CREATE INDEX `tasks_closed` ON `tasks` (`ended_at`) WHERE "tasks"."state" = 'closed';--> statement-breakpoint
DROP INDEX `bookings_on_street`;--> statement-breakpoint
CREATE INDEX `ledger_entries_money` ON `ledger_entries` (`at`,`booking_id`) WHERE "ledger_entries"."kind" in ('payment','refund','refund_failed','dispute','dispute_won');
--> statement-breakpoint
-- Rebuilding ledger_entries drops these two: make them again, and money_hours with them.
CREATE TRIGGER money_hours_booked AFTER INSERT ON ledger_entries WHEN new.kind IN ('payment','refund','refund_failed','dispute','dispute_won') BEGIN
  INSERT INTO money_hours (hour, came, went) VALUES (new.at / 3600000,
    CASE WHEN new.kind IN ('payment','refund_failed','dispute_won') THEN new.amount + new.tax ELSE 0 END,
    CASE WHEN new.kind IN ('refund','dispute') THEN new.amount + new.tax ELSE 0 END)
  ON CONFLICT (hour) DO UPDATE SET came = came + excluded.came, went = went + excluded.went;
END;
--> statement-breakpoint
CREATE TRIGGER money_hours_unbooked AFTER DELETE ON ledger_entries WHEN old.kind IN ('payment','refund','refund_failed','dispute','dispute_won') BEGIN
  UPDATE money_hours SET
    came = came - CASE WHEN old.kind IN ('payment','refund_failed','dispute_won') THEN old.amount + old.tax ELSE 0 END,
    went = went - CASE WHEN old.kind IN ('refund','dispute') THEN old.amount + old.tax ELSE 0 END
  WHERE hour = old.at / 3600000;
END;
--> statement-breakpoint
INSERT INTO money_hours (hour, came, went)
SELECT at / 3600000,
  sum(CASE WHEN kind IN ('payment','refund_failed','dispute_won') THEN amount + tax ELSE 0 END),
  sum(CASE WHEN kind IN ('refund','dispute') THEN amount + tax ELSE 0 END)
FROM ledger_entries WHERE kind IN ('payment','refund','refund_failed','dispute','dispute_won') GROUP BY at / 3600000;
--> statement-breakpoint
-- What the office already has to do. Days' due times are New York's within an hour; the next change of a booking sets them.
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, due_at, made_at)
SELECT 'tsk_' || substr(id, 5), 'lead', 'lead:' || id, 'open', 'lead', id, created_at + 3600000, created_at FROM leads WHERE state = 'new';
--> statement-breakpoint
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, booking_id, due_at, made_at)
SELECT 'tsk_s' || substr(id, 5), 'to_schedule', 'to_schedule:' || id, 'open', 'booking', id, id,
  unixepoch(scheduled_delivery_date, '-1 day', '+17 hours') * 1000, updated_at FROM bookings WHERE status = 'paid_pending_scheduling';
--> statement-breakpoint
-- As permitGap says it: a delivery to come, or the pickup of what is to come or there, that no permit covers.
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, booking_id, due_at, made_at)
SELECT 'tsk_p' || substr(b.id, 5), 'permit', 'permit:' || b.id, 'open', 'booking', b.id, b.id,
  unixepoch(b.scheduled_delivery_date, '-3 days', '+14 hours') * 1000, b.updated_at
FROM bookings b WHERE b.placement = 'street'
  AND b.status IN ('paid_pending_scheduling','confirmed','out_for_delivery','on_site','pickup_requested','out_for_pickup','delivery_failed','pickup_failed')
  AND EXISTS (SELECT 1 FROM units u WHERE u.booking_id = b.id AND (
    (u.state = 'reserved' AND NOT coalesce(b.permit_number IS NOT NULL AND u.delivery_date BETWEEN b.permit_from AND b.permit_until, 0))
    OR (u.state IN ('reserved','delivering','on_site','pickup_requested','collecting','pickup_failed')
      AND NOT coalesce(b.permit_number IS NOT NULL AND u.pickup_date BETWEEN b.permit_from AND b.permit_until, 0))));
--> statement-breakpoint
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, booking_id, due_at, made_at)
SELECT 'tsk_' || substr(id, 5), 'refund_failed', 'refund:' || id, 'open', 'refund', id, booking_id, updated_at, updated_at
FROM refunds WHERE state IN ('failed','requires_action');
--> statement-breakpoint
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, booking_id, due_at, made_at)
SELECT 'tsk_' || substr(id, 5), 'work_given_up', 'work:' || id, 'open', 'work', id, booking_id, created_at, created_at
FROM outbox WHERE state = 'dead';
--> statement-breakpoint
INSERT INTO tasks (id, kind, cause, state, subject_kind, subject_id, booking_id, due_at, made_at)
SELECT 'tsk_' || substr(id, 5), 'message_bounced', 'message:' || id, 'open', 'message', id, booking_id, updated_at, updated_at
FROM messages WHERE direction = 'out' AND state IN ('bounced','failed');
