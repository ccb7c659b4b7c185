/** @param {string} statement */
export const bySql = (statement) => `Stop the server, open the file with any SQLite tool and run: ${statement}`;

const FACT = "figure, subject, key, at, amount, extra, booking_id";
/** As migration 0065 counts them: what is stored on one side, what follows from it on the other, and what is left. */
const SUMS = "sum(n) AS n, sum(amount) AS amount, sum(extra) AS extra";
const PIECE = "(at / 3600000 - 5) / 24 * 2 + ((at / 3600000 - 5) % 24 = 23)";
const MONTH =
  "strftime('%Y', piece / 2 * 86400, 'unixepoch') * 12 + strftime('%m', piece / 2 * 86400, 'unixepoch') - 1";
const LOOKS = [
  {
    what: (/** @type {string} */ named) => `the reports' facts are not what happened: ${named}`,
    sql: `SELECT figure, count(*) AS wrong FROM (
      SELECT * FROM (SELECT ${FACT} FROM report_facts EXCEPT SELECT ${FACT} FROM report_truth)
      UNION ALL SELECT * FROM (SELECT ${FACT} FROM report_truth EXCEPT SELECT ${FACT} FROM report_facts)) GROUP BY figure`,
  },
  {
    what: (/** @type {string} */ named) => `the reports' sums by day are not those of their facts: ${named}`,
    sql: differs(
      "piece",
      "SELECT figure, piece, key, n, amount, extra FROM report_pieces",
      `SELECT figure, ${PIECE}, key, -1, -amount, -extra FROM report_facts`,
    ),
  },
  {
    what: (/** @type {string} */ named) => `the reports' sums by month are not those by day: ${named}`,
    sql: differs(
      "month",
      "SELECT figure, month, key, n, amount, extra FROM report_months",
      `SELECT figure, ${MONTH}, key, -n, -amount, -extra FROM report_pieces`,
    ),
  },
];

/** @param {string} by @param {string} stored @param {string} less */
function differs(by, stored, less) {
  return `SELECT figure, count(*) AS wrong FROM (SELECT figure, ${SUMS} FROM (${stored} UNION ALL ${less}) GROUP BY figure, ${by}, key) WHERE n <> 0 OR amount <> 0 OR extra <> 0 GROUP BY figure`;
}

/**
 * The reports' facts follow from the sources (the view `report_truth`), the sums from the facts. Making the facts again
 * makes the sums.
 * @param {import("better-sqlite3").Database} db @returns {{ problem: string, mend: string }[]}
 */
export function reports(db) {
  return LOOKS.flatMap(({ what, sql }) => {
    const wrong = /** @type {{ figure: string, wrong: number }[]} */ (db.prepare(sql).all());
    if (wrong.length === 0) return [];
    return [
      {
        problem: what(wrong.map((one) => `${one.figure} ${one.wrong}`).join(", ")),
        mend: bySql(
          "BEGIN; DELETE FROM report_facts; DELETE FROM report_pieces; DELETE FROM report_months; INSERT INTO report_facts SELECT * FROM report_truth; COMMIT;",
        ),
      },
    ];
  });
}
