import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { migratedFile } from "../tests/support/copies";
import { DatabaseBusyError, openDatabase, type Db } from "./client.server";
import { migrate } from "./migrate.server";
import { meta } from "./schema/index";

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "roll-off-"));
  const file = join(folder, "test.sqlite");
  writeFileSync(file, await migratedFile());
  db = openDatabase(file);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("write", () => {
  const put = (key: string, options?: { waitMs: number }) =>
    db.write((tx) => tx.insert(meta).values({ key, value: "1" }).run().changes, options);

  it("rolls everything back when it throws", async () => {
    await expect(
      db.write((tx) => {
        tx.insert(meta).values({ key: "a", value: "1" }).run();
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(db.orm.select().from(meta).where(eq(meta.key, "a")).all()).toEqual([]);
  });

  it("refuses an asynchronous decision, and keeps none of it", async () => {
    await expect(db.write(async (tx) => tx.insert(meta).values({ key: "a", value: "1" }).run())).rejects.toThrow();
    expect(db.orm.select().from(meta).where(eq(meta.key, "a")).all()).toEqual([]);
  });

  it("waits for the disk at each commit, but for what is done again by itself", async () => {
    const waits = (options?: { durable: boolean }) =>
      db.write(() => db.sqlite.pragma("synchronous", { simple: true }), options);
    const [full, normal] = [2, 1];
    expect(await waits({ durable: false })).toBe(normal);
    await expect(
      db.write(
        () => {
          throw new Error("no");
        },
        { durable: false },
      ),
    ).rejects.toThrow("no");
    expect(await waits()).toBe(full);
  });

  it("waits for another process without standing still", async () => {
    const other = openDatabase(join(folder, "test.sqlite"));
    other.sqlite.exec("begin immediate");
    // The lock is let go only once other things have had their turn: whoever stood still would wait for ever.
    let ticks = 0;
    const ticking = setInterval(() => {
      if (++ticks === 3) other.sqlite.exec("commit");
    }, 5);
    expect(await put("a")).toBe(1);
    clearInterval(ticking);
    other.close();
  });

  it("serves who waits in the order of coming, newcomers last, and asks for the lock once for all of them", async () => {
    const other = openDatabase(join(folder, "test.sqlite"));
    other.sqlite.exec("begin immediate");
    const served: string[] = [];
    const names = Array.from({ length: 40 }, (_, i) => `writer ${i}`);
    const early = names.map((name) => put(name).then(() => served.push(name)));
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Forty tries of 20 ms each would stand still for 800 ms.
    expect(performance.now() - begun).toBeLessThan(600);
    other.sqlite.exec("commit");
    const late = put("newcomer").then(() => served.push("newcomer"));
    await Promise.all([...early, late]);
    other.close();
    expect(served).toEqual([...names, "newcomer"]);
  });

  // That a write waits 5 s where nothing else is said: tests/faults/busy-database.test.ts.
  it("gives up after its deadline, and who may wait longer goes on waiting", async () => {
    const other = openDatabase(join(folder, "test.sqlite"));
    other.sqlite.exec("begin immediate");
    const impatient = put("a", { waitMs: 200 });
    // At start another process may be seeding for longer than that.
    const patient = put("b", { waitMs: 8_000 });
    await expect(impatient).rejects.toBeInstanceOf(DatabaseBusyError);
    other.sqlite.exec("commit");
    expect(await patient).toBe(1);
    other.close();
  });
});

describe("a queue of writers that moves", () => {
  /** Four at once, while another process takes the lock again after each one that comes through: who was served. */
  async function rush(waitMs: number): Promise<number[]> {
    const other = openDatabase(join(folder, "test.sqlite"));
    const hold = () => {
      other.sqlite.exec("begin immediate");
      setTimeout(() => other.sqlite.exec("commit"), 250);
    };
    hold();
    const served: number[] = [];
    const all = [1, 2, 3, 4].map(async (i) => {
      await db.write(
        (tx) =>
          tx
            .insert(meta)
            .values({ key: `rush ${i}`, value: "1" })
            .run(),
        { waitMs },
      );
      served.push(i);
      if (i < 4) hold();
    });
    for (const one of await Promise.allSettled(all))
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(DatabaseBusyError);
    await new Promise((resolve) => setTimeout(resolve, 300));
    other.close();
    return served;
  }

  it("gives nobody up, though together they wait for longer than each may", async () => {
    expect(await rush(800)).toEqual([1, 2, 3, 4]);
  });

  it("gives up who has waited for twice their time all the same", async () => {
    const served = await rush(340);
    expect([served[0], served.length < 4]).toEqual([1, true]);
  });
});

describe("statements", () => {
  const one = (key: string) => db.orm.select().from(meta).where(eq(meta.key, key)).get();

  it("are prepared once, however often the same is asked in ever new words of ours", () => {
    const prepare = vi.spyOn(db.sqlite, "prepare");
    for (let i = 0; i < 20; i++) one(`k${i}`);
    const lists = (n: number) =>
      db.orm
        .select()
        .from(meta)
        .where(inArray(meta.key, Array(n).fill("a")))
        .all();
    for (let i = 0; i < 3; i++) lists(2);
    expect(prepare).toHaveBeenCalledTimes(2);
    // Lists of 510 lengths are 510 statements; the first of them went again.
    for (let n = 1; n <= 510; n++) lists(n);
    prepare.mockClear();
    lists(510);
    expect(prepare).toHaveBeenCalledTimes(0);
    one("a");
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it("give rows as whoever asks wants them, the same words being asked both ways", async () => {
    await db.write((tx) => tx.insert(meta).values({ key: "a", value: "1" }).run());
    const all = db.orm.select().from(meta);
    const { sql: words } = all.toSQL();
    const row = expect.objectContaining({ key: "a", value: "1" });
    for (let i = 0; i < 2; i++) {
      expect(all.all()).toContainEqual(row);
      expect(db.orm.all(sql.raw(words))).toContainEqual(row);
    }
  });
});

describe("migrate", () => {
  it("runs each once, and nothing of one that leaves rows without their parent", async () => {
    expect(await migrate(db)).toEqual([]);
    const broken = [
      {
        name: "9000_bad",
        sql: "create table kids (id integer primary key, meta_key text references meta(key));\n--> statement-breakpoint\ninsert into kids values (1, 'nobody');",
      },
    ];
    await expect(migrate(db, broken)).rejects.toThrow("without their parent");
    expect(db.sqlite.prepare("select count(*) from sqlite_master where name = 'kids'").pluck().get()).toBe(0);
    expect(db.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
  });
});
