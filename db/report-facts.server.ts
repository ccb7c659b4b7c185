import type Database from "better-sqlite3";

/** Facts by the word that the triggers of migration 0065 note: which figures they are, and the view that says them. */
const SOURCES = {
  revenue: { figures: "'revenue'", view: "truth_revenue" },
  order: { figures: "'order','order_zip'", view: "truth_orders" },
  cancellation: { figures: "'cancellation'", view: "truth_cancellations" },
  stay: { figures: "'set_down','collected'", view: "truth_stays" },
  trip: { figures: "'trip','dry_run'", view: "truth_trips" },
  arrival: { figures: "'arrival','late'", view: "truth_arrivals" },
  lead: { figures: "'lead'", view: "truth_leads" },
  ticket: { figures: "'ticket','unbilled'", view: "truth_tickets" },
} as const;

const due = (source: string) => `(SELECT subject FROM report_due WHERE source = '${source}')`;
const note = (rows: string) => `INSERT OR IGNORE INTO report_due (source, subject) ${rows}`;
/** Words that mean others: a customer's number, address or draft their leads; a charge or a setting the tickets. */
const MEANT = {
  contact: note(
    `SELECT 'lead', id FROM leads WHERE phone IN ${due("contact")} UNION SELECT 'lead', id FROM leads WHERE email IN ${due("contact")} UNION SELECT 'lead', id FROM leads WHERE draft_id IN ${due("contact")}`,
  ),
  overage: note(
    `SELECT 'ticket', t.id FROM units u JOIN weight_tickets t ON t.unit_id = u.id WHERE u.booking_id IN ${due("overage")}`,
  ),
  included: note("SELECT 'ticket', id FROM weight_tickets"),
};

/** For a word: its old facts go, the new ones come. */
const FACTS = new Map(
  Object.entries(SOURCES).map(([word, { figures, view }]) => [
    word,
    [
      `DELETE FROM report_facts WHERE figure IN (${figures}) AND subject IN ${due(word)}`,
      `INSERT OR IGNORE INTO report_facts SELECT * FROM ${view} WHERE subject IN ${due(word)}`,
    ],
  ]),
);

/**
 * What the reports count is put right by this, at the end of the transaction that changed its source (db/client.server.ts):
 * the old facts of what was noted go, the new ones come, and their triggers move the sums. Each of its statements is
 * prepared once for a connection, when it is needed first: as triggers on the sources they were compiled with every event
 * that is written. Does nothing in a file that has no reports yet.
 */
export function keepReports(sqlite: Database.Database): () => void {
  let noted: Database.Statement<[], string> | null = null;
  const kept = new Map<string, Database.Statement>();
  const run = (sql: string): void => {
    const statement = kept.get(sql) ?? sqlite.prepare(sql);
    kept.set(sql, statement);
    statement.run();
  };
  return () => {
    if (!noted && sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'report_due'").get() === undefined) return;
    noted ??= sqlite.prepare<[], string>("SELECT DISTINCT source FROM report_due").pluck();
    const words = noted.all();
    if (words.length === 0) return;
    const meant = words.flatMap((word) => (word in MEANT ? [MEANT[word as keyof typeof MEANT]] : []));
    for (const sql of meant) run(sql);
    for (const word of meant.length > 0 ? noted.all() : words) for (const sql of FACTS.get(word) ?? []) run(sql);
    run("DELETE FROM report_due");
  };
}
