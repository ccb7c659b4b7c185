import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pickupComesFirst } from "~/domain/changes/errand-limit.server";
import { askToMove } from "~/domain/changes/extra-job.server";
import { scheduleContext } from "~/domain/booking/order/open-days.server";
import { formatDay } from "~/domain/kernel/days";
import { cut } from "~/domain/kernel/text";
import { firstDeliveryDay } from "~/domain/schedule/rules";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { useManageFacts } from "~/ui/manage/manage-data";
import { RelocatePage } from "~/ui/manage/RelocatePage";
import { ownBooking, ownBookingByLink } from "./own-booking.server";
import { chooseUnit, countChange, nameUnit, unitsOf } from "./self-service.server";
import { stands } from "./truck-form.server";

export const meta: MetaFunction = () => [{ title: "Move the dumpster" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

const schema = z.object({
  unit: z.string().max(64).catch(""),
  /** "It blocks my driveway": before everything else of the day. */
  inTheWay: z.string().nullable().catch(null),
  note: z
    .string("Say where it should stand.")
    .trim()
    .min(1, "Say where it should stand.")
    .transform((typed) => cut(typed, 300)),
});

/** "It blocks my driveway": set down at another place of the site, for nothing (domain.md, 4.31). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (booking) => managePaths.relocate({ booking }));
  const number = booking.booking_number;
  const units = unitsOf(scope, booking);
  const wanted = new URL(args.request.url).searchParams.get("unit") ?? "";
  const { unit, others } = chooseUnit(units, wanted, stands);
  const context = scheduleContext(scope.services.settings(), scope.services.clock.now());
  const first = firstDeliveryDay(context);
  return data({
    number,
    unitId: unit?.id ?? null,
    dumpster: unit ? nameUnit(unit, units) : "",
    when: formatDay(first),
    tooLate: unit ? pickupComesFirst(scope.services.db.orm, unit, first, context.today) : null,
    others: others.map((one) => ({
      label: nameUnit(one, units),
      url: managePaths.relocate({ booking: number, unit: one.id }),
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const parsed = parseForm(await readForm(args.request), schema);
  if (!parsed.ok) return problem(parsed);
  const { unit: wanted, inTheWay, note } = parsed.value;
  const { unit } = chooseUnit(unitsOf(scope, booking), wanted, stands);
  const { services } = scope;
  if (!unit) return problem(refuse(parsed.values, { "": "This dumpster does not stand at your place now." }), 409);
  const deed = await countChange(scope, booking);
  const done = await services.db.write((tx) =>
    askToMove(tx, deed, services.settings(), unit.id, { inTheWay: inTheWay !== null, note }),
  );
  if (!done.ok)
    return problem(
      refuse(parsed.values, {
        "":
          done.code === "another_open"
            ? "Something else is planned for this dumpster already. Take that back first, or call us."
            : done.code === "bad_day"
              ? `${done.message} Please call us.`
              : "That is not possible at the moment. Please call us.",
      }),
      409,
    );
  return redirect(manageAddress(booking.booking_number, "onSite"), 303);
}

export default function Relocate() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <RelocatePage page={page} problem={useProblem()} phone={facts.phone} />;
}
