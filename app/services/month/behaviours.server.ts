import { reportError } from "~/domain/log/errors.server";
import { addDays, weekday, type Day } from "~/domain/kernel/days";
import { answer, listNoticed, listOwing, listQuestioned, payBalance, question } from "./charges.server";
import {
  answerDriver,
  askForCall,
  bookOnline,
  cancel,
  chooseAgain,
  isFar,
  listAhead,
  listLate,
  listMissed,
  listTexting,
  listWaiting,
  listZips,
  textUs,
} from "./customers.server";
import { driveOn, listDriving } from "./drivers.server";
import {
  answerBank,
  answerTask,
  listDisputed,
  listLeft,
  listToAnswer,
  moveOn,
  planToday,
  planTomorrow,
} from "./office.server";
import { giveByHand, listByHand } from "./given.server";
import { askForPickup, extend, listDone, listKept } from "./keeping.server";
import type { Chance } from "./chance";
import { callerOf, type Caller } from "./people";
import type { Play } from "./play.server";

/** Something that people do in a made-up month. */
interface Habit<Who> {
  name: string;
  /** When it is looked at, in minutes of New York's day. */
  at: readonly number[];
  /** Of all who could, at each time: from 0 to 1. */
  share: number;
  who: (play: Play) => readonly Who[];
  /** The same for the same one in each month of a seed, so no id. */
  key: (who: Who) => string;
  /** Does it by the product's own verbs. False where the product refuses it; null where there was nothing to do. */
  does: (play: Play, who: Who) => Promise<boolean | null>;
}

export interface Behaviour {
  name: string;
  at: readonly number[];
  /** Everybody who does it now does it, one after the other; what throws is reported, and the day goes on. */
  live(play: Play): Promise<void>;
}

const asks = (chance: Chance, name: string, key: string, day: Day, at = 0): number => chance.of(name, key, day, at);

/** A row of the table below. */
function behaviour<Who>({ name, at, share, who, key, does }: Habit<Who>): Behaviour {
  return {
    name,
    at,
    async live(play) {
      for (const [i, one] of who(play).entries()) {
        if (asks(play.chance, name, key(one), play.day, share < 1 ? 0 : i) >= share) continue;
        try {
          const done = await does(play, one);
          if (done !== null) play.count(done ? name : `${name}: refused`);
        } catch (error) {
          play.count(`${name}: failed`);
          reportError(error, { where: `a month of business: ${name}` });
        }
      }
    },
  };
}

/** From `first` to `last` every `every` minutes. */
const through = (first: number, last: number, every: number): number[] =>
  Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => first + i * every);
const hour = (at: number, minute = 0) => at * 60 + minute;
/** For what is done whole, not by each of many. */
const once = [null];

const ORDER_TIMES = [hour(9, 10), hour(11, 20), hour(13, 40), hour(15, 30), hour(19, 30)];
/** Who orders at a time of the day; on Sundays fewer. */
function callers(play: Play, slot: number): Caller[] {
  const zips = listZips(play.services.db.orm);
  const place = play.dayNumber * 10 + slot;
  return weekday(play.day) === 0 && slot > 1 ? [] : [callerOf(play.chance, play.day, place, zips)];
}
const slotAt = (play: Play) => ORDER_TIMES.findLastIndex((at) => at <= play.minute);

const CALL = "customer: asks for a call";
const CALLS = 0.3;
const ASKS_FIRST = 7;
/** Who asked for a call yesterday, and lives where we deliver: the office has answered by now. */
function calledBack(play: Play): Caller[] {
  if (play.dayNumber === 0) return [];
  const yesterday: Play = { ...play, day: addDays(play.day, -1), dayNumber: play.dayNumber - 1 };
  return callers(yesterday, ASKS_FIRST).filter(
    (caller) => asks(play.chance, CALL, caller.key, yesterday.day) < CALLS && !isFar(play, caller),
  );
}

/**
 * Everything that people do, in the order of a day. What the product learns (more days, a pickup that is asked for, a
 * charge that is questioned) is a row here: when, how many of whom, and the verb that its page calls.
 */
