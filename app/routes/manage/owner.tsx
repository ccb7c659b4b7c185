import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { lookUpBooking } from "~/domain/booking/customer/lookup.server";
import { ADDITIONAL_FIELDS } from "~/domain/changes/additional-rules";
import { readReach } from "~/domain/customers/contacts.server";
import { bookingCookie, isProven } from "~/http/access/links.server";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { limitLookup } from "~/http/limits/asked.server";
import { waitWords } from "~/http/limits/limits.server";
import { managePaths, PROVABLE, type Provable } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ProofPage } from "~/ui/manage/ProofPage";
import { ownBooking } from "./own-booking.server";

export const meta: MetaFunction = () => [
  { title: "Show that it is your booking" },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;

/** What it is asked for, and where it goes on: only to pages of this booking. */
function wayOn(request: Request): { next: Provable; about: Record<string, string> } {
  const { searchParams } = new URL(request.url);
  const next = PROVABLE.find((one) => one === searchParams.get("next")) ?? "cancel";
  const kept = next === "another" ? ADDITIONAL_FIELDS : ["unit", "job"];
  const about: Record<string, string> = {};
  for (const name of kept) {
    const value = searchParams.get(name);
    if (value) about[name] = value.slice(0, 64);
  }
  return { next, about };
}

/** A link may have been forwarded: what it must not do asks for the address or the number too (decision 0071). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const { next, about } = wayOn(args.request);
  if (isProven(scope, args.request, booking))
    throw redirect(managePaths.proven(booking.booking_number, next, about), 303);
  return data({ number: booking.booking_number, next });
}

const schema = z.object({
  email: z
    .string("Enter your email address or phone number.")
    .trim()
    .min(1, "Enter your email address or phone number."),
});

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const number = booking.booking_number;
  const parsed = parseForm(await readForm(args.request), schema);
  if (!parsed.ok) return problem(parsed);
  const wait = await limitLookup(scope, number);
  if (wait > 0)
    return problem(
      refuse(parsed.values, { "": `Too many tries. Please wait ${waitWords(wait)}, then try again, or call us.` }),
      429,
    );
  const reach = readReach(parsed.value.email)?.value ?? parsed.value.email;
  if (!lookUpBooking(scope.services.db.orm, number, reach))
    return problem(
      refuse(parsed.values, { email: "That is not what this booking was made with. Check it, or call us." }),
    );
  const { next, about } = wayOn(args.request);
  return redirect(managePaths.proven(number, next, about), {
    status: 303,
    headers: { "Set-Cookie": bookingCookie(scope, booking.id, "proof") },
  });
}

export default function Proof() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <ProofPage page={page} problem={useProblem()} phone={facts.phone} />;
}
