-- A charge's kind is one of the list in app/domain/states/labels.ts; every row is kept as it is.
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_charges` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`tax` integer DEFAULT 0 NOT NULL,
	`description` text NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charges_kind" CHECK("kind" in ('rental','additional_dumpster','extension','haul','day_overage','weight_overage','material_difference','dry_run','prohibited_item','cleaning','tamper','permit','cancellation_fee'))
);
--> statement-breakpoint
INSERT INTO `__new_charges`("id", "booking_id", "unit_id", "kind", "state", "amount", "tax", "description", "payment_id", "created_at") SELECT "id", "booking_id", "unit_id", "kind", "state", "amount", "tax", "description", "payment_id", "created_at" FROM `charges`;--> statement-breakpoint
DROP TABLE `charges`;--> statement-breakpoint
ALTER TABLE `__new_charges` RENAME TO `charges`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `charges_booking` ON `charges` (`booking_id`);
--> statement-breakpoint
-- An event's action is an identifier and its names and numbers are data (app/domain/events/happenings.ts). The rows that
-- stand are told in the same words, so that whoever looks an action up, or shows it, knows one vocabulary. No row is
-- removed and nothing of who, when and why changes; what none of these knows stays as it is and is shown by its name.
UPDATE events SET action = 'booking_moved'
  WHERE subject_kind = 'booking' AND from_state IS NOT NULL AND (action = to_state OR action = 'status');
--> statement-breakpoint
UPDATE events SET action = CASE action WHEN 'created' THEN 'booking_made' WHEN 'quoted' THEN 'booking_quoted'
    WHEN 'card consent given' THEN 'card_consent_given' WHEN 'put on hold' THEN 'put_on_hold' WHEN 'taken off hold' THEN 'taken_off_hold'
    WHEN 'additional dumpster asked for' THEN 'additional_asked' WHEN 'test booking deleted' THEN 'test_booking_deleted' ELSE action END
  WHERE subject_kind = 'booking';
--> statement-breakpoint
UPDATE events SET action = 'links_ended', why = NULL, data = json_object('reason', CASE why WHEN 'signed out of the booking' THEN 'signed_out'
    WHEN 'another email address was typed' THEN 'other_email_typed' ELSE 'other_email_signed' END)
  WHERE action = 'links ended' AND why IN ('signed out of the booking', 'another email address was typed', 'another email address was signed for');
--> statement-breakpoint
UPDATE events SET action = 'links_ended' WHERE action = 'links ended';
--> statement-breakpoint
UPDATE events SET action = 'right_granted', data = json_object('right', to_state), to_state = NULL WHERE subject_kind = 'draft' AND action = 'granted';
--> statement-breakpoint
UPDATE events SET action = 'right_ended', data = json_object('right', from_state, 'reason', 'other_order_signed'), from_state = NULL, why = NULL
  WHERE subject_kind = 'draft' AND action = 'grant ended';
--> statement-breakpoint
UPDATE events SET action = 'unit_reserved', data = (SELECT json_object('unit_number', unit_number) FROM units WHERE id = subject_id)
  WHERE subject_kind = 'unit' AND action = 'reserved';
--> statement-breakpoint
UPDATE events SET action = 'unit_moved', data = json_object('unit_number', CAST(substr(action, 6) AS integer)) WHERE subject_kind = 'unit' AND action GLOB 'unit [0-9]*';
--> statement-breakpoint
UPDATE events SET action = 'job_planned', data = json_object('job', substr(action, 1, length(action) - 8)) WHERE subject_kind = 'job' AND action GLOB '*_planned';
--> statement-breakpoint
UPDATE events SET action = 'job_reassigned', from_state = NULL, to_state = NULL, why = NULL,
    data = json_object('job', (SELECT kind FROM jobs WHERE id = subject_id), 'driver', substr(why, 5))
  WHERE subject_kind = 'job' AND action = 'reassigned' AND why LIKE 'for %';
--> statement-breakpoint
UPDATE events SET action = 'job_moved', why = NULL, data = json_object('job', action, 'driver', substr(why, 5))
  WHERE subject_kind = 'job' AND action IN ('delivery', 'pickup', 'swap', 'dump_and_return', 'relocate') AND to_state = 'assigned' AND why LIKE 'for %';
--> statement-breakpoint
UPDATE events SET action = 'job_moved', data = json_object('job', action)
  WHERE subject_kind = 'job' AND action IN ('delivery', 'pickup', 'swap', 'dump_and_return', 'relocate');
--> statement-breakpoint
UPDATE events SET action = 'dumpster_moved', from_state = NULL, to_state = NULL, why = CASE why WHEN 'test booking deleted' THEN NULL ELSE why END,
    data = json_patch(json_object('number', substr(action, 10),
      'was', json_object('location', substr(from_state, 1, instr(from_state, ', ') - 1), 'load', substr(from_state, instr(from_state, ', ') + 2)),
      'is', json_object('location', substr(to_state, 1, instr(to_state, ', ') - 1), 'load', substr(to_state, instr(to_state, ', ') + 2))),
      CASE why WHEN 'test booking deleted' THEN '{"reason":"test_booking_deleted"}' ELSE '{}' END)
  WHERE subject_kind = 'dumpster' AND action LIKE 'dumpster %' AND from_state LIKE '%, %' AND to_state LIKE '%, %';
--> statement-breakpoint
UPDATE events SET action = CASE action WHEN 'held' THEN 'hold_made' WHEN 'released' THEN 'hold_ended' WHEN 'used' THEN 'hold_ended' ELSE action END WHERE subject_kind = 'hold';
--> statement-breakpoint
UPDATE events SET action = CASE WHEN action = 'checkout opened' THEN 'checkout_opened' WHEN action IN ('checkout expired', 'checkout abandoned') THEN 'checkout_ended'
    WHEN action LIKE 'payment %' THEN replace(action, ' ', '_') ELSE action END
  WHERE subject_kind = 'checkout';
--> statement-breakpoint
UPDATE events SET action = CASE action WHEN 'charged' THEN 'charge_made' WHEN 'noticed' THEN 'charge_noticed' ELSE action END WHERE subject_kind = 'charge';
--> statement-breakpoint
UPDATE events SET action = 'payment_received' WHERE subject_kind = 'payment' AND action = 'paid';
--> statement-breakpoint
UPDATE events SET action = CASE WHEN action = 'approved' AND from_state IS NULL THEN 'refund_approved' WHEN action = to_state THEN 'refund_moved' ELSE action END WHERE subject_kind = 'refund';
--> statement-breakpoint
UPDATE events SET action = 'order_cancelled' WHERE subject_kind = 'cancellation' AND action = 'cancelled';
--> statement-breakpoint
UPDATE events SET action = CASE action WHEN 'issued' THEN 'invoice_issued' WHEN 'PDF made' THEN 'pdf_made' ELSE action END WHERE subject_kind = 'invoice';
--> statement-breakpoint
UPDATE events SET action = 'agreement_signed', data = json_set(coalesce(data, '{}'), '$.version', CAST(substr(to_state, 9) AS integer)), to_state = NULL
  WHERE subject_kind = 'agreement' AND action = 'signed' AND to_state LIKE 'version %';
--> statement-breakpoint
UPDATE events SET action = 'pdf_made' WHERE subject_kind = 'agreement' AND action = 'PDF made';
--> statement-breakpoint
UPDATE events SET action = 'pdf_made_again', why = NULL, data = json_set(coalesce(data, '{}'), '$.reason', 'file_missing') WHERE subject_kind = 'file' AND action = 'PDF made again';
--> statement-breakpoint
UPDATE events SET action = CASE action WHEN 'asked' THEN 'lead_made' WHEN 'lead' THEN 'lead_moved' ELSE action END WHERE subject_kind = 'lead';
