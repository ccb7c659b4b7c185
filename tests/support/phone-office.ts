import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { calls, tasks } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { findAccount } from "~/domain/accounts/sign-in.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { ensureAgent, hearFrom, setAvailable } from "~/domain/voice/agents.server";
import type { Call } from "~/domain/voice/calls.server";
import type { Services } from "~/services.server";
import { answerIncoming, NETWORK, takeStatus } from "~/services/voice/answers.server";
import { openWorld, paidBooking, type TestWorld } from "./domain";
import { fakeServices } from "./visit";
import { fakeVoice, signedIn, type FakeVoice } from "./voice";

export const CUSTOMER_PHONE = "+14075550133";

export interface PhoneOffice {
  world: TestWorld;
  services: Services;
  voice: FakeVoice;
  /** Of the customer with the phone. */
  booking: Booking;
  sam: StaffActor;
  pat: StaffActor;
}

/** An office of two with telephones, Sam of the staff and Pat the admin, and the wall clock standing still. */
export async function openPhoneOffice(): Promise<PhoneOffice> {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  const world = await openWorld({ fleet: { 20: 9 } });
  const voice = fakeVoice();
  await seedAccounts(world.db, world.clock.at);
  const idOf = (email: string) => findAccount(world.db.orm, { kind: "email", value: email } as never)?.id;
  const sam = { kind: "staff", id: idOf("staff@example.com"), label: "Sam" } as unknown as StaffActor;
  const pat = { kind: "admin", id: idOf("admin@example.com"), label: "Pat" } as unknown as StaffActor;
  const booking = await paidBooking(world);
  await world.db.write((tx) => [sam, pat].forEach((who) => ensureAgent(tx, world.deed(who), who.id)));
  await signedIn(world, sam.id, pat.id);
  return { world, services: { ...fakeServices(world), voice }, voice, booking, sam, pat };
}

/** What happens there, with the office of the test that runs. */
export function atThePhone(office: () => Pick<PhoneOffice, "world" | "services">) {
  const deed = () => office().world.deed(NETWORK);
  let sids = 0;
  return {
    deed,
    sid: () => `CA${String(++sids).padStart(32, "0")}`,
    there: (who: StaffActor, group: 1 | 2 = 1) =>
      office().world.db.write((tx) => {
        setAvailable(tx, office().world.deed(who), who.id, true, group);
        hearFrom(tx, who.id, true);
      }),
    incoming: (CallSid: string, From = CUSTOMER_PHONE) =>
      answerIncoming(office().services, deed(), { CallSid, From, To: "+14075550142", CallStatus: "ringing" }),
    status: (fields: Record<string, string>) => takeStatus(office().services, deed(), fields),
    only: () => {
      const [call, ...more] = office().world.db.orm.select().from(calls).all();
      expect(more).toEqual([]);
      return call as Call;
    },
    openTasks: () =>
      office()
        .world.db.orm.select()
        .from(tasks)
        .where(eq(tasks.state, "open"))
        .all()
        .map(({ kind }) => kind)
        .filter((kind) => ["missed_call", "voicemail", "callback", "lead"].includes(kind)),
  };
}
