import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { questionCharge } from "~/domain/charges/question.server";
import { tooLong } from "~/domain/kernel/too-long";
import { customerOf } from "~/http/access/booking.server";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { useProblem } from "~/ui/form";
import { ChargeQuestion } from "~/ui/manage/ChargeQuestion";
import { useManageFacts } from "~/ui/manage/manage-data";
import { chargeOf, questionView } from "./question-view.server";

export const meta: MetaFunction = () => [{ title: "A charge for your rental" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** A later charge with its arithmetic, its proof and the section it stands on; it is questioned here (domain.md, 3). */
export async function loader(args: LoaderFunctionArgs) {
  const visit = { scope: await enter(args), request: args.request };
  return data(await questionView(visit, chargeOf(visit)));
}

const schema = z.object({
  message: z
    .string("Tell us what is not right.")
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, "Tell us what is not right.").max(LIMITS.message, tooLong("your message", LIMITS.message))),
});

export async function action(args: ActionFunctionArgs) {
  const visit = { scope: await enter(args), request: args.request };
  const form = await readForm(args.request);
  const named = form.get("charge");
  const charge = chargeOf(visit, typeof named === "string" ? named : null);
  const parsed = parseForm(form, schema);
  if (!parsed.ok) return problem(parsed);
  const { scope } = visit;
  // What asks nothing any more is not counted: whoever has the link shall not use up its customer's questions.
  if (charge.state === "noticed") {
    const counted = await mayCause(scope, "charge-question", { target: charge.booking_id });
    if (!counted.ok) throw tooMany(counted.retryAfter);
  }
  const { db } = scope.services;
  const deed = scope.deed(customerOf(getBooking(db.orm, charge.booking_id)));
  const asked = await db.write((tx) => questionCharge(tx, deed, charge.id, parsed.value.message));
  if (!asked.ok && asked.code === "too_late") return problem(refuse(parsed.values, { "": TOO_LATE }), 409);
  // Sent twice, it was asked once.
  const { pathname, search } = new URL(args.request.url);
  return redirect(`${pathname}${search}`);
}

const TOO_LATE =
  "It cannot be questioned here any more: here is how it stands now. Please call us, and we look at it together.";

export default function Question() {
  const page = useLoaderData<typeof loader>();
  return <ChargeQuestion page={page} problem={useProblem()} phone={useManageFacts().phone} />;
}
