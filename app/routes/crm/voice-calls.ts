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
import { jsonActionFor, jsonError, postOnly } from "~/http/answers/json.server";
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
  forTeam(args, CALLS.heartbeat, async ({ ready, leaving }, { account }, scope) => {
    await scope.services.db.write((tx) => (leaving ? leaves(tx, account.id) : hearFrom(tx, account.id, ready)), {
      durable: false,
    });
    return { success: true };
  });

/** The answer is the screen pop: who that is, before anybody answers. */
const ring = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.ring, async ({ call }, { account }, scope) => {
    const { db } = scope.services;
    const known = await db.write((tx) => ackRing(tx, call, account.id), { durable: false });
    return known ? { pop: findScreenPop(db.orm, call) } : noCall();
  });

const available = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.available, async (wish, { account, actor }, scope) => {
    await scope.services.db.write((tx) =>
      setAvailable(tx, scope.deed(actor), account.id, wish.is_available, wish.ring_group),
    );
    return { is_available: wish.is_available };
  });

const bind = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.bind, async ({ call, booking, customer }, { actor }, scope) => {
    const { db } = scope.services;
    const named = booking ? findBooking(db.orm, { number: booking.toUpperCase() }) : null;
    const to = booking ? { booking: named?.id ?? booking } : customer ? { customer } : ({ nobody: true } as const);
    const bound = await db.write((tx) => bindCall(tx, scope.deed(actor), call, to));
    if (!bound.ok && bound.code === "unknown_record")
      return jsonError(404, { code: "unknown_record", message: "There is no such booking or customer." });
    return bound.ok ? { pop: findScreenPop(db.orm, call) } : noCall();
  });

/** Kept with the call that this person is on: whoever calls back goes on there. */
const typed = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.typed, async ({ values }, { account }, scope) => {
    await scope.services.db.write((tx) => keepTyped(tx, account.id, values), { durable: false });
    return { success: true };
  });

const left = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.left, async (_, { account, actor }, scope) => {
    await scope.services.db.write((tx) => leaveCall(tx, scope.deed(actor), account.id));
    return { success: true };
  });

const wrap = (args: ActionFunctionArgs) =>
  forTeam(args, CALLS.wrap, async ({ call, note, reason }, { actor }, scope) => {
    const known = await scope.services.db.write((tx) => wrapCall(tx, scope.deed(actor), call, { note, reason }));
    return known ? { success: true } : noCall();
  });

const noCall = () => jsonError(404, { code: "not_found", message: "There is no such call." });

function forTeam<S extends z.ZodType>(
  args: ActionFunctionArgs,
  schema: S,
  say: (input: z.output<S>, person: SignedInStaff, scope: Scope) => Promise<unknown>,
): Promise<Response> {
  const who = (scope: Scope) => onTeam(scope, args.request);
  return jsonActionFor(args, { name: "voice", schema, cap: "call-voice", who }, say);
}

/** Who speaks, asked before what they say is read. */
async function onTeam(scope: Scope, request: Request): Promise<SignedInStaff | Response> {
  const person = await stillSignedIn(scope, request);
  if (!person) return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
  const actor = staffActorOf(person.account, person.standing);
  return actor ? { ...person, actor } : jsonError(403, { code: "forbidden", message: "Only staff may do this." });
}