export const BEHAVIOURS: readonly Behaviour[] = [
  behaviour({
    name: "office: plans the day",
    // Again once its customers have asked for what they kept.
    at: [hour(6, 30), hour(9)],
    share: 1,
    who: () => once,
    key: () => "",
    does: planToday,
  }),
  behaviour({
    name: "office: gives by hand",
    // Whatever is asked for today as well: an emergency goes before everything else.
    at: [hour(6, 35), hour(9, 5), hour(11, 5), hour(13, 5), hour(15, 5)],
    share: 1,
    who: listByHand,
    key: ({ key }) => key,
    does: giveByHand,
  }),
  behaviour({
    name: "driver: takes a step",
    at: through(hour(7, 45), hour(17, 30), 15),
    share: 1,
    who: listDriving,
    key: ({ name }) => name,
    does: driveOn,
  }),
  behaviour({
    name: "customer: answers a driver",
    at: through(hour(7, 50), hour(17, 35), 15),
    share: 0.85,
    who: listWaiting,
    key: ({ key }) => key,
    does: answerDriver,
  }),
  behaviour({
    name: "customer: books online",
    at: ORDER_TIMES,
    share: 0.72,
    who: (play) => callers(play, slotAt(play)),
    key: ({ key }) => key,
    does: bookOnline,
  }),
  behaviour({
    name: CALL,
    at: [hour(10, 45)],
    share: CALLS,
    who: (play) => callers(play, ASKS_FIRST),
    key: ({ key }) => key,
    does: askForCall,
  }),
  behaviour({
    name: "customer: books after the call",
    at: [hour(14, 30)],
    share: 0.6,
    who: calledBack,
    key: ({ key }) => key,
    does: bookOnline,
  }),
  behaviour({
    name: "customer: cancels",
    at: [hour(12, 15)],
    share: 0.015,
    who: listAhead,
    key: ({ booking_number }) => booking_number,
    does: cancel,
  }),
  behaviour({
    name: "customer: cancels late",
    at: [hour(12, 20)],
    share: 1,
    who: listLate,
    key: ({ booking_number }) => booking_number,
    does: cancel,
  }),
  behaviour({
    name: "customer: texts us",
    at: [hour(14, 10)],
    share: 0.04,
    who: listTexting,
    key: ({ booking_number }) => booking_number,
    does: textUs,
  }),
  behaviour({
    name: "office: answers",
    at: [hour(9, 45), hour(12, 45), hour(16, 45)],
    share: 0.8,
    who: listToAnswer,
    key: ({ kind, booking_id }) => `${kind}${booking_id === null}`,
    does: answerTask,
  }),
  behaviour({
    name: "office: answers a dispute",
    at: [hour(11)],
    share: 1,
    who: listDisputed,
    key: ({ key }) => key,
    does: answerBank,
  }),
  behaviour({
    name: "customer: asks for the pickup",
    at: [hour(15, 20)],
    share: 0.07,
    who: listKept,
    key: ({ key }) => key,
    does: askForPickup,
  }),
  behaviour({
    name: "customer: is done with what was kept",
    at: [hour(8, 40)],
    share: 1,
    who: listDone,
    key: ({ key }) => key,
    does: askForPickup,
  }),
  behaviour({
    name: "customer: buys more days",
    at: [hour(16, 20)],
    share: 0.03,
    who: listKept,
    key: ({ key }) => key,
    does: extend,
  }),
  behaviour({
    name: "office: answers a question",
    at: [hour(10, 30)],
    share: 0.9,
    who: listQuestioned,
    key: ({ key }) => key,
    does: answer,
  }),
  behaviour({
    name: "customer: questions a charge",
    at: [hour(19, 10)],
    share: 0.12,
    who: listNoticed,
    key: ({ key }) => key,
    does: question,
  }),
  behaviour({
    name: "customer: pays what is owed",
    at: [hour(20, 0)],
    share: 0.6,
    who: listOwing,
    key: ({ booking_number }) => booking_number,
    does: payBalance,
  }),
  behaviour({
    name: "customer: chooses another day",
    at: [hour(18, 20)],
    share: 0.9,
    who: listMissed,
    key: ({ booking_number }) => booking_number,
    does: chooseAgain,
  }),
  behaviour({
    name: "office: moves what was left",
    at: [hour(17, 40)],
    share: 1,
    who: listLeft,
    key: ({ key }) => key,
    does: moveOn,
  }),
  behaviour({
    name: "office: plans tomorrow",
    at: [hour(17, 50)],
    share: 1,
    who: () => once,
    key: () => "",
    does: planTomorrow,
  }),
];
