-- The books (domain.md, section 3): entries that never change, and which money is for what.
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`tax` integer DEFAULT 0 NOT NULL,
	`charge_id` text,
	`payment_id` text,
	`refund_id` text,
	`cause` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_amount" CHECK("ledger_entries"."amount" >= 0 and "ledger_entries"."tax" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_cause` ON `ledger_entries` (`cause`);--> statement-breakpoint
CREATE INDEX `ledger_entries_booking` ON `ledger_entries` (`booking_id`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_charge` ON `ledger_entries` (`charge_id`);--> statement-breakpoint
CREATE TABLE `ledger_allocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` text NOT NULL,
	`from_entry` integer NOT NULL,
	`to_entry` integer NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_entry`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_entry`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_allocations_amount" CHECK("ledger_allocations"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `ledger_allocations_from` ON `ledger_allocations` (`from_entry`);--> statement-breakpoint
CREATE INDEX `ledger_allocations_to` ON `ledger_allocations` (`to_entry`);--> statement-breakpoint
CREATE INDEX `ledger_allocations_booking` ON `ledger_allocations` (`booking_id`);--> statement-breakpoint

-- What has happened so far, in its order. Until now a cancellation left the rental charged and its fee unnamed.
INSERT INTO charges (id, booking_id, kind, state, amount, tax, description, created_at)
SELECT 'chg_' || substr(c.id, 5), c.booking_id, CASE WHEN c.tier_percent > 0 THEN 'cancellation_fee' ELSE 'dry_run' END,
  'succeeded', c.fee, 0,
  CASE WHEN c.tier_percent > 0 THEN c.tier_percent || '% of $' || (c.base_amount / 100) || '.' || substr('0' || (c.base_amount % 100), -2)
    ELSE 'The truck came and could not deliver' END, c.created_at
FROM cancellations c WHERE c.fee > 0;
--> statement-breakpoint
INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, cause, at)
SELECT booking_id, 'payment', amount, id, 'payment:' || id, paid_at FROM payments ORDER BY paid_at, id;
--> statement-breakpoint
INSERT INTO ledger_entries (booking_id, kind, amount, tax, charge_id, cause, at)
SELECT booking_id, 'charge', amount, tax, id, 'charge:' || id, created_at FROM charges WHERE state = 'succeeded' ORDER BY created_at, id;
--> statement-breakpoint
-- A cancelled part takes back its share of the rental; the last one of a booking takes what is left, tax and all.
INSERT INTO ledger_entries (booking_id, kind, amount, tax, charge_id, cause, at)
SELECT booking_id, 'credit', base_amount - part, part, charge_id, 'credit:' || id, created_at FROM (
  SELECT c.booking_id, c.base_amount, r.id AS charge_id, c.id, c.created_at,
    sum(c.base_amount) OVER so_far * r.tax / max(1, r.amount + r.tax)
      - coalesce(sum(c.base_amount) OVER before * r.tax / max(1, r.amount + r.tax), 0) AS part
  FROM cancellations c JOIN charges r ON r.booking_id = c.booking_id AND r.kind = 'rental'
  WINDOW so_far AS (PARTITION BY c.booking_id ORDER BY c.created_at, c.id ROWS UNBOUNDED PRECEDING),
    before AS (PARTITION BY c.booking_id ORDER BY c.created_at, c.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, refund_id, cause, at)
SELECT booking_id, 'refund', amount, payment_id, id, 'refund:' || id, created_at FROM refunds ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, refund_id, cause, at)
SELECT booking_id, 'refund_failed', amount, payment_id, id, 'refund_failed:' || id, updated_at FROM refunds WHERE state IN ('failed', 'canceled') ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO ledger_allocations (booking_id, from_entry, to_entry, amount, at)
SELECT p.booking_id, p.id, c.id, min(p.amount, c.amount + c.tax), c.at
FROM charges r JOIN ledger_entries c ON c.kind = 'charge' AND c.charge_id = r.id JOIN ledger_entries p ON p.kind = 'payment' AND p.payment_id = r.payment_id
WHERE c.amount + c.tax > 0;
--> statement-breakpoint
INSERT INTO ledger_allocations (booking_id, from_entry, to_entry, amount, at)
SELECT k.booking_id, g.id, f.id, k.fee, k.created_at
FROM cancellations k JOIN ledger_entries g ON g.cause = 'credit:' || k.id JOIN ledger_entries f ON f.cause = 'charge:chg_' || substr(k.id, 5)
WHERE k.fee > 0;
--> statement-breakpoint
-- A refund of a cancellation comes out of its credit, any other out of its own payment.
INSERT INTO ledger_allocations (booking_id, from_entry, to_entry, amount, at)
SELECT r.booking_id, coalesce(g.id, p.id), r.id, r.amount, r.at
FROM ledger_entries r JOIN refunds f ON f.id = r.refund_id
LEFT JOIN cancellations k ON f.reason = 'cancellation' AND k.booking_id = f.booking_id AND k.created_at = f.created_at AND k.refund_amount = f.amount
LEFT JOIN ledger_entries g ON g.cause = 'credit:' || k.id
JOIN ledger_entries p ON p.kind = 'payment' AND p.payment_id = f.payment_id
WHERE r.kind = 'refund' GROUP BY r.id;
--> statement-breakpoint
-- The one test booking may be deleted with all that it made; nothing else of the books ever goes or changes.
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'an entry of the books never changes'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_keep BEFORE DELETE ON ledger_entries WHEN NOT EXISTS (SELECT 1 FROM meta WHERE key = 'test_booking' AND value = OLD.booking_id)
BEGIN SELECT RAISE(ABORT, 'an entry of the books is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_allocations_stay BEFORE UPDATE ON ledger_allocations BEGIN SELECT RAISE(ABORT, 'an allocation never changes'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_allocations_keep BEFORE DELETE ON ledger_allocations WHEN NOT EXISTS (SELECT 1 FROM meta WHERE key = 'test_booking' AND value = OLD.booking_id)
BEGIN SELECT RAISE(ABORT, 'an allocation is never deleted'); END;
