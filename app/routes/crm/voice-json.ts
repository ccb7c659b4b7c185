import type { LoaderFunctionArgs } from "@remix-run/node";
import { findAgent } from "~/domain/voice/agents.server";
import { findCurrentCall } from "~/domain/voice/calls.server";
import { identityOf } from "~/domain/voice/identity";
import { findScreenPop } from "~/domain/records/calls.server";
import { requireCrm } from "~/http/access/guards.server";
import { json, jsonError } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";

/**
 * For the telephone's scripts: whose it is and whether it takes calls; with `?call=` who is calling (`ScreenPop`), also
 * while it rings.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, voice, sandbox } = scope.services;
  const asked = new URL(args.request.url).searchParams.get("call");
  const call = asked ?? findCurrentCall(db.orm, account.id)?.id;
  const pop = call ? findScreenPop(db.orm, call) : null;
  if (asked !== null && !pop) return jsonError(404, { code: "not_found", message: "There is no such call." });
  const agent = findAgent(db.orm, account.id);
  return json({
    identity: identityOf(account.id),
    agent: agent && { is_available: agent.is_available, ring_group: agent.ring_group },
    edge: voice.edge,
    /** The stand-in is reached on this page's own address. */
    standIn: sandbox?.voice !== undefined && sandbox?.voice !== null,
    pop,
  });
}
