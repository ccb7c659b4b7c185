/**
 * What the owner switches on and off without a release (specification, section 6; domain.md, section 7). The environment
 * (`FLAG_<NAME>`, read once, at start) wins over what an admin switched, that over the default. Pure.
 */
interface Flag {
  default: boolean;
  /** What the owner calls it. */
  title: string;
  on: string;
  off: string;
  /** Why one would turn it, as a sentence. */
  why: string;
}

export const FLAGS = {
  manual_driver_assign: {
    default: true,
    title: "Choosing the driver by hand",
    on: "a person gives stops to drivers on the board",
    off: "only “Propose the day” gives stops to drivers",
    why: "Switch it off where the board is to go by the proposals alone.",
  },
  smart_auto_assign: {
    default: true,
    title: "Proposals for a day",
    on: "“Propose the day” on the board says who could drive what",
    off: "the board has no proposals",
    why: "Switch it off where a dispatcher plans every stop alone.",
  },
  unified_dumpster_assignment: {
    default: true,
    title: "Driver and dumpster together",
    on: "driver and dumpster are given in one form",
    off: "the driver first, the dumpster afterwards",
    why: "Switch it off where the yard chooses the dumpster, not the dispatcher.",
  },
  multi_item_assign_ui: {
    default: true,
    title: "All dumpsters of an order at once",
    on: "one form gives all dumpsters of an order to a driver",
    off: "each dumpster is given by itself",
    why: "Switch it off where dumpsters of one order are often driven apart.",
  },
  multi_assignments: {
    default: false,
    title: "Several drivers for one order",
    on: "several drivers may share the dumpsters of one order on a day",
    off: "all dumpsters of an order go with one driver on a day",
    why: "Switch it on for large orders that one truck cannot bring alone.",
  },
  emergency_haul: {
    default: true,
    title: "Emptying at short notice",
    on: "office and customers can ask for an emptying",
    off: "nobody can ask for one",
    why: "Switch it off while no truck is free for it.",
  },
  early_pickup: {
    default: true,
    title: "Pickup before its day",
    on: "office and customers can ask for an earlier pickup",
    off: "nobody can ask for one",
    why: "Switch it off while the trucks are full.",
  },
  auto_sync_dumpster_status: {
    default: true,
    title: "Dumpsters follow the drivers",
    on: "what a driver reports moves the dumpster in the inventory",
    off: "the office moves it, and a task reminds them",
    why: "Switch it off only while the inventory is being counted anew.",
  },
  status_cleanup: {
    default: true,
    title: "Tidying up at night",
    on: "a dumpster that the list has in a wrong place is put right at night, and the history says so",
    off: "it is only named, and the office puts it right",
    why: "Switch it off to look at each case yourself.",
  },
  driver_access_via_profile: {
    default: true,
    title: "The drivers’ pages by a record or a right alone",
    on: "whoever has a record under Drivers, or the right to drive, may use them",
    off: "only who has both may",
    why: "Switch it off where a record alone is to let nobody in.",
  },
  skip_frontend_invitation_validation: {
    default: true,
    title: "Drivers’ invitations checked only when accepted",
    on: "opening the link of one asks nothing",
    off: "it is checked already when its link is opened",
    why: "Switch it off where people are to see at once that a link has ended.",
  },
  job_history: {
    default: true,
    title: "Past jobs for drivers",
    on: "drivers see jobs of days before today",
    off: "they see today and what comes",
    why: "Switch it off to keep addresses of done jobs off the phones.",
  },
  details_payments: {
    default: true,
    title: "Payments beside a booking",
    on: "a booking’s record lists each payment and what is owed",
    off: "that list is left out; its total and its invoices still name their amounts",
    why: "Switch it off for a shorter record. It keeps no amount from anybody.",
  },
  debug_flags: {
    default: true,
    title: "Where a switch has its value from",
    on: "this page says whether a switch was set here, on the server, or by nobody",
    off: "this page says on or off",
    why: "Switch it off for a shorter page.",
  },
  monitoring: {
    default: true,
    title: "Figures of the server",
    on: "the server counts how it works and shows it on its health pages",
    off: "nothing is counted, and those pages are gone",
    why: "Leave it on, unless somebody else watches the server.",
  },
  invoice_idempotency_check: {
    default: true,
    title: "An invoice’s file is made once",
    on: "asking for an invoice again gives the same file",
    off: "each time it is printed anew, with the same number",
    why: "Switch it off for a moment where a printed invoice came out wrong.",
  },
  workflow_smart_retry: {
    default: true,
    title: "Mails and texts tried again by what went wrong",
    on: "soon where the line was down, later where it cannot work yet",
    off: "always after an hour",
    why: "Leave it on; off spares a mail or text service that complains.",
  },
  verbose_cancel_errors: {
    default: false,
    title: "Details where a cancelling is refused",
    on: "the office also reads the code of the refusal",
    off: "the office reads a short sentence",
    why: "Switch it on while somebody looks for the cause of such a refusal.",
  },
  show_refund_state_from_cancellations: {
    default: true,
    title: "A refund’s way, for the customer",
    on: "customers see how far their refund is",
    off: "they see that there is one",
    why: "Switch it off where that brings more calls than it spares.",
  },
  customer_downloads: {
    default: false,
    title: "More papers for customers",
    on: "customers can save photos and weight tickets too",
    off: "they can save invoice and agreement",
    why: "Switch it on to spare calls about weights and damage.",
  },
  voice_call_row_highlight: {
    default: true,
    title: "The call that is running",
    on: "its row is marked in the list of calls",
    off: "no row is marked",
    why: "Switch it off where the color disturbs.",
  },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;
/** Every flag is here, with its default where nobody said anything. */
export type Flags = Readonly<Record<FlagName, boolean>>;

export const FLAG_NAMES = Object.keys(FLAGS) as FlagName[];
const PREFIX = "FLAG_";
const VALUES: Readonly<Record<string, boolean>> = { on: true, true: true, 1: true, off: false, false: false, 0: false };

/** What the environment says, for the flags that it names. */
export type GivenFlags = Readonly<Partial<Record<FlagName, boolean>>>;
export type FlagsRead = { ok: true; flags: GivenFlags } | { ok: false; problem: string };
export type FlagSource = "environment" | "table" | "default";

/** Every flag with where its value comes from. */
export function describeFlags(
  given: GivenFlags,
  switched: GivenFlags,
): { name: FlagName; value: boolean; source: FlagSource }[] {
  return FLAG_NAMES.map((name) => {
    const value = given[name] ?? switched[name] ?? FLAGS[name].default;
    const source = given[name] !== undefined ? "environment" : switched[name] !== undefined ? "table" : "default";
    return { name, value, source };
  });
}

/** The flags as they stand. */
export function mergeFlags(given: GivenFlags, switched: GivenFlags): Flags {
  return Object.fromEntries(describeFlags(given, switched).map(({ name, value }) => [name, value])) as unknown as Flags;
}

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(FLAGS, name);
}

