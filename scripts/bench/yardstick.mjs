import Database from "better-sqlite3";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";

// A bare node:http server in a process of its own: node yardstick.mjs bytes|query|insert|webhook BYTES, with PORT and
// DATA_DIR.
const [kind = "bytes", bytes = "0"] = process.argv.slice(2);
const SECRET = "whsec_bare";
const body = Buffer.alloc(Number(bytes), "x");
const db = new Database(join(process.env.DATA_DIR ?? ".", `bare-${kind}.sqlite`));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(
  "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT); INSERT OR IGNORE INTO meta VALUES ('version', '1'); CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, body TEXT); CREATE TABLE IF NOT EXISTS inbox (id TEXT PRIMARY KEY, body TEXT)",
);
const readVersion = db.prepare("SELECT value FROM meta WHERE key = ?");
const insertRow = db.prepare("INSERT INTO rows (body) VALUES (?)");
const insertEvent = db.prepare("INSERT OR IGNORE INTO inbox VALUES (?, ?)");

createServer((req, res) => {
  if (req.method === "POST")
    return void collect(req, (text) => end(res, write(text, String(req.headers["stripe-signature"] ?? ""))));
  if (kind === "query") readVersion.get("version");
  end(res, true);
}).listen(Number(process.env.PORT), "localhost");
process.once("SIGTERM", () => process.exit(0));

/** @param {import("node:http").ServerResponse} res @param {boolean} good */
function end(res, good) {
  res.statusCode = good ? 200 : 400;
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

/** @param {string} text @param {string} header */
function write(text, header) {
  if (kind === "insert") return insertRow.run(text).changes === 1;
  const { t, v1 } = Object.fromEntries(header.split(",").map((part) => part.split("=")));
  const right = createHmac("sha256", SECRET).update(`${t}.${text}`).digest();
  const given = Buffer.from(String(v1), "hex");
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
  insertEvent.run(String(JSON.parse(text).id), text);
  return true;
}

/** @param {import("node:http").IncomingMessage} req @param {(text: string) => void} done */
function collect(req, done) {
  let text = "";
  req.setEncoding("utf8");
  req.on("data", (chunk) => (text += chunk));
  req.on("end", () => done(text));
}
