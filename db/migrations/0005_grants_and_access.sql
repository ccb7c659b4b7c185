CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`right` text NOT NULL,
	`facts` text NOT NULL,
	`granted_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`draft_id`) REFERENCES `booking_drafts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`granted_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `grants_draft` ON `grants` (`draft_id`);--> statement-breakpoint
ALTER TABLE `booking_drafts` ADD `access_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `access_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `revoked_at` integer;--> statement-breakpoint
-- Until now a draft with any text in `prepared_by` had the office's rights, a customer's name as well. Who prepared it is
-- what the history says; a row that a customer made is a customer's.
UPDATE booking_drafts SET prepared_by = (
  SELECT e.actor_id FROM events e JOIN accounts a ON a.id = e.actor_id
  WHERE e.booking_id = booking_drafts.booking_id AND e.action = 'quoted' AND e.actor_kind IN ('staff', 'admin') LIMIT 1
) WHERE prepared_by IS NOT NULL;
--> statement-breakpoint
UPDATE bookings SET source = 'web' WHERE source = 'staff' AND NOT EXISTS (SELECT 1 FROM booking_drafts d WHERE d.id = bookings.draft_id AND d.prepared_by IS NOT NULL);
--> statement-breakpoint
-- What staff gave with a price that is still open: for the facts that it has now, until the price ends (the texts of
-- domain/booking/grants.ts).
INSERT INTO grants (id, draft_id, "right", facts, granted_by, granted_at, ends_at)
SELECT 'grt_' || lower(hex(randomblob(16))), d.id, g."right", CASE g."right"
    WHEN 'consultation' THEN json_object('materials', (SELECT json_group_array(m) FROM (SELECT DISTINCT value ->> 'material' AS m FROM json_each(b.price, '$.items') WHERE value ->> 'material' IN ('electronics', 'special') ORDER BY m)))
    WHEN 'full_window' THEN json_object('deliveryDate', b.scheduled_delivery_date, 'deliveryTime', b.delivery_time_window, 'lines', (SELECT json_group_array(json_array(value ->> 'size', value ->> 'quantity', value ->> 'material')) FROM (SELECT value FROM json_each(b.price, '$.items') ORDER BY key)))
    ELSE json_object('zip', b.zip, 'lines', (SELECT json_group_array(json_array(value ->> 'size', value ->> 'quantity', value ->> 'material', value ->> 'rentalDays')) FROM (SELECT value FROM json_each(b.price, '$.items') ORDER BY key)))
  END, d.prepared_by, b.created_at, b.quote_expires_at
FROM bookings b JOIN booking_drafts d ON d.id = b.draft_id
CROSS JOIN (SELECT 'price' AS "right" UNION ALL SELECT 'full_window' UNION ALL SELECT 'consultation') g
WHERE d.prepared_by IS NOT NULL AND b.quote_expires_at IS NOT NULL AND b.status IN ('quoted', 'pending_payment')
  AND (g."right" <> 'consultation' OR EXISTS (SELECT 1 FROM json_each(b.price, '$.items') WHERE value ->> 'material' IN ('electronics', 'special')));
