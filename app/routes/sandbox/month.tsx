import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { findMonth, MOST_DAYS, startMonth, stopMonth, USUAL_DAYS } from "~/services/month/runs.server";
import { sandboxPaths } from "~/sandbox-paths";
import { ErrorSummary } from "~/ui/form";
import { BeginMonth, MonthSoFar } from "~/ui/sandbox/MonthOfBusiness";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "A month of business | Sandbox" },
  { name: "robots", content: "noindex" },
  // Shows how far it is, without a script.
  ...(data?.run?.isOn ? [{ httpEquiv: "refresh", content: "3" }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enterSandbox(args);
  const run = findMonth(services.db.orm);
  const day = parseDay(run?.day ?? "");
  return {
    usual: USUAL_DAYS,
    most: MOST_DAYS,
    run: run && {
      seed: run.seed,
      days: run.days,
      done: run.done,
      day: day && formatDay(day, { year: true }),
      state: run.state,
      why: run.why,
      isOn: run.state === "running" || run.state === "stopping",
      counts: Object.entries(run.counts).sort(([a], [b]) => a.localeCompare(b)),
    },
  };
}

const whole = (form: FormData, name: string): number => {
  const text = String(form.get(name) ?? "").trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
};

export async function action(args: ActionFunctionArgs) {
  const { services } = await enterSandbox(args);
  const form = await readForm(args.request);
  if (form.get("intent") === "stop") {
    await stopMonth(services);
    return redirect(sandboxPaths.month);
  }
  const [seed, days] = [whole(form, "seed"), whole(form, "days")];
  const wrong = {
    ...(Number.isNaN(seed) && { seed: "Enter a whole number, like 7. The same one gives the same month." }),
    ...(!(days >= 1 && days <= MOST_DAYS) && { days: `Enter a number of days from 1 to ${MOST_DAYS}.` }),
  };
  if (Object.keys(wrong).length > 0) return problem(refuse(typedValues(form), wrong));
  const started = await startMonth(services, { seed, days });
  if (started.ok || started.code === "running") return redirect(sandboxPaths.month);
  return problem(refuse(typedValues(form), { "": "The card company is a real one: nobody plays with that." }), 409);
}

export default function Month() {
  const { run, usual, most } = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  return (
    <>
      <ErrorSummary problem={refused} />
      <h1>A month of business</h1>
      <p className="lead">
        Made-up customers, drivers and an office live through some days from now on, by the product’s own verbs: they
        book, pay, cancel, drive, weigh and answer. Afterwards the board, the billing and the reports are full.
      </p>
      {run && <MonthSoFar run={run} />}
      {!run?.isOn && (
        <BeginMonth seed={run ? run.seed + 1 : 7} usual={usual} most={most} problem={refused} isFirst={!run} />
      )}
    </>
  );
}
