import { dayOn } from "~/domain/kernel/moments";
import { arrange } from "./meanwhile";
import { query } from "./orders";
import type { TestServer } from "./server";

const DRIVER = "(select d.id from drivers d join accounts a on a.id = d.user_id where a.email = ?)";

/** Gives a driver so many deliveries of the seed as today's jobs, with empty dumpsters for all of them. Returns the jobs' ids. */
export function giveDay(server: TestServer, count: number, email = "driver@example.com"): string[] {
  const today = dayOn(Date.now());
  const ids = query<{ id: string }>(
    server.dataDir,
    `select j.id from jobs j join units u on u.id = j.unit_id join bookings b on b.id = j.booking_id
     where j.kind = 'delivery' and u.state = 'reserved' and u.dumpster_id is null and b.placement <> 'street'
     and j.state in ('unscheduled', 'scheduled', 'assigned') order by j.id limit ?`,
    count,
  ).map(({ id }) => id);
  for (const [i, id] of ids.entries())
    arrange(
      server,
      `update jobs set state = 'assigned', day = ?, position = ?, driver_id = ${DRIVER} where id = ?`,
      today,
      i + 1,
      email,
      id,
    );
  arrange(
    server,
    `insert or ignore into dumpsters (id, number, size_yards, location, load, condition, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 40)
     select format('dmp_day%02d%015d', size_yards, i), format('%d-8%02d', size_yards, i), size_yards, 'yard', 'empty', 'ok', 0
     from n cross join (select distinct size_yards from dumpsters)`,
  );
  return ids;
}
