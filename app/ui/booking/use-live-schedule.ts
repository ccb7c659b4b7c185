import { useEffect, useRef, useState } from "react";
import { isDeliveryWindow, isOpenDay, pickupDay, type DeliveryWindowId } from "~/domain/schedule/rules";
import { parseDay, type Day } from "~/domain/kernel/days";
import { priceOrder, readChosen } from "~/domain/pricing/rules";
import { valueOf, type Answers } from "../form";
import { useSettled } from "../form/use-settled";
import type { Problem } from "~/http/answers/forms.server";
import type { ScheduleView, WindowState } from "./views";

/** What the schedule form says at this moment, worked out by the server's own pure rules. */
export function useLiveSchedule(view: ScheduleView, problem: Answers["problem"]) {
  const form = useRef<HTMLFormElement>(null);
  // After a refused try the form says what was sent.
  const said = { problem, values: view.values };
  // Typed by hand it may be written in another way; the draft has it as a day.
  const date =
    parseDay(valueOf("deliveryDate", said)) ??
    (problem?.fields["deliveryDate"] ? null : parseDay(String(view.values.deliveryDate ?? "")));
  const wished = useRef(valueOf("deliveryTime", said));
  const [state, setState] = useState({
    about: problem,
    wrong: problem?.fields ?? {},
    price: view.price,
    day: date,
    pickupDay: view.pickupDay,
    windows: windowsOf(view, date ?? ""),
  });

  const follow = (isTyped: boolean) => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const saved = Number(view.values.rentalDays);
    const chosen = readChosen((name) => data.get(name), view.maxRentalDays, saved);
    const { rentalDays } = chosen;
    const valid = rentalDays === Number(data.get("rentalDays"));
    const date = parseDay(String(data.get("deliveryDate") ?? ""));
    const windows = windowsOf(view, date ?? "");
    // A time that this day does not have must not look chosen; a day that has it chooses it again.
    const times = form.current.querySelectorAll<HTMLInputElement>("[name=deliveryTime]");
    for (const time of times) if (time.checked) wished.current = time.value;
    for (const time of times) time.checked = time.value === wished.current && isFree(windows, time.value);
    const lines = view.lines.map((line) => ({ ...line, ...chosen }));
    const bad = date === null || !mayBeDelivered(view, date);
    setState((was) => ({
      ...(isTyped ? { about: problem, wrong: problem ? stillWrong(problem, data, bad) : {} } : was),
      day: date,
      price:
        lines.length === 0
          ? view.price
          : priceOrder({ lines, context: "new", areaDeliveryFee: view.pricing.areaDeliveryFee }, view.pricing.config),
      pickupDay: date && valid && mayBeDelivered(view, date) ? pickupDay(date, rentalDays, view.calendar) : null,
      windows,
    }));
  };
  const update = () => follow(true);
  /** Puts an offered day into the date field. */
  const chooseDay = (day: Day) => {
    const field = form.current?.elements.namedItem("deliveryDate");
    if (field instanceof HTMLInputElement) field.value = day;
    update();
  };
  useSettled(update);
  // After a refused try the server has read the days anew.
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => latest.current(false), [view, problem]);
  // A problem that has just come is whole until something is typed.
  const beside = problem && state.about === problem ? { ...problem, fields: state.wrong } : problem;
  return { form, update, chooseDay, ...state, beside };
}

/** The problems of a refused try without those of fields that say something else by now: for beside them. */
function stillWrong({ fields, values }: Problem, data: FormData, badDay: boolean): Problem["fields"] {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => {
      const now = data.get(name) ?? "";
      return now === "" || now === (values[name] ?? "") || (name === "deliveryDate" && badDay);
    }),
  );
}

/** A day that is refused has no pickup. */
function mayBeDelivered({ firstDay, lastDay, calendar }: ScheduleView, on: Day): boolean {
  return firstDay <= on && on <= lastDay && isOpenDay(on, calendar);
}

type ScheduleWindows = Partial<Record<DeliveryWindowId, WindowState>>;

function windowsOf(view: ScheduleView, date: string): ScheduleWindows {
  return view.days.find(({ day }) => day === date)?.windows ?? {};
}

/** Whether a day still has this time. */
export const isFree = (windows: ScheduleWindows, id: string): boolean =>
  (windows[id as DeliveryWindowId] ?? "open") === "open";

/** The windows of a day that can still be chosen. */
export function freeWindows(windows: Record<DeliveryWindowId, WindowState>): DeliveryWindowId[] {
  return Object.keys(windows).filter((id): id is DeliveryWindowId => isDeliveryWindow(id) && windows[id] === "open");
}
