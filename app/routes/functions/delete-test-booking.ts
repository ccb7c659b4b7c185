import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { enter } from "~/http/context.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";
import { removeTestBooking } from "~/services/booking/test-booking.server";

const schema = z.object({});

const missing = () => jsonError(404, { code: "not_found", message: "There is no such function." });

export async function loader(args: LoaderFunctionArgs) {
  return (await enter(args)).local ? postOnly() : missing();
}

/** The specification's "localhost test only" function (section 7): an empty body; 404 for every other machine. */
export async function action(args: ActionFunctionArgs) {
  if (!(await enter(args)).local) return missing();
  return jsonAction(
    { ...args, request: await withBody(args.request) },
    { name: "delete-test-booking", schema, cap: "call-delete-test" },
    async (_, scope) => {
      const removed = await removeTestBooking(
        scope.services,
        scope.deed({ kind: "system", label: "Owner on this machine" }),
      );
      if (removed.ok) return { success: true, booking_number: removed.bookingNumber, error: null };
      return jsonError(
        removed.code === "payment_unreachable" ? 503 : 409,
        { code: removed.code, message: removed.message },
        { success: false, booking_number: null },
      );
    },
  );
}

/** No body at all counts as `{}`. */
async function withBody(request: Request): Promise<Request> {
  if (request.method !== "POST" || (await request.clone().text()) !== "") return request;
  return new Request(request.url, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
}
