import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { staffActorOf } from "~/domain/accounts/roles.server";
import { ackRing, hearFrom, leaves, setAvailable } from "~/domain/voice/agents.server";
import { bindCall, keepTyped, leaveCall, wrapCall } from "~/domain/voice/bind.server";
import { tooLong } from "~/domain/kernel/too-long";
import { CALL_REASONS } from "~/domain/voice/labels";
import { findScreenPop } from "~/domain/records/calls.server";
import type { SignedInStaff } from "~/http/access/guards.server";
import { stillSignedIn } from "~/http/access/session.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";
import type { Scope } from "~/http/context.server";

const callId = z.string("Name the call.").max(64, "That is no call.");
const text = z.string().max(2_000);
const CALLS = {
  /** Every 10 s, by the leading tab. */
  heartbeat: z.object({ ready: z.boolean("Say whether the device is ready."), leaving: z.boolean().optional() }),
  /** It rings here. */
  ring: z.object({ call: callId }),
  available: z.object({
    is_available: z.boolean("Say whether you take calls."),
    ring_group: z.union([z.literal(1), z.literal(2)]).optional(),
  }),
  bind: z.object({
    call: callId,
    booking: z.string().max(64).optional(),
    customer: z.string().max(64).optional(),
  }),
  /** A phone order as it stands in the form. */
  typed: z.object({ values: z.record(z.string().max(40), z.union([text, z.array(text).max(40)])) }),
  /** Hung up here. */
  left: z.object({}),
  wrap: z.object({
    call: callId,
    note: z.string("Write a line.").trim().max(300, tooLong("the note", 300)),
    reason: z.enum(CALL_REASONS, "Choose why they called."),
  }),
};

export const loader = postOnly;

/** What a browser says of its telephone; one route, because each carries the call's name in its address. */
export function action(args: ActionFunctionArgs) {
  const call = args.params["call"];
  if (call === "heartbeat") return beat(args);
  if (call === "ring") return ring(args);
  if (call === "available") return available(args);
  if (call === "bind") return bind(args);
  if (call === "typed") return typed(args);
  if (call === "left") return left(args);
  if (call === "wrap") return wrap(args);
  return jsonError(404, { code: "not_found", message: "There is no such call." });
}

/** An open page is nobody at work: this keeps no session from ending. */
const beat = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.heartbeat, cap: "call-voice" }, ({ ready, leaving }, scope) =>
    forTeam(scope, args.request, async ({ account }) => {
      await scope.services.db.write((tx) => (leaving ? leaves(tx, account.id) : hearFrom(tx, account.id, ready)), {
        durable: false,
      });
      return { success: true };
    }),
  );

/** The answer is the screen pop: who that is, before anybody answers. */
const ring = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.ring, cap: "call-voice" }, ({ call }, scope) =>
    forTeam(scope, args.request, async ({ account }) => {
      const { db } = scope.services;
      const known = await db.write((tx) => ackRing(tx, call, account.id), { durable: false });
      return known ? { pop: findScreenPop(db.orm, call) } : noCall();
    }),
  );

const available = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.available, cap: "call-voice" }, (wish, scope) =>
    forTeam(scope, args.request, async ({ account, actor }) => {
      await scope.services.db.write((tx) =>
        setAvailable(tx, scope.deed(actor), account.id, wish.is_available, wish.ring_group),
      );
      return { is_available: wish.is_available };
    }),
  );

const bind = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.bind, cap: "call-voice" }, ({ call, booking, customer }, scope) =>
    forTeam(scope, args.request, async ({ actor }) => {
      const { db } = scope.services;
      const named = booking ? findBooking(db.orm, { number: booking.toUpperCase() }) : null;
      const to = booking ? { booking: named?.id ?? booking } : customer ? { customer } : ({ nobody: true } as const);
      const bound = await db.write((tx) => bindCall(tx, scope.deed(actor), call, to));
      if (!bound.ok && bound.code === "unknown_record")
        return jsonError(404, { code: "unknown_record", message: "There is no such booking or customer." });
      return bound.ok ? { pop: findScreenPop(db.orm, call) } : noCall();
    }),
  );

/** Kept with the call that this person is on: whoever calls back goes on there. */
const typed = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.typed, cap: "call-voice" }, ({ values }, scope) =>
    forTeam(scope, args.request, async ({ account }) => {
      await scope.services.db.write((tx) => keepTyped(tx, account.id, values), { durable: false });
      return { success: true };
    }),
  );

const left = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.left, cap: "call-voice" }, (_, scope) =>
    forTeam(scope, args.request, async ({ account, actor }) => {
      await scope.services.db.write((tx) => leaveCall(tx, scope.deed(actor), account.id));
      return { success: true };
    }),
  );

const wrap = (args: ActionFunctionArgs) =>
  jsonAction(args, { name: "voice", schema: CALLS.wrap, cap: "call-voice" }, ({ call, note, reason }, scope) =>
    forTeam(scope, args.request, async ({ actor }) => {
      const known = await scope.services.db.write((tx) => wrapCall(tx, scope.deed(actor), call, { note, reason }));
      return known ? { success: true } : noCall();
    }),
  );

const noCall = () => jsonError(404, { code: "not_found", message: "There is no such call." });

async function forTeam(
  scope: Scope,
  request: Request,
  say: (person: SignedInStaff) => Promise<unknown>,
): Promise<unknown> {
  const person = await stillSignedIn(scope, request);
  if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
  const actor = staffActorOf(person.account, person.standing);
  if (!actor) return jsonError(403, { code: "forbidden", message: "Only staff may do this." });
  return say({ ...person, actor });
}
