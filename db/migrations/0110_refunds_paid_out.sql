-- When a refund by hand was paid out. Until then it is owed: it went nowhere, so that no day's money has it.
ALTER TABLE `refunds` ADD `paid_out_at` integer;
--> statement-breakpoint
UPDATE `refunds` SET `paid_out_at` = coalesce(
  (SELECT min(`at`) FROM `events` WHERE `subject_kind` = 'refund' AND `subject_id` = `refunds`.`id` AND `action` = 'refund_moved' AND `to_state` = 'succeeded'),
  `updated_at`
) WHERE `method` <> 'card' AND `state` = 'succeeded';
--> statement-breakpoint
CREATE INDEX `refunds_paid_out` ON `refunds` (`paid_out_at`,`id`) WHERE "refunds"."paid_out_at" is not null;
--> statement-breakpoint
-- Money that moved, a row for each move: the books' entries, and what is paid out by hand when it is. Rebuilding one of the two
-- tables drops its triggers below: make them again, and money_hours with them.
CREATE VIEW money_moves AS
SELECT e.at AS at, e.booking_id AS booking_id,
  CASE WHEN e.kind IN ('payment','refund_failed','dispute_won') THEN e.amount + e.tax ELSE 0 END AS came,
  CASE WHEN e.kind IN ('refund','dispute') THEN e.amount + e.tax ELSE 0 END AS went
FROM ledger_entries e
WHERE e.kind IN ('payment','refund','refund_failed','dispute','dispute_won')
  AND coalesce((SELECT r.method FROM refunds r WHERE r.id = e.refund_id), 'card') = 'card'
UNION ALL
SELECT paid_out_at, booking_id, 0, amount FROM refunds WHERE paid_out_at IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER money_hours_booked;
--> statement-breakpoint
DROP TRIGGER money_hours_unbooked;
--> statement-breakpoint
CREATE TRIGGER money_hours_booked AFTER INSERT ON ledger_entries WHEN new.kind IN ('payment','refund','refund_failed','dispute','dispute_won')
  AND coalesce((SELECT method FROM refunds WHERE id = new.refund_id), 'card') = 'card' BEGIN
  INSERT INTO money_hours (hour, came, went) VALUES (new.at / 3600000,
    CASE WHEN new.kind IN ('payment','refund_failed','dispute_won') THEN new.amount + new.tax ELSE 0 END,
    CASE WHEN new.kind IN ('refund','dispute') THEN new.amount + new.tax ELSE 0 END)
  ON CONFLICT (hour) DO UPDATE SET came = came + excluded.came, went = went + excluded.went;
END;
--> statement-breakpoint
CREATE TRIGGER money_hours_unbooked AFTER DELETE ON ledger_entries WHEN old.kind IN ('payment','refund','refund_failed','dispute','dispute_won')
  AND coalesce((SELECT method FROM refunds WHERE id = old.refund_id), 'card') = 'card' BEGIN
  UPDATE money_hours SET
    came = came - CASE WHEN old.kind IN ('payment','refund_failed','dispute_won') THEN old.amount + old.tax ELSE 0 END,
    went = went - CASE WHEN old.kind IN ('refund','dispute') THEN old.amount + old.tax ELSE 0 END
  WHERE hour = old.at / 3600000;
END;
--> statement-breakpoint
CREATE TRIGGER money_hours_paid_out AFTER UPDATE OF paid_out_at ON refunds WHEN old.paid_out_at IS NOT new.paid_out_at BEGIN
  UPDATE money_hours SET went = went - old.amount WHERE hour = old.paid_out_at / 3600000;
  INSERT INTO money_hours (hour, went) SELECT new.paid_out_at / 3600000, new.amount WHERE new.paid_out_at IS NOT NULL
  ON CONFLICT (hour) DO UPDATE SET went = went + excluded.went;
END;
--> statement-breakpoint
CREATE TRIGGER money_hours_not_paid_out AFTER DELETE ON refunds WHEN old.paid_out_at IS NOT NULL BEGIN
  UPDATE money_hours SET went = went - old.amount WHERE hour = old.paid_out_at / 3600000;
END;
--> statement-breakpoint
DELETE FROM money_hours;
--> statement-breakpoint
INSERT INTO money_hours (hour, came, went) SELECT at / 3600000, sum(came), sum(went) FROM money_moves GROUP BY at / 3600000;
