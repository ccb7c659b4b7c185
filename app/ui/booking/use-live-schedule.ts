import { useRef, useState } from "react";
import { isDeliveryWindow, isOpenDay, pickupDay, type DeliveryWindowId } from "~/domain/schedule/rules";
import { parseDay, type Day } from "~/domain/kernel/days";
import { priceOrder, readChosen } from "~/domain/pricing/rules";
import { useSettled } from "../form/use-settled";
import type { ScheduleView, WindowState } from "./views";

/** What the schedule form says at this moment, worked out by the server's own pure rules. */
export function useLiveSchedule(view: ScheduleView) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState({
    price: view.price,
    day: parseDay(String(view.values.deliveryDate ?? "")),
    pickupDay: view.pickupDay,
    windows: windowsOf(view, String(view.values.deliveryDate ?? "")),
  });

  const update = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const saved = Number(view.values.rentalDays);
    const chosen = readChosen((name) => data.get(name), view.maxRentalDays, saved);
    const { rentalDays } = chosen;
    const valid = rentalDays === Number(data.get("rentalDays"));
    const date = parseDay(String(data.get("deliveryDate") ?? ""));
    const lines = view.lines.map((line) => ({ ...line, ...chosen }));
    setState({
      day: date,
      price:
        lines.length === 0
          ? view.price
          : priceOrder({ lines, context: "new", areaDeliveryFee: view.pricing.areaDeliveryFee }, view.pricing.config),
      pickupDay: date && valid && mayBeDelivered(view, date) ? pickupDay(date, rentalDays, view.calendar) : null,
      windows: windowsOf(view, date ?? ""),
    });
  };
  /** Puts an offered day into the date field. */
  const chooseDay = (day: Day) => {
    const field = form.current?.elements.namedItem("deliveryDate");
    if (field instanceof HTMLInputElement) field.value = day;
    update();
  };
  useSettled(update);
  return { form, update, chooseDay, ...state };
}

/** A day that is refused has no pickup. */
function mayBeDelivered({ firstDay, lastDay, calendar }: ScheduleView, on: Day): boolean {
  return firstDay <= on && on <= lastDay && isOpenDay(on, calendar);
}

function windowsOf(view: ScheduleView, date: string): Partial<Record<DeliveryWindowId, WindowState>> {
  return view.days.find(({ day }) => day === date)?.windows ?? {};
}

/** The windows of a day that can still be chosen. */
export function freeWindows(windows: Record<DeliveryWindowId, WindowState>): DeliveryWindowId[] {
  return Object.keys(windows).filter((id): id is DeliveryWindowId => isDeliveryWindow(id) && windows[id] === "open");
}
