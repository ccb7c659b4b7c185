import type { IncomingMessage } from "node:http";
import { rm } from "node:fs/promises";
import { findDriverJob } from "~/domain/dispatch/driver-read.server";
import { findEntry } from "~/domain/driver/journal-rows.server";
import { driverPaths } from "~/driver-paths";
import type { Services } from "~/services.server";
import type { RequestContext, Scope } from "../context.server";
import { findOwnBooking } from "../access/booking.server";
import { photoSender } from "../access/ended-driver.server";
import { findSignedIn } from "../access/session.server";
import { bodyLimit } from "../limits/body.server";
import { readPhotoForm, type PhotoForm } from "./photo-form.server";
import { openRawPhotos } from "./raw-photo.server";
import { openUploadFolder } from "./upload-folder.server";

/** How long photographs may take that come over a slow network, as long as they come at all. */
export const SLOWEST_FORM_MS = 10 * 60_000;
/** Forms with photographs that arrive at once: of one driver, and of all. */
const MOST_OF_ONE = 3;
const MOST_OF_ALL = 24;
/** Of those, what customers send: a driver at a site goes before. */
const MOST_OF_CUSTOMERS = 6;
/** What somebody who may not send it can still send to the end, so that they read why instead of a broken connection. */
const DRAINED = 16 * 1024 * 1024;

export interface Upload extends PhotoForm {
  /** Of a picture that comes in pieces: how much of it is here. */
  received?: number;
  /** Removes its files. */
  discard(): Promise<void>;
}

export interface Uploads {
  /**
   * Receives the form of a driver's job, or of a customer's place, with its photographs in front of Remix, which would hold
   * all of it in memory. Asked who it is before the first byte is read: from anybody but the driver of that very job, or
   * whoever has opened that booking, nothing is kept, and the page answers an empty form. Null when the request is no such form, a status when it is refused. `takeTime` is called
   * once when it may take longer than other bodies.
   */
  receive: (
    req: IncomingMessage,
    context: RequestContext,
    request: () => Request,
    takeTime: (ms: number) => void,
  ) => Promise<Upload | 413 | 503 | null>;
}

const PAGE = new RegExp(`^${driverPaths.job("([\\w-]{1,60})")}(?:\\.data)?$`);
/** Where a customer sends pictures of the place. */
const PLACE_PAGE = /^\/manage-booking\/notes(?:\.data)?$/;
const RAW_PAGE = /^\/driver\/journal\/photos\/([\w-]{1,64})$/;
const MULTIPART = /^\s*multipart\/form-data\s*;/i;

export function createUploads(services: Services): Uploads {
  const folder = openUploadFolder(services.config.DATA_DIR);
  const receiveRaw = openRawPhotos(folder);
  const held = new Map<string, number>();
  let all = 0;
  let ofCustomers = 0;

  return {
    async receive(req, context, request, takeTime) {
      const raw = req.method === "POST" ? RAW_PAGE.exec(req.url?.split("?")[0] ?? "")?.[1] : undefined;
      if (raw !== undefined) {
        const entry = findEntry(services.db.orm, raw);
        // Whoever may not send it has the small body of any other call, and reads why not.
        if (!entry || !(await photoSender(scopeOf(services, context), request(), entry))) return null;
        takeTime(SLOWEST_FORM_MS);
        const name = req.url ?? "";
        const sent = await receiveRaw(req, entry.driver_id, name);
        if (typeof sent === "number") return sent;
        const { photo } = sent;
        const photos = photo ? [photo] : [];
        return {
          body: Buffer.alloc(0),
          photos,
          received: sent.received,
          discard: async () => photo?.discard(),
        };
      }
      const path = req.url?.split("?")[0] ?? "";
      const jobId = req.method === "POST" ? PAGE.exec(path)?.[1] : undefined;
      const isPlace = req.method === "POST" && PLACE_PAGE.test(path);
      if ((!jobId && !isPlace) || !MULTIPART.test(req.headers["content-type"] ?? "")) return null;
      const sender = jobId
        ? await driverOf(services, context, request(), jobId)
        : customerOf(services, context, request());
      if (!sender) {
        // A form of no more than other forms goes the usual way: what was typed is kept for the sign-in.
        const told = Number(req.headers["content-length"] ?? 0);
        if (told <= bodyLimit(path).bytes) return null;
        return (await drain(req, told)) ? { body: Buffer.alloc(0), photos: [], discard: () => Promise.resolve() } : 413;
      }
      const count = held.get(sender) ?? 0;
      if (all >= MOST_OF_ALL || count >= MOST_OF_ONE || (isPlace && ofCustomers >= MOST_OF_CUSTOMERS)) return 503;
      held.set(sender, count + 1);
      all++;
      if (isPlace) ofCustomers++;
      takeTime(SLOWEST_FORM_MS);
      const form: PhotoForm = { body: Buffer.alloc(0), photos: [] };
      const discard = async () => {
        for (const photo of form.photos) if (photo.ok) await rm(photo.file, { force: true });
      };
      try {
        const body = await readPhotoForm(req, folder, form.photos);
        if (body !== 413) return { body, photos: form.photos, discard };
        await discard();
        return 413;
      } catch (error) {
        await discard();
        throw error;
      } finally {
        all--;
        if (isPlace) ofCustomers--;
        const left = (held.get(sender) ?? 1) - 1;
        if (left > 0) held.set(sender, left);
        else held.delete(sender);
      }
    },
  };
}

/** The signed-in driver whose job it is; null for everybody else. */
async function driverOf(services: Services, context: RequestContext, request: Request, jobId: string) {
  const driverId = await senderOf(services, context, request);
  return driverId && findDriverJob(services.db.orm, driverId, jobId) ? driverId : null;
}

/** The booking that this browser has opened, as the name of who sends; null for everybody else. */
function customerOf(services: Services, context: RequestContext, request: Request): string | null {
  const number = new URL(request.url).searchParams.get("booking") ?? "";
  return findOwnBooking(scopeOf(services, context), request, number)?.id ?? null;
}

/** Nothing of this look is kept for the page's own. */
function scopeOf(services: Services, context: RequestContext): Scope {
  return {
    ...context,
    services,
    visit: {},
    deed: (by) => ({ by, now: services.clock.now(), requestId: context.requestId, asker: "" }),
  };
}

/** The driver who is signed in; null for everybody else. */
async function senderOf(services: Services, context: RequestContext, request: Request) {
  const person = await findSignedIn(scopeOf(services, context), request);
  return person?.standing.mayDrive && !person.standing.needsFactor ? person.standing.driverId : null;
}

/** Reads what comes to its end and keeps nothing; false when it is too much, or the sender went away. */
function drain(req: IncomingMessage, told: number): Promise<boolean> {
  if (told > DRAINED) return Promise.resolve(false);
  return new Promise((resolve) => {
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > DRAINED) resolve(false);
    });
    req.once("end", () => resolve(true));
    req.once("close", () => resolve(false));
  });
}
