import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { applyEntries, holdEntries, type Sending, type SentEntry } from "~/domain/driver/journal.server";
import { SYSTEM } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { cut } from "~/domain/kernel/text";
import { findSignedIn } from "~/http/access/session.server";
import { findEndedDriver } from "~/http/access/ended-driver.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";
import { readStep } from "./step-forms.server";

export const loader = postOnly;

/** What a phone sends at once; the rest comes with the next request. */
const MOST_ENTRIES = 50;
/** Milliseconds of a clock that may be wrong, but is one: a time that no date can show would stop who reads it. */
const time = z.union([
  z.number().min(0).max(8.64e15).transform(Math.round),
  z.iso.datetime({ offset: true }).transform((text) => Math.max(0, Date.parse(text))),
]);
const text = (most: number) => z.string().min(1).max(most);

const entry = z
  .object({
    id: text(64),
    jobId: text(64),
    step: text(40),
    at: time,
    seq: z.int().min(0).max(1_000_000).default(0),
    attempt: z.int().min(1).max(1_000).nullish(),
    device: z.string().max(64).default(""),
    data: z
      .record(
        z.string().max(40),
        // What is longer is no reason to refuse all that comes with it.
        z.union([z.string(), z.number(), z.boolean()]).transform((said) => cut(String(said), 1_000)),
      )
      .default({}),
    /** Where the phone saw the job. */
    seen: z.object({ day: text(10), window: text(20) }).optional(),
  })
  .transform(({ data, seen, attempt, ...rest }): SentEntry => ({
    ...rest,
    attempt: attempt ?? null,
    said: { data, ...(seen && { seen }) },
  }));

const schema = z.object({
  entries: z.array(entry).max(MOST_ENTRIES, `Send ${MOST_ENTRIES} entries at most.`),
  sentAt: time.optional(),
  /** Whose entries they are: another driver may have signed in on this phone meanwhile. */
  driver: z.string().max(64).optional(),
  device: z.string().max(64).default(""),
  /** Steps and pictures that stay on the phone after this. */
  unsent: z.int().min(0).max(100_000).default(0),
  isWaitedFor: z.boolean().default(false),
});

/** A driver's journal (contract.md): `{entries, sentAt}` in, `{accepted, waiting, conflicts, refused}` out. */
export const action = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "journal", schema, cap: "call-journal" }, async (sent, scope) => {
    const person = await findSignedIn(scope, args.request);
    const driverId = person?.standing.mayDrive ? person.standing.driverId : null;
    const sendingOf = (driver: Id<"driver">): Sending => ({
      driverId: driver,
      entries: sent.entries,
      clocks: { sentAt: sent.sentAt ?? Date.now(), wall: Date.now() },
      isWaitedFor: sent.isWaitedFor,
      phone: { device: sent.device, unsent: sent.unsent },
    });
    if (!person || !driverId) {
      const ended = findEndedDriver(scope, args.request, person);
      const isTheirs = ended !== null && (sent.driver === undefined || sent.driver === ended);
      const held =
        isTheirs && sent.entries.length > 0
          ? await scope.services.db.write((tx) => holdEntries(tx, scope.deed(SYSTEM), sendingOf(ended)))
          : { accepted: [], waiting: [], conflicts: [], refused: [] };
      return person
        ? jsonError(403, { code: "forbidden", message: "Only drivers may do this." }, { ...held })
        : jsonError(401, { code: "unauthorized", message: "Sign in to send what is on this phone." }, { ...held });
    }
    if (sent.driver !== undefined && sent.driver !== driverId)
      return jsonError(409, { code: "other_driver", message: "Another driver is signed in on this phone." });
    const rules = { movesDumpster: scope.services.flags().auto_sync_dumpster_status };
    return scope.services.db.write((tx) =>
      applyEntries(tx, scope.deed(person.actor), sendingOf(driverId), readStep, rules),
    );
  });
