import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { accounts } from "#db/schema/index";
import { moveClock } from "~/adapters/clock/move.server";
import { staffActorOf, standingOf } from "~/domain/accounts/roles.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Day } from "~/domain/kernel/days";
import type { Actor, Deed, StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt, type Instant } from "~/domain/kernel/time.server";
import type { PhotoStep } from "~/domain/photos/rules";
import type { Services } from "~/services.server";
import { takePhoto } from "../photos/take.server";
import type { Chance } from "./chance";
import { dumpsterPicture } from "./picture";

/** What a test card does at the payment page: the sandbox's own list has more. */
export interface Card {
  number: string;
  cvc: string;
  /** The bank asks, and the customer says yes. */
  confirms?: true;
}

/** Whoever stands for the card company's page: pays an open session by a card. False when the card is not taken. */
export type PayAtCheckout = (sessionId: string, card: Card, email: string) => Promise<boolean>;

/** The made-up month as those who act in it see it. */
export interface Play {
  services: Services;
  chance: Chance;
  /** New York's day that is being lived through. */
  day: Day;
  /** Which day of the month it is, from 0. */
  dayNumber: number;
  pay: PayAtCheckout;
  /** Of New York's day. */
  minute: number;
  deed<By extends Actor>(by: By): Deed<By>;
  /** The one of the office who works on this. */
  staff(): StaffActor;
  /** Writes down that something happened, by the behaviour's name. */
  count(what: string): void;
}

/** The office's deeds are those of the sandbox's own account; null where there is none, or it may not. */
export function findStaff(services: Pick<Services, "config" | "db" | "flags">): StaffActor | null {
  const { orm } = services.db;
  const account = orm.select().from(accounts).where(eq(accounts.email, "staff@example.com")).get();
  const rules = {
    adminEmails: services.config.ADMIN_EMAILS,
    driverAccessViaProfile: services.flags().driver_access_via_profile,
  };
  return account ? staffActorOf(account, standingOf(orm, account, rules)) : null;
}

/** A customer who came by the booking's link. */
export const customerOf = ({ first_name, last_name }: Pick<Booking, "first_name" | "last_name">): Actor => ({
  kind: "customer",
  label: `${first_name} ${last_name}`,
});

/** Sets the domain's clock to a minute of a New York day, if that is still to come. Returns that minute. */
export async function clockTo(services: Pick<Services, "clock" | "db">, day: Day, minute: number): Promise<Instant> {
  const to = instantAt(day, Math.floor(minute / 60), minute % 60);
  if (to > services.clock.now()) await moveClock(services.db, { to });
  return to;
}

/** A photograph for a job's step, as a driver's phone would send it; nothing where it cannot be taken just now. */
export async function photograph(
  play: Play,
  by: Actor,
  { key, ...job }: { jobId: Id<"job">; driverId: Id<"driver">; step: PhotoStep; key: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "roll-off-month-"));
  try {
    const picture = dumpsterPicture(play.chance.of(key, job.step));
    const file = join(folder, "photo.png");
    await writeFile(file, picture);
    const sha256 = createHash("sha256").update(picture).update(job.jobId).digest("hex");
    const taken = { at: play.services.clock.now(), place: null };
    await takePhoto(play.services, play.deed(by), { ...job, entryId: null, taken, sha256, file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
