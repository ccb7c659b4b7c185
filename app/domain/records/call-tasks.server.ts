import type { Orm } from "#db/client.server";
import { findCustomer, nameOf } from "../customers/family.server";
import { formatWhen } from "../kernel/moments";
import { formatPhone, phoneView } from "../kernel/phone";
import type { Task } from "../tasks/tasks.server";
import { findCall } from "../voice/calls.server";
import { formatSeconds } from "../voice/labels";
import type { AboutTask } from "./task-about";

/** Calls or texts of numbers that nobody has, of the hour in which there were too many. */
export function aboutMany({ subject_kind, made_at }: Pick<Task, "subject_kind" | "made_at">): AboutTask {
  const isText = subject_kind === "message";
  return {
    who: isText ? "Their texts" : "Their calls",
    detail: `since ${formatWhen(made_at)} more ${isText ? "text" : "call"} us than anybody could call back one by one`,
    phone: null,
    at: { kind: isText ? "texts" : "calls", id: "" },
  };
}

/** Whom a task after a call is about, and where it is done: the call's own page. */
export function aboutCall(aboutBooking: (orm: Orm, id: string | null) => AboutTask) {
  return (orm: Orm, task: Task): AboutTask => {
    const { subject_id, booking_id } = task;
    if (task.kind === "strangers") return aboutMany(task);
    const call = findCall(orm, subject_id);
    const booking = aboutBooking(orm, booking_id);
    if (!call) return booking;
    const customer = call.customer_id && findCustomer(orm, call.customer_id);
    const number = call.other_number;
    const length = call.voicemail_seconds ? `voicemail of ${formatSeconds(call.voicemail_seconds)}` : "call";
    return {
      who: customer ? nameOf(customer) : number ? formatPhone(number) : "A hidden number",
      detail: `${length}, ${formatWhen(call.started_at)}`,
      phone: number ? phoneView({ phone: number, phone_extension: null }) : null,
      at: { kind: "call", id: call.id },
      // Two may have the number: whoever it was put with is who is called back.
      ...(call.bound_by === "agent" && {
        of: { customer: call.customer_id ?? undefined, booking: call.booking_id ?? undefined },
      }),
    };
  };
}
