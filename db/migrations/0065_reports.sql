-- What the reports are made of (decision 0074). A view for each source says which facts follow from its rows: that is the
-- truth, written once. `report_facts` is kept as the views say, in the transaction of the change; the facts' own triggers
-- keep the sums. So a figure, its rows and its sum cannot tell three stories, and `npm run doctor` compares them.
--
-- A New York day begins at 4 or at 5 o'clock UTC. So time is cut at both: an even piece has the 23 hours from 05:00 UTC, an
-- odd one the hour from 04:00, and each New York day is a run of whole pieces, whatever its clock did. A month of sums has
-- the pieces whose 05:00 UTC lies in that month; it differs from New York's by at most one piece at each end.
CREATE TABLE `report_facts` (
	`figure` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`extra` integer DEFAULT 0 NOT NULL,
	`booking_id` text,
	PRIMARY KEY(`figure`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `report_facts_rows` ON `report_facts` (`figure`,`at`,`subject`);--> statement-breakpoint
CREATE INDEX `report_facts_key` ON `report_facts` (`figure`,`key`,`at`,`subject`);--> statement-breakpoint
CREATE TABLE `report_pieces` (
	`figure` text NOT NULL,
	`piece` integer NOT NULL,
	`key` text NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`extra` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`figure`, `piece`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_months` (
	`figure` text NOT NULL,
	`month` integer NOT NULL,
	`key` text NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`extra` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`figure`, `month`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Who asked and later ordered is found by number, address or draft.
CREATE INDEX `leads_phone` ON `leads` (`phone`);--> statement-breakpoint
CREATE INDEX `leads_email` ON `leads` (`email`);--> statement-breakpoint
CREATE INDEX `leads_draft` ON `leads` (`draft_id`);--> statement-breakpoint

-- Revenue before tax, by the books: whatever kinds of charges there will be. `extra` is the tax.
CREATE VIEW truth_revenue AS
SELECT 'revenue' AS figure, e.id AS subject, CASE e.kind WHEN 'write_off' THEN 'written_off' ELSE c.kind END AS key, e.at AS at,
  CASE e.kind WHEN 'charge' THEN e.amount ELSE -e.amount END AS amount, CASE e.kind WHEN 'charge' THEN e.tax ELSE -e.tax END AS extra, e.booking_id AS booking_id
FROM ledger_entries e JOIN charges c ON c.id = e.charge_id WHERE e.kind IN ('charge','credit','write_off');
--> statement-breakpoint
-- Orders that were paid or went on an account, by how they came and by where they go; `amount` is the total, tax included.
CREATE VIEW truth_orders AS
SELECT 'order' AS figure, id AS subject, source AS key, paid_at AS at, total_amount AS amount, total_units AS extra, id AS booking_id FROM bookings WHERE paid_at IS NOT NULL
UNION ALL SELECT 'order_zip', id, zip, paid_at, total_amount, total_units, id FROM bookings WHERE paid_at IS NOT NULL;
--> statement-breakpoint
-- By the tier; `amount` is the fee, `extra` what went back. What was never paid is no cancellation.
CREATE VIEW truth_cancellations AS
SELECT 'cancellation' AS figure, c.id AS subject, CAST(c.tier_percent AS text) AS key, c.created_at AS at, c.fee AS amount, c.refund_amount AS extra, c.booking_id AS booking_id
FROM cancellations c JOIN bookings b ON b.id = c.booking_id WHERE b.paid_at IS NOT NULL;
--> statement-breakpoint
-- A dumpster set down and collected, by its size; `amount` of the second is the hours that it stood.
CREATE VIEW truth_stays AS
WITH stood AS NOT MATERIALIZED (
  SELECT u.id, CAST(u.size_yards AS text) AS size, u.booking_id,
    (SELECT max(e.at) FROM events e WHERE e.subject_kind = 'unit' AND e.subject_id = u.id AND e.action = 'unit_moved' AND e.from_state = 'delivering' AND e.to_state = 'on_site') AS came,
    (SELECT max(e.at) FROM events e WHERE e.subject_kind = 'unit' AND e.subject_id = u.id AND e.action = 'unit_moved' AND e.to_state = 'off_site') AS went
  FROM units u
)
SELECT 'set_down' AS figure, id AS subject, size AS key, came AS at, 0 AS amount, 0 AS extra, booking_id FROM stood WHERE came IS NOT NULL
UNION ALL SELECT 'collected', id, size, went, coalesce((went - came) / 3600000, 0), 0, booking_id FROM stood WHERE went IS NOT NULL;
--> statement-breakpoint
-- Trips to a customer that ended, and those of them for nothing.
CREATE VIEW truth_trips AS
SELECT 'trip' AS figure, id AS subject, kind AS key, done_at AS at, 0 AS amount, 0 AS extra, booking_id FROM jobs WHERE done_at IS NOT NULL AND kind <> 'disposal'
UNION ALL SELECT 'dry_run', id, kind, done_at, 0, 0, booking_id FROM jobs WHERE done_at IS NOT NULL AND kind <> 'disposal' AND state = 'attempted';
--> statement-breakpoint
-- Trucks that came, and those that came after the time that was promised; `amount` is by how many minutes. The promise is the
-- end of the job's window on New York's clock (domain/schedule/rules.ts): 12:00 or 17:00. A truck that was called back from
-- there has not come.
CREATE VIEW truth_arrivals AS
WITH came AS NOT MATERIALIZED (
  SELECT j.id, j.kind, j.booking_id, j.day || CASE j.delivery_window WHEN 'morning' THEN ' 12:00:00' ELSE ' 17:00:00' END AS promised,
    (SELECT max(e.at) FROM events e WHERE e.subject_kind = 'job' AND e.subject_id = j.id AND e.action = 'job_moved' AND e.to_state = 'arrived'
      AND e.id > (SELECT max(l.id) FROM events l WHERE l.subject_kind = 'job' AND l.subject_id = j.id AND l.action = 'job_moved' AND l.to_state = 'en_route')) AS at
  FROM jobs j WHERE j.kind <> 'disposal' AND j.state NOT IN ('unscheduled','scheduled','assigned','en_route','cancelled')
), told AS NOT MATERIALIZED (
  -- New York is 4 hours behind UTC from the second Sunday of March, 2 am, to the first Sunday of November, 2 am; else 5.
  SELECT *, (unixepoch(at / 1000 - CASE WHEN at / 1000 >= unixepoch(strftime('%Y', at / 1000, 'unixepoch') || '-03-08', 'weekday 0', '+7 hours')
    AND at / 1000 < unixepoch(strftime('%Y', at / 1000, 'unixepoch') || '-11-01', 'weekday 0', '+6 hours') THEN 14400 ELSE 18000 END, 'unixepoch') - unixepoch(promised)) / 60 AS minutes
  FROM came WHERE at IS NOT NULL
)
SELECT 'arrival' AS figure, id AS subject, kind AS key, at, 0 AS amount, 0 AS extra, booking_id FROM told
UNION ALL SELECT 'late', id, kind, at, minutes, 0, booking_id FROM told WHERE minutes > 0;
--> statement-breakpoint
-- Requests, by their kind; `amount` is 1 where an order followed within 90 days, by number, address or draft.
CREATE VIEW truth_leads AS
SELECT 'lead' AS figure, l.id AS subject, l.kind AS key, l.created_at AS at,
  EXISTS (SELECT 1 FROM bookings b WHERE b.phone = l.phone AND b.paid_at BETWEEN l.created_at AND l.created_at + 7776000000)
  OR (l.email <> '' AND EXISTS (SELECT 1 FROM bookings b WHERE b.email = l.email AND b.paid_at BETWEEN l.created_at AND l.created_at + 7776000000))
  OR EXISTS (SELECT 1 FROM bookings b WHERE b.draft_id = l.draft_id AND b.paid_at BETWEEN l.created_at AND l.created_at + 7776000000) AS amount,
  0 AS extra, NULL AS booking_id FROM leads l;
--> statement-breakpoint
-- Loads that were weighed, by the size: `amount` in pounds. And those above the included weight whose overage nobody has
-- charged or waived: `amount` in hundredths of a ton above it; `proposed` where a charge is on its way.
CREATE VIEW truth_tickets AS
SELECT 'ticket' AS figure, t.id AS subject, CAST(u.size_yards AS text) AS key, t.recorded_at AS at, t.net_pounds AS amount, 0 AS extra, u.booking_id AS booking_id
FROM weight_tickets t JOIN units u ON u.id = t.unit_id
UNION ALL SELECT 'unbilled', t.id, CASE WHEN EXISTS (SELECT 1 FROM charges c WHERE c.booking_id = u.booking_id AND c.kind = 'weight_overage' AND coalesce(c.unit_id, u.id) = u.id AND c.state <> 'voided')
    THEN 'proposed' ELSE 'open' END, t.recorded_at,
  (t.net_pounds + 10) / 20 - CAST(round(100 * coalesce((SELECT CAST(value AS real) FROM settings WHERE key = 'includedTons'), 1)) AS integer), 0, u.booking_id
FROM weight_tickets t JOIN units u ON u.id = t.unit_id
WHERE (t.net_pounds + 10) / 20 > CAST(round(100 * coalesce((SELECT CAST(value AS real) FROM settings WHERE key = 'includedTons'), 1)) AS integer)
  AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.booking_id = u.booking_id AND c.kind = 'weight_overage' AND coalesce(c.unit_id, u.id) = u.id
    AND c.state NOT IN ('proposed','evidence_ready','noticed','questioned','voided'));
--> statement-breakpoint
CREATE VIEW report_truth AS
SELECT figure, CAST(subject AS text) AS subject, key, at, amount, extra, booking_id FROM truth_revenue UNION ALL SELECT * FROM truth_orders UNION ALL SELECT * FROM truth_cancellations UNION ALL SELECT * FROM truth_stays
UNION ALL SELECT * FROM truth_trips UNION ALL SELECT * FROM truth_arrivals UNION ALL SELECT * FROM truth_leads UNION ALL SELECT * FROM truth_tickets;
--> statement-breakpoint

-- Facts into sums. A fact is replaced, never changed.
CREATE TRIGGER report_facts_in AFTER INSERT ON report_facts BEGIN
  INSERT INTO report_pieces (figure, piece, key, n, amount, extra)
    VALUES (new.figure, (new.at / 3600000 - 5) / 24 * 2 + ((new.at / 3600000 - 5) % 24 = 23), new.key, 1, new.amount, new.extra)
    ON CONFLICT (figure, piece, key) DO UPDATE SET n = n + 1, amount = amount + excluded.amount, extra = extra + excluded.extra;
END;
--> statement-breakpoint
CREATE TRIGGER report_facts_out AFTER DELETE ON report_facts BEGIN
  UPDATE report_pieces SET n = n - 1, amount = amount - old.amount, extra = extra - old.extra
    WHERE figure = old.figure AND piece = (old.at / 3600000 - 5) / 24 * 2 + ((old.at / 3600000 - 5) % 24 = 23) AND key = old.key;
END;
--> statement-breakpoint
CREATE TRIGGER report_facts_stay BEFORE UPDATE ON report_facts BEGIN SELECT RAISE(ABORT, 'a fact of the reports is replaced, never changed'); END;
--> statement-breakpoint
CREATE TRIGGER report_pieces_in AFTER INSERT ON report_pieces BEGIN
  INSERT INTO report_months (figure, month, key, n, amount, extra)
    VALUES (new.figure, strftime('%Y', new.piece / 2 * 86400, 'unixepoch') * 12 + strftime('%m', new.piece / 2 * 86400, 'unixepoch') - 1, new.key, new.n, new.amount, new.extra)
    ON CONFLICT (figure, month, key) DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount, extra = extra + excluded.extra;
END;
--> statement-breakpoint
CREATE TRIGGER report_pieces_change AFTER UPDATE OF n, amount, extra ON report_pieces BEGIN
  UPDATE report_months SET n = n + new.n - old.n, amount = amount + new.amount - old.amount, extra = extra + new.extra - old.extra
    WHERE figure = new.figure AND month = strftime('%Y', new.piece / 2 * 86400, 'unixepoch') * 12 + strftime('%m', new.piece / 2 * 86400, 'unixepoch') - 1 AND key = new.key;
END;
--> statement-breakpoint
CREATE TRIGGER report_pieces_out AFTER DELETE ON report_pieces BEGIN
  UPDATE report_months SET n = n - old.n, amount = amount - old.amount, extra = extra - old.extra
    WHERE figure = old.figure AND month = strftime('%Y', old.piece / 2 * 86400, 'unixepoch') * 12 + strftime('%m', old.piece / 2 * 86400, 'unixepoch') - 1 AND key = old.key;
END;
--> statement-breakpoint

-- What of the sources is to be counted anew: a word and an id. These triggers are on tables that every request writes, and a
-- trigger is compiled with each statement, so they note and no more; the transaction that changed something counts it
-- before it ends (db/report-facts.server.ts). What another hand changes is counted with the next one. A rebuild of one of
-- these tables must make its triggers again.
CREATE TABLE `report_due` (
	`source` text NOT NULL,
	`subject` text NOT NULL,
	PRIMARY KEY(`source`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER report_revenue_in AFTER INSERT ON ledger_entries WHEN new.kind IN ('charge','credit','write_off') BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('revenue', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_revenue_out AFTER DELETE ON ledger_entries WHEN old.kind IN ('charge','credit','write_off') BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('revenue', old.id); END;
--> statement-breakpoint
CREATE TRIGGER report_orders_in AFTER INSERT ON bookings WHEN new.paid_at IS NOT NULL BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('order', new.id), ('contact', new.phone), ('contact', new.email), ('contact', coalesce(new.draft_id, '')); END;
--> statement-breakpoint
-- Of a booking that is paid, or was: what the sums are by, and by what a lead is known again.
CREATE TRIGGER report_orders_change AFTER UPDATE OF paid_at, source, zip, total_amount, total_units, phone, email, draft_id ON bookings WHEN old.paid_at IS NOT NULL OR new.paid_at IS NOT NULL BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('order', new.id), ('contact', old.phone), ('contact', old.email), ('contact', coalesce(old.draft_id, '')), ('contact', new.phone), ('contact', new.email), ('contact', coalesce(new.draft_id, '')); END;
--> statement-breakpoint
CREATE TRIGGER report_orders_out AFTER DELETE ON bookings WHEN old.paid_at IS NOT NULL BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('order', old.id), ('contact', old.phone), ('contact', old.email), ('contact', coalesce(old.draft_id, '')); END;
--> statement-breakpoint
CREATE TRIGGER report_cancellations_in AFTER INSERT ON cancellations BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('cancellation', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_cancellations_out AFTER DELETE ON cancellations BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('cancellation', old.id); END;
--> statement-breakpoint
CREATE TRIGGER report_stays_in AFTER INSERT ON events WHEN new.action = 'unit_moved' AND new.to_state IN ('on_site','off_site') BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('stay', new.subject_id); END;
--> statement-breakpoint
CREATE TRIGGER report_stays_out AFTER DELETE ON events WHEN old.action = 'unit_moved' AND old.to_state IN ('on_site','off_site') BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('stay', old.subject_id); END;
--> statement-breakpoint
CREATE TRIGGER report_arrivals_in AFTER INSERT ON events WHEN new.action = 'job_moved' AND new.to_state = 'arrived' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('arrival', new.subject_id); END;
--> statement-breakpoint
CREATE TRIGGER report_arrivals_out AFTER DELETE ON events WHEN old.action = 'job_moved' AND old.to_state IN ('arrived','en_route') BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('arrival', old.subject_id); END;
--> statement-breakpoint
CREATE TRIGGER report_trips_in AFTER INSERT ON jobs WHEN new.done_at IS NOT NULL BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('trip', new.id), ('arrival', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_trips_change AFTER UPDATE OF done_at, state, kind ON jobs WHEN old.done_at IS NOT new.done_at OR (new.done_at IS NOT NULL AND (old.state <> new.state OR old.kind <> new.kind)) BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('trip', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_arrivals_change AFTER UPDATE OF day, delivery_window, kind, state ON jobs
WHEN (old.state IN ('unscheduled','scheduled','assigned','en_route','cancelled')) <> (new.state IN ('unscheduled','scheduled','assigned','en_route','cancelled'))
  OR (new.state NOT IN ('unscheduled','scheduled','assigned','en_route','cancelled') AND (old.day <> new.day OR old.delivery_window <> new.delivery_window OR old.kind <> new.kind))
BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('arrival', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_trips_out AFTER DELETE ON jobs BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('trip', old.id), ('arrival', old.id); END;
--> statement-breakpoint
CREATE TRIGGER report_leads_in AFTER INSERT ON leads BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('lead', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_leads_change AFTER UPDATE OF kind, phone, email, draft_id, created_at ON leads BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('lead', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_leads_out AFTER DELETE ON leads BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('lead', old.id); END;
--> statement-breakpoint
CREATE TRIGGER report_tickets_in AFTER INSERT ON weight_tickets BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('ticket', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_tickets_change AFTER UPDATE ON weight_tickets BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('ticket', new.id); END;
--> statement-breakpoint
CREATE TRIGGER report_tickets_out AFTER DELETE ON weight_tickets BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('ticket', old.id); END;
--> statement-breakpoint
-- A charge for extra weight is about the tickets of its booking; another included weight about all of them, on a rare day.
CREATE TRIGGER report_overage_in AFTER INSERT ON charges WHEN new.kind = 'weight_overage' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('overage', new.booking_id); END;
--> statement-breakpoint
CREATE TRIGGER report_overage_change AFTER UPDATE OF state, kind, unit_id ON charges WHEN new.kind = 'weight_overage' OR old.kind = 'weight_overage' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('overage', new.booking_id); END;
--> statement-breakpoint
CREATE TRIGGER report_overage_out AFTER DELETE ON charges WHEN old.kind = 'weight_overage' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('overage', old.booking_id); END;
--> statement-breakpoint
CREATE TRIGGER report_included_in AFTER INSERT ON settings WHEN new.key = 'includedTons' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('included', ''); END;
--> statement-breakpoint
CREATE TRIGGER report_included_change AFTER UPDATE OF value ON settings WHEN new.key = 'includedTons' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('included', ''); END;
--> statement-breakpoint
CREATE TRIGGER report_included_out AFTER DELETE ON settings WHEN old.key = 'includedTons' BEGIN INSERT OR IGNORE INTO report_due (source, subject) VALUES ('included', ''); END;
--> statement-breakpoint

-- What has happened so far.
INSERT INTO report_facts SELECT * FROM report_truth;
