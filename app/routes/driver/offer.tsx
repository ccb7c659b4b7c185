import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { answerOffer, listOffers } from "~/domain/dispatch/offers.server";
import { tooLong } from "~/domain/kernel/too-long";
import { requireDriver } from "~/http/access/guards.server";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { ErrorSummary } from "~/ui/form";
import { OfferCard } from "~/ui/office/DriverOffers";
import { useSent } from "~/ui/office/use-sent";
import { planRules } from "../crm/dispatch-answers.server";

export const meta: MetaFunction = () => [
  { title: "Job offer · Driver Dashboard" },
  { name: "robots", content: "noindex" },
];

/** The signed-in driver and the offer, while it is open and theirs. Throws 404 for another's as for none. */
async function requireOffer(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const person = await requireDriver(scope, args.request);
  const offers = person.driverId ? listOffers(scope.services.db.orm, person.driverId, scope.services.clock.now()) : [];
  return { scope, person, offer: offers.find(({ id }) => id === args.params["id"]) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { offer } = await requireOffer(args);
  if (!offer) throw new Response("This offer is over: the job is somebody else’s, or waits again.", { status: 404 });
  return { offer };
}

const ANSWER = z.object({
  intent: z.enum(["accept", "decline"], { error: "Choose whether you take it." }),
  seen: z.string().max(40).nullable().catch(null),
  reason: z.preprocess((typed) => oneLine(typed) ?? "", z.string().max(200, tooLong("the reason", 200))),
});

export async function action(args: ActionFunctionArgs) {
  const { scope, person } = await requireOffer(args);
  if (!person.driverId) throw new Response("This offer is not yours.", { status: 404 });
  const parsed = parseForm(await readForm(args.request), ANSWER);
  if (!parsed.ok) return problem(parsed);
  const { intent, reason, seen } = parsed.value;
  const { driverId } = person;
  const done = await scope.services.db.write((tx) =>
    answerOffer(
      tx,
      scope.deed(person.actor),
      planRules(scope.services),
      driverId,
      args.params["id"] ?? "",
      intent === "accept" ? { accept: true, seen } : { accept: false, reason },
    ),
  );
  if (done.ok) return redirect(paths.driver.dashboard);
  if (done.code === "reason_missing")
    return problem(refuse(parsed.values, { reason: "Say why, in a few words, so that the office can plan." }));
  if (done.code === "changed")
    return problem(
      refuse(parsed.values, { "": "The office has moved this job meanwhile. Look at its day once more, then answer." }),
      409,
    );
  // The page says why, with the driver's frame around it.
  return data(null, { status: 404 });
}

export default function DriverOffer() {
  const { offer } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <p>
        <Link className="big-link" to={paths.driver.dashboard} accessKey="3">
          Back to all jobs
        </Link>
      </p>
      <h1>Job offer</h1>
      <OfferCard offer={offer} problem={problem} />
    </>
  );
}
