import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { moveClock, readClockMove } from "~/adapters/clock/move.server";
import { dayAt, formatInstant, instant, instantAt, type Instant } from "~/domain/kernel/time.server";
import { parseDay } from "~/domain/kernel/days";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { sandboxPaths } from "~/team-paths";
import { ErrorSummary, Field, SubmitButton } from "~/ui/form";

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enterSandbox(args);
  const now = services.clock.now();
  const wall = instant(Date.now());
  return { now: formatInstant(now), wall: formatInstant(wall), moved: Math.abs(now - wall) > 1000, day: dayAt(now) };
}

/** The page's own forms; programs send JSON (services/start/clock-api.server.ts). */
export async function action(args: ActionFunctionArgs) {
  const { services } = await enterSandbox(args);
  const form = await readForm(args.request);
  const move =
    form.get("intent") === "reset"
      ? ({ reset: true } as const)
      : readClockMove({ advance: form.get("advance"), now: readLocal(form) });
  const offset = move && (await moveClock(services.db, move));
  if (offset === null)
    return problem(refuse(typedValues(form), { day: "Enter a day like 2026-12-01 and a time like 08:00." }));
  return redirect(sandboxPaths.clock);
}

/** Day and time of the form, on New York's clock. */
function readLocal(form: FormData): Instant | null {
  const day = parseDay(String(form.get("day") ?? ""));
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(String(form.get("time") ?? ""));
  return day && time ? instantAt(day, Number(time[1]), Number(time[2])) : null;
}

const STEPS: [span: string, label: string][] = [
  ["30m", "30 minutes"],
  ["2h", "2 hours"],
  ["1d", "1 day"],
  ["3d", "3 days"],
  ["7d", "7 days"],
];

export default function Clock() {
  const { now, wall, moved, day } = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  return (
    <>
      <ErrorSummary problem={refused} />
      <h1>Clock</h1>
      <p className="lead">
        For the product it is <b>{now}</b> in New York.
      </p>
      <p className="soft">
        {moved ? `The wall clock says ${wall}.` : "That is the wall clock’s time."} Moving it changes dates, deadlines,
        fees and holds; sign-ins and signatures keep wall time.
      </p>
      <h2>Go forward</h2>
      <form method="post" className="actions">
        {STEPS.map(([span, label]) => (
          <button key={span} className="button secondary" type="submit" name="advance" value={span}>
            {label}
          </button>
        ))}
      </form>
      <h2>Go to</h2>
      <form method="post" noValidate>
        <div className="pair">
          <Field name="day" label="Day" type="date" problem={refused} values={{ day }} />
          <Field name="time" label="Time in New York" type="time" problem={refused} values={{ time: "08:00" }} />
        </div>
        <p className="actions mt-4">
          <SubmitButton>Set the clock</SubmitButton>
        </p>
      </form>
      {moved && (
        <form method="post" className="actions">
          <SubmitButton intent="reset" className="button danger">
            Back to wall time
          </SubmitButton>
        </form>
      )}
    </>
  );
}
