import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CAPS, type CapName } from "~/domain/limits/caps";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as availability from "./check-dumpster-availability";
import * as additional from "./create-payment-session";
import * as journal from "../driver/journal";
import * as live from "../live/call";
import * as deleteTest from "./delete-test-booking";
import * as invoice from "./generate-invoice";
import * as quote from "./quote";
import * as email from "./send-booking-email";
import * as area from "./validate-service-area";
import * as voice from "../crm/voice-calls";
import * as token from "./generate-voice-token";
import * as verify from "./verify-payment";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let visitor: Visitor;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld();
  visitor = new Visitor(fakeServices(world));
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

const FUNCTIONS: Record<Extract<CapName, `call-${string}`>, (args: never) => unknown> = {
  "call-quote": quote.action,
  "call-area": area.action,
  "call-availability": availability.action,
  "call-verify": verify.action,
  "call-invoice": invoice.action,
  "call-email": email.action,
  "call-additional": additional.action,
  "call-broadcast": (args: ActionFunctionArgs) => live.action({ ...args, params: { call: "broadcast" } }),
  "call-presence": (args: ActionFunctionArgs) => live.action({ ...args, params: { call: "presence" } }),
  "call-voice-token": token.action,
  "call-voice": (args: ActionFunctionArgs) => voice.action({ ...args, params: { call: "heartbeat" } }),
  "call-journal": journal.action,
  "call-delete-test": deleteTest.action,
};

it.each(Object.entries(FUNCTIONS))(
  "a server function is called as often as %s says, also with nonsense",
  async (cap, action) => {
    const {
      asker: { minute },
    } = CAPS[cap as keyof typeof FUNCTIONS];
    const call = async () => (await visitor.json(action, { nonsense: true }, true)).status;
    for (let i = 0; i < minute; i++) expect(await call()).not.toBe(429);
    const refused = await visitor.json(action, {}, true);
    expect([refused.status, refused.headers.get("Retry-After"), refused.body]).toEqual([
      429,
      "60",
      { error: { code: "too_many_requests", message: "Too many requests. Please try again in 60 seconds." } },
    ]);
    visitor.address = "203.0.113.1";
    expect(await call()).not.toBe(429);
  },
);
