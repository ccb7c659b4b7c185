-- Each charge and each credit of the books has one paper: an invoice or a credit note. Those that are there are joined to
-- theirs; what was bought and taken back before this has none.
ALTER TABLE `invoices` ADD `entry_id` integer REFERENCES ledger_entries(id);
--> statement-breakpoint
UPDATE `invoices` SET `entry_id` = (
  SELECT e.id FROM ledger_entries e JOIN charges c ON c.id = e.charge_id
  WHERE e.booking_id = invoices.booking_id AND e.kind = 'charge' AND c.kind = 'rental' AND c.change_id IS NULL
) WHERE `invoice_type` = 'booking';
--> statement-breakpoint
UPDATE `invoices` SET `entry_id` = (SELECT e.id FROM ledger_entries e WHERE e.cause = invoices.invoice_type)
WHERE `invoice_type` LIKE 'charge:%';
--> statement-breakpoint
UPDATE `invoices` SET `entry_id` = (
  SELECT max(e.id) FROM ledger_entries e WHERE e.kind = 'credit' AND e.charge_id = substr(invoices.invoice_type, 8)
) WHERE `invoice_type` LIKE 'credit:%';
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_entry` ON `invoices` (`entry_id`);
