import { mkdtemp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFilesAdapter } from "./files.server";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "files-test-"));
  await writeFile(join(dataDir, "secret.txt"), "secret");
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe("stored files", () => {
  it("come back as they were written, and leave nothing else behind", async () => {
    const files = createFilesAdapter(dataDir);
    await files.write("invoices/2026/inv_Ab-1.pdf", Buffer.from([0, 255, 1]));
    await files.write("invoices/2026/inv_Ab-1.pdf", Buffer.from("again"));
    expect((await files.read("invoices/2026/inv_Ab-1.pdf"))?.toString()).toBe("again");
    expect(await readdir(join(dataDir, "files", "invoices", "2026"))).toEqual(["inv_Ab-1.pdf"]);
  });

  it("are null when missing", async () => {
    const files = createFilesAdapter(dataDir);
    expect(await files.read("nothing/here.pdf")).toBeNull();
    expect(await createFilesAdapter(join(dataDir, "new")).read("x.pdf")).toBeNull();
  });

  it("are gone when removed, and may be removed again", async () => {
    const files = createFilesAdapter(dataDir);
    await files.write("gone/x.pdf", Buffer.from("x"));
    await files.remove("gone/x.pdf");
    expect(await files.read("gone/x.pdf")).toBeNull();
    await files.remove("gone/x.pdf");
    await createFilesAdapter(join(dataDir, "empty")).remove("gone/x.pdf");
  });

  it("are swept where nobody knows them and they are old, half written ones among them; nothing else goes", async () => {
    const files = createFilesAdapter(dataDir);
    const folder = join(dataDir, "files", "swept");
    for (const name of ["known.jpg", "lost.jpg", "fresh.jpg"]) await files.write(`swept/${name}`, Buffer.from("x"));
    await writeFile(join(folder, ".half.jpg.0a1b2c.tmp"), "x");
    await mkdir(join(folder, "below"));
    const old = new Date(Date.now() - 60_000);
    for (const name of ["known.jpg", "lost.jpg", ".half.jpg.0a1b2c.tmp", "below"])
      await utimes(join(folder, name), old, old);
    const asked: string[] = [];
    const known = (paths: readonly string[]) => new Set((asked.push(...paths), ["swept/known.jpg"]));
    expect(await files.sweep("swept", Date.now() - 30_000, known)).toBe(2);
    expect((await readdir(folder)).sort()).toEqual(["below", "fresh.jpg", "known.jpg"]);
    expect(asked).not.toContain("swept/fresh.jpg");
    expect(await files.sweep("nothing/here", Date.now(), known)).toBe(0);
    await expect(files.sweep("../files", Date.now(), known)).rejects.toThrow(/not a file path/);
  });

  it("may be written by many at once", async () => {
    const files = createFilesAdapter(dataDir);
    await Promise.all(Array.from({ length: 20 }, (_, i) => files.write("same/file.bin", Buffer.alloc(50_000, i))));
    const content = await files.read("same/file.bin");
    expect(content).toHaveLength(50_000);
    expect(new Set(content).size).toBe(1);
  });

  it.each([
    "../secret.txt",
    "/etc/passwd",
    "a/../../secret.txt",
    "a//b",
    "a/./b",
    ".",
    "",
    "a\\..\\b",
    "a\0b",
    "C:/x",
    ".hidden",
    "a/.env",
    "a/",
    "x".repeat(600),
    "ä.pdf",
    "a\nb",
  ])("refuses the path %j", async (path) => {
    const files = createFilesAdapter(dataDir);
    await expect(files.write(path, Buffer.from("x"))).rejects.toThrow(/not a file path/);
    await expect(files.read(path)).rejects.toThrow(/not a file path/);
    await expect(files.remove(path)).rejects.toThrow(/not a file path/);
  });

  it("does not follow a link out of its folder", async () => {
    const files = createFilesAdapter(dataDir);
    await mkdir(join(dataDir, "files"), { recursive: true });
    await symlink(dataDir, join(dataDir, "files", "out"));
    await expect(files.read("out/secret.txt")).rejects.toThrow(/not a file path/);
    await expect(files.write("out/secret.txt", Buffer.from("x"))).rejects.toThrow(/not a file path/);
    await expect(files.remove("out/secret.txt")).rejects.toThrow(/not a file path/);
    expect(await readFile(join(dataDir, "secret.txt"), "utf8")).toBe("secret");
  });
});
