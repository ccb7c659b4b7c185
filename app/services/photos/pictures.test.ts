import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { keepPictures } from "./pictures.server";

let world: TestWorld;
let disk: Map<string, Buffer>;
let services: Pick<Services, "db" | "files" | "photos" | "log">;
beforeEach(async () => {
  world = await openWorld();
  disk = new Map();
  const picture = { jpeg: Buffer.from("jpeg"), width: 4, height: 3 };
  services = {
    ...fakeServices(world),
    files: {
      ...fakeServices(world).files,
      write: async (path: string, bytes: Buffer) => void disk.set(path, bytes),
      remove: async (path: string) => void disk.delete(path),
    },
    photos: { develop: async () => ({ ok: true, large: picture, small: picture, taken: null }) } as never,
  };
});
afterEach(() => world.close());

it("keeps both pictures of a photograph whose row is made, as the row names them", async () => {
  const named: string[] = [];
  const kept = await keepPictures(services, world.deed(), "sent", (_, { path, smallPath, width, bytes }) => {
    named.push(path, smallPath);
    return { isNew: true, width, bytes };
  });
  expect(kept).toEqual({ ok: true, kept: { isNew: true, width: 4, bytes: 4 } });
  expect([...disk.keys()].toSorted()).toEqual(named.toSorted());
  expect(named).toHaveLength(2);
});

it("leaves nothing on the disk of one that needs no row", async () => {
  const kept = await keepPictures(services, world.deed(), "sent", () => ({ isNew: false }));
  expect(kept).toEqual({ ok: true, kept: { isNew: false } });
  expect(disk.size).toBe(0);
});

it("leaves nothing on the disk where its row cannot be made", async () => {
  const failing = keepPictures(services, world.deed(), "sent", () => {
    throw new Error("no row");
  });
  await expect(failing).rejects.toThrow("no row");
  expect(disk.size).toBe(0);
});

it("refuses a photograph that the disk has no room for, and leaves no half of it", async () => {
  let writes = 0;
  services.files.write = async (path: string, bytes: Buffer) => {
    if (++writes === 2) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    disk.set(path, bytes);
  };
  expect(await keepPictures(services, world.deed(), "sent", () => ({ isNew: true }))).toEqual({
    ok: false,
    code: "no_room",
  });
  expect(disk.size).toBe(0);
});