/** The variable by which a flag is set. */
export const flagVariable = (name: FlagName) => `${PREFIX}${name.toUpperCase()}`;

/** The flags as the environment has them; refused in one line for a name that is none, or a value that is not on or off. */
export function readFlags(env: Readonly<Record<string, string | undefined>>): FlagsRead {
  const flags: Partial<Record<FlagName, boolean>> = {};
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || value === undefined) continue;
    const name = FLAG_NAMES.find((known) => flagVariable(known) === variable);
    if (!name) return { ok: false, problem: `${variable}: there is no such flag; the nearest is ${nearest(variable)}` };
    if (value === "") continue;
    const text = value.trim().toLowerCase();
    if (!Object.hasOwn(VALUES, text)) return { ok: false, problem: `${variable}: must be on or off` };
    flags[name] = VALUES[text] === true;
  }
  return { ok: true, flags };
}

function nearest(variable: string): string {
  const asked = variable.toUpperCase().slice(0, 80);
  const byDistance = FLAG_NAMES.map(flagVariable).map((known) => ({ known, far: distance(asked, known) }));
  return byDistance.reduce((best, next) => (next.far < best.far ? next : best)).known;
}

/**
 * How many letters must be added, taken away or changed to come from one word to the other (Levenshtein). That the end is
 * missing counts as two: names are long.
 */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (to[j - 1] === letter ? 0 : 1));
    row = next;
  }
  return Math.min(row[to.length] ?? 0, 2 + Math.min(...row));
}
