import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { DUMPSTER, type MadeUp, type Samples } from "./sample-facts.server";

type Name = "due-soon" | "due-today" | "overdue";
type Kinds = Extract<MessageKind, `${"mail" | "sms"}.${Name}`>;

const standing = ({ facts }: MadeUp, isRequested = false) => [
  { dumpster: DUMPSTER, day: facts.pickupDay, isRequested },
];
const keep = ({ settings }: MadeUp, mayKeep: boolean) => ({
  mayKeep,
  perDay: settings.extensionPerDay,
  isExempt: false,
  onAccount: false,
});

/** The two ways of a reminder: picked up on its day, or kept longer. */
const ways = <T>(of: (mayKeep: boolean) => T): [picked: T, kept: T] => [of(false), of(true)];
const PICKED = "Picked up on its day";
/** They keep it longer and have asked for it: the days have stopped, and we are late. */
const ASKED = "Asked for, and we have not come";
const KEPT = "“Keep it longer if I need to”";

/** What a dumpster that stands is said about its last days. */
export const REMINDER_SAMPLES: Samples<Kinds> = {
  "mail.due-soon": (made) => {
    const [picked, kept] = ways((may) =>
      templates.dueSoon({ ...made.in("on_site"), ...made.stands, standing: standing(made), keep: keep(made, may) }),
    );
    return [
      { label: PICKED, mail: picked },
      { label: KEPT, mail: kept },
    ];
  },
  "sms.due-soon": (made) => {
    const [picked, kept] = ways((may) =>
      made.text(
        "sms.due-soon",
        templates.dueSoonText(standing(made), keep(made, may), made.facts.asksEarly),
        made.facts.status,
      ),
    );
    return [
      { label: PICKED, text: picked },
      { label: KEPT, text: kept },
    ];
  },
  "mail.due-today": (made) => {
    const [picked, kept] = ways((may) =>
      templates.dueToday({ ...made.in("on_site"), ...made.stands, standing: standing(made), keep: keep(made, may) }),
    );
    return [
      { label: PICKED, mail: picked },
      { label: KEPT, mail: kept },
    ];
  },
  "sms.due-today": (made) => {
    const [picked, kept] = ways((may) =>
      made.text("sms.due-today", templates.dueTodayWords(standing(made), keep(made, may)), made.facts.status),
    );
    return [
      { label: PICKED, text: picked },
      { label: KEPT, text: kept },
    ];
  },
  "mail.overdue": (made) => {
    const [picked, kept] = ways((may) =>
      templates.overdue({
        ...{ ...made.in("on_site"), ...made.stands, standing: standing(made), keep: keep(made, may) },
        soFar: { total: 81_00, tax: 6_00 },
      }),
    );
    return [
      { label: "Our delay", mail: picked },
      { label: KEPT, mail: kept },
      {
        label: ASKED,
        mail: templates.overdue({
          ...{ ...made.in("on_site"), ...made.stands, standing: standing(made, true), keep: keep(made, true) },
          soFar: null,
        }),
      },
    ];
  },
  "sms.overdue": (made) => {
    const [picked, kept] = ways((may) =>
      made.text("sms.overdue", templates.overdueWords(standing(made), keep(made, may)), made.facts.status),
    );
    return [
      { label: "Our delay", text: picked },
      { label: KEPT, text: kept },
      {
        label: ASKED,
        text: made.text(
          "sms.overdue",
          templates.overdueWords(standing(made, true), keep(made, true)),
          made.facts.status,
        ),
      },
    ];
  },
};
