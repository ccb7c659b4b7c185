import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readClockMove } from "~/adapters/clock/move.server";
import { parseDay } from "~/domain/kernel/days";
import { dayAt, formatInstant, instant, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import { listNextStops } from "~/domain/records/next-events.server";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { findBrought, isMoreToBeSent, keepBrought, listOnTheWay } from "~/services/start/clock-brought.server";
import { goOn } from "~/services/start/go-on.server";
import { sandboxPaths } from "~/sandbox-paths";
import { ErrorSummary, Field, SubmitButton } from "~/ui/form";
import { NextStops, SentSince } from "~/ui/sandbox/NextStops";
import { stopView } from "./clock-view.server";

const SHOWN_MESSAGES = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { services, sandbox } = await enterSandbox(args);
  const now = services.clock.now();
  const wall = instant(Date.now());
  const since = Number(new URL(args.request.url).searchParams.get("since")) || null;
  const brought = since === null ? [] : findBrought(services.db.orm, since);
  return {
    now: formatInstant(now),
    wall: formatInstant(wall),
    moved: Math.abs(now - wall) > 1000,
    day: dayAt(now),
    stops: listNextStops(services.db.orm, services.settings(), now).map((stop) => stopView(stop, dayAt(now))),
    sent:
      since === null
        ? null
        : sandbox.inbox
            .list({ limit: SHOWN_MESSAGES })
            .filter(({ receivedAt }) => receivedAt >= since)
            .map(({ id, channel, to, subject, text }) => ({ id, channel, to, subject: subject || text })),
    brought: brought.map(({ what, number }) => ({ what, number })),
    isLeaving: isMoreToBeSent(services, brought),
  };
}

/** The page's own forms; programs send JSON (services/start/clock-api.server.ts). */
export async function action(args: ActionFunctionArgs) {
  const { services } = await enterSandbox(args);
  const form = await readForm(args.request);
  const before = Date.now();
  const move =
    form.get("intent") === "reset"
      ? ({ reset: true } as const)
      : readClockMove({ advance: form.get("advance"), now: readStop(form) ?? readLocal(form) });
  const to = move && ("to" in move ? move.to : "by" in move ? plus(services.clock.now(), move.by) : null);
  const onTheWay = to === null ? [] : listOnTheWay(services, to);
  const offset = move && (await goOn(services, move));
  if (offset === null)
    return problem(refuse(typedValues(form), { day: "Enter a day like 2026-12-01 and a time like 08:00." }));
  await keepBrought(services, before, onTheWay);
  return redirect(sandboxPaths.clockSince(before));
}

/** The moment of a stop's button. */
function readStop(form: FormData): Instant | null {
  const at = String(form.get("to") ?? "");
  return /^\d{1,15}$/.test(at) ? instant(Number(at)) : null;
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
  const { now, wall, moved, day, stops, sent, brought, isLeaving } = useLoaderData<typeof loader>();
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
      {sent && <SentSince sent={sent} brought={brought} isLeaving={isLeaving} />}
      <h2>Next</h2>
      <NextStops stops={stops} />
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
