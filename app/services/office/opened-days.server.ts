import { undoClosure, type UndoResult } from "~/domain/changes/closure-undo.server";
import { reopenDay } from "~/domain/changes/closures.server";
import type { Day } from "~/domain/kernel/days";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { remindAfterAll } from "~/domain/messages/reminders.server";
import { saveSetup, type SetupForm, type SetupResult } from "~/domain/setup/change.server";
import type { Services } from "~/services.server";

// Whatever opens a day tells whoever was told nothing of it this morning, in the same transaction.
type Given = Pick<Services, "db" | "settings">;

/** Dispatch's closures of a day end; returns how many. */
export function openDay({ db, settings }: Given, deed: Deed<StaffActor>, on: Day): Promise<number> {
  return db.write((tx) => {
    const ended = reopenDay(tx, deed, settings(), on);
    if (ended > 0) remindAfterAll(tx, deed);
    return ended;
  });
}

/** A closure is taken back before anybody heard of it. */
export function takeBackClosure({ db, settings }: Given, deed: Deed<StaffActor>, closure: string): Promise<UndoResult> {
  return db.write((tx) => {
    const undone = undoClosure(tx, deed, settings(), closure);
    if (undone.ok) remindAfterAll(tx, deed);
    return undone;
  });
}

/** A group of settings or prices; one of the calendar may have opened a day. */
export function saveForm({ db }: Pick<Services, "db">, deed: Deed<StaffActor>, form: SetupForm): Promise<SetupResult> {
  return db.write((tx) => {
    const saved = saveSetup(tx, deed, form);
    if (saved.ok && form.group.id === "days") remindAfterAll(tx, deed);
    return saved;
  });
}
