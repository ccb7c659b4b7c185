import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { stateAfter, type Pressable } from "~/domain/states/presses";
import type { Problem } from "~/http/answers/forms.server";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { isDone } from "../office/DriverJob";
import type { NextStep } from "../office/job-steps";
import { isHalfTyped } from "../office/tabs";
import { useOnlinePhone } from "./OnlinePhone";
import type { PhoneEntry } from "./phone-store";
import { pressOrSend, problemOf } from "./press";
import { showWrong, useNextInView } from "./in-view";
import { sendJournal } from "./send-journal";
import { stateOnPhone } from "./use-phone";

/**
 * A job's page of the server, on a phone that can keep things: a step is saved here first, then sent. Where there is no
 * signal the page goes on as the one that the phone keeps. `sent`: what the server has refused of a plain form.
 */
export function useStepOnPhone(
  job: DriverJob,
  sent: Problem | undefined,
): {
  /** The job as it stands, by what was pressed here. */
  shown: DriverJob;
  /** The office is asked before it goes on: about what was read at the scale, or to hear of a step first. */
  isAsking: boolean;
  problem: Problem | undefined;
  entries: PhoneEntry[];
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const { driver, phone, send } = useOnlinePhone();
  // What became of the last press here, for as long as the server has answered no form after it.
  const [own, setOwn] = useState<{ problem: Problem | undefined; before: Problem | undefined }>();
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  const asForm = useRef(false);
  const isBusy = useRef(false);
  // What went as a form has no answer of the journal after which the day is read anew.
  const isFull = phone?.isFull === true;
  useEffect(() => {
    if (isFull) void send();
  }, [isFull, job.state, send]);

  const press = async (whose: string, step: NextStep | "report", form: HTMLFormElement, button: HTMLButtonElement) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const fields = new FormData(form);
    setAsking(step === "ticketed");
    // Where it is asked for, at the scale or of the phone where it is, takes seconds.
    button.ariaBusy = "true";
    // A full phone has signal all the same: then the office gets the step without it.
    const { done, goes } = await pressOrSend(whose, job, step, fields).finally(() => {
      setAsking(false);
      isBusy.current = false;
      button.ariaBusy = null;
    });
    if (goes) return sendForm(form, button);
    setOwn({ problem: problemOf(done, step, fields), before: sent });
    if (!done.ok) return void showWrong(form);
    const ended = await done.sent;
    if (ended !== "done") await untilGone(form);
    // By then the driver may be typing what comes next, which no other page has.
    if (ended !== "done" && !isHalfTyped() && (await isShellKept())) location.assign(driverPaths.job(job.id));
    else if (ended === "done" && isDone({ state: stateAfter(step as Pressable) }))
      void navigate(paths.driver.dashboard);
    else revalidate();
  };
  const sendForm = (form: HTMLFormElement, button: HTMLButtonElement) => {
    asForm.current = true;
    form.requestSubmit(button);
  };

  // eslint-disable-next-line react-hooks/exhaustive-deps -- why: when this reading of it came.
  const readAt = useMemo(() => Date.now(), [job]);
  const entries = phone?.entries.filter(({ jobId }) => jobId === job.id) ?? [];
  // The server does not know yet what only this phone has.
  const state = stateOnPhone(job, entries, readAt);
  useNextInView(state, job);
  return {
    shown: { ...job, state },
    isAsking,
    problem: own && own.before === sent ? own.problem : sent,
    entries,
    onSubmit(event) {
      const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
      // Where this phone keeps nothing, it goes as a form; so does what asks the customer, who has to hear it now. Before
      // the phone was looked at it is taken for one that does.
      const form = event.currentTarget;
      const isPlain = asForm.current;
      asForm.current = false;
      if (isPlain || !driver || phone?.isBroken || !button?.value) return setOwn(undefined);
      if (button.value === "blocked") {
        setOwn(undefined);
        if (!entries.some(({ state }) => state === "unsent")) return;
        // The office must have heard that they are there before it can ask.
        event.preventDefault();
        setAsking(true);
        return void sendJournal(driver, { isAlone: true })
          .catch(() => undefined)
          // Its pictures come after.
          .finally(() => (setAsking(false), sendForm(form, button), void send()));
      }
      event.preventDefault();
      if (!isAsking) void press(driver, button.value as NextStep | "report", form, button);
    },
  };
}

/** A step's form goes a moment after its press: what was typed in it is not what comes next. */
async function untilGone(form: HTMLFormElement): Promise<void> {
  for (let tries = 0; tries < 10 && form.isConnected; tries++) await new Promise((go) => setTimeout(go, 50));
}

const isShellKept = async (): Promise<boolean> =>
  "caches" in window && (await caches.match(driverPaths.offline).catch(() => undefined)) !== undefined;
