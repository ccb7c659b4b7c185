import { dayAt, instant } from "~/domain/kernel/time.server";
import { arrange } from "./meanwhile";
import { query } from "./orders";
import type { TestServer } from "./server";

/** Lists of the office as long as a page of them is: copies of rows that there are, with what each may show. */

/** Copies of the first row of `from` into `table`, 60 of them; `own`: what is different, by `i`. */
function copy(server: TestServer, table: string, own: Record<string, string>, from = `select * from ${table} limit 1`) {
  const columns = query<{ name: string }>(server.dataDir, `select name from pragma_table_info('${table}')`);
  arrange(
    server,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert or ignore into ${table} (${columns.map(({ name }) => name).join()})
    select ${columns.map(({ name }) => own[name] ?? `o.${name}`).join()} from n join (${from}) o`,
  );
}

const each = (column: string, values: readonly string[]) =>
  `case ${values.map((value, i) => `when ${column} % ${values.length} = ${i} then ${value}`).join(" ")} end`;

/** Tasks of several kinds, some taken, put off or overdue, and a day of many stops. */
export function fillTasks(server: TestServer): void {
  const now = Date.now();
  arrange(server, "delete from tasks");
  // As long as numbers made by chance are.
  const id = (prefix: string) => `'${prefix}_aBcDeFgHiJkLmNoPqR' || (1000 + i)`;
  copy(server, "leads", { id: id("led"), name: "'Ada & <Co> ' || i", message: "'Which size for 2 x 4 lumber?'" });
  const kinds = [
    ["'lead'", "'lead'", id("led")],
    ["'lead'", "'lead'", id("led")],
    ["'to_schedule'", "'booking'", "o.id"],
    ["'work_given_up'", "'work'", "'none'"],
    ["'lead'", "'lead'", "'none'"],
  ] as const;
  const by = (at: 0 | 1 | 2) =>
    each(
      "i",
      kinds.map((kind) => kind[at]),
    );
  arrange(
    server,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into tasks (id, kind, cause, state, subject_kind, subject_id, owner_id, due_at, snoozed_until, said, made_at)
    select ${id("tsk")}, ${by(0)}, 'copy:' || i, 'open', ${by(1)}, ${by(2)},
      case when i % 3 = 0 then (select user_id from profiles where role = 'staff' limit 1) end,
      ${now} + (i - 5) * 36e5, null, null, ${now}
    from n join (select id from bookings limit 1) o`,
  );
  copy(
    server,
    "jobs",
    {
      id: id("job"),
      day: `'${dayAt(instant(now))}'`,
      state: each("i", ["'scheduled'", "'assigned'", "'completed'"]),
      kind: each("i", ["'delivery'", "'pickup'"]),
      driver_id: each("i", ["null", "(select id from drivers limit 1)", "(select id from drivers limit 1)"]),
      delivery_window: each("i", ["'anytime'", "'morning'"]),
    },
    // Of the longest name, so that each run weighs the same.
    `select j.* from jobs j join bookings b on b.id = j.booking_id where j.kind = 'delivery'
    order by length(b.first_name || b.last_name || b.address || b.city) desc, j.id limit 1`,
  );
}

/** Later charges, most of them paid. */
export function fillCharges(server: TestServer): void {
  copy(server, "charges", {
    id: "'chg_aBcDeFgHiJkLmNoPqR' || (1000 + i)",
    cause: "'copy:' || i",
    kind: "'cleaning'",
    state: "case when i > 8 then 'succeeded' else 'proposed' end",
    description: "'Cleaning: ' || case when i % 10 = 0 then '<wet> & ' else '' end || 'plaster ' || i",
    held_why: "case when i = 3 then 'Asked the driver' end",
    // Of another year too.
    created_at: `${Date.now()} - i * 86400000 * 9`,
  });
}

/** Calls of every outcome, with a note, a reason, a message, somebody we know and somebody who hides. */
export function fillCalls(server: TestServer): void {
  arrange(
    server,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert or ignore into calls (id, provider_sid, direction, state, outcome, other_number, our_number, customer_id, booking_id,
      bound_by, ring_round, led_round, after_hours, started_at, ended_at, talk_seconds, voicemail_sid, voicemail_seconds, heard_at, note, reason)
    select 'cal_aBcDeFgHiJkLmNoPqR' || (1000 + i), 'CAcopy' || i, ${each("i", ["'in'", "'in'", "'out'"])}, 'ended',
      ${each("i", ["'answered'", "'missed'", "'answered'", "'voicemail'"])},
      case when i % 11 = 0 then '' else '+1407555' || (1000 + i) end, '+14075550142',
      case when i % 2 = 0 then b.customer_id end, case when i % 6 = 0 then b.id end,
      case when i % 2 = 0 then 'caller_id' end, 0, 0, i % 7 = 0, 17e11 + i * 1e7, 17e11 + i * 1e7, i * 7,
      case when i % 4 = 3 then 'RE' || i end, case when i % 4 = 3 then 12 end, case when i % 8 = 3 then 1 end,
      case when i % 5 = 0 then 'Gate: <left> & 2nd' end, case when i % 10 = 0 then 'pickup' when i % 3 = 0 then 'question' end
    from n join (select id, customer_id from bookings order by length(first_name || last_name) desc, id limit 1) b`,
  );
}
