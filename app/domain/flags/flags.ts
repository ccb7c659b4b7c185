/**
 * What the owner switches on and off without a release (specification, section 6; domain.md, section 7). The environment
 * (`FLAG_<NAME>`, read once, at start) wins over what an admin switched, that over the default. Pure.
 */
interface Flag {
  default: boolean;
  on: string;
  off: string;
}

export const FLAGS = {
  manual_driver_assign: { default: true, on: "drivers chosen by hand on the board", off: "only smart assignment" },
  smart_auto_assign: { default: true, on: "proposals for a day", off: "hidden, and refused by POST" },
  unified_dumpster_assignment: { default: true, on: "driver and dumpster in one form", off: "two steps" },
  multi_item_assign_ui: { default: true, on: "all dumpsters of an order in one form", off: "one at a time" },
  multi_assignments: {
    default: false,
    on: "several drivers share an order's units",
    off: "one driver per order and day",
  },
  emergency_haul: { default: true, on: "offered to staff and customer", off: "refused, also by POST" },
  early_pickup: { default: true, on: "offered to staff and customer", off: "refused, also by POST" },
  auto_sync_dumpster_status: {
    default: true,
    on: "a job's step moves its dumpster",
    off: "staff do, and a task reminds them",
  },
  status_cleanup: { default: true, on: "stale states mended nightly, each said", off: "only listed" },
  driver_access_via_profile: { default: true, on: "driver record or role is enough", off: "both needed" },
  skip_frontend_invitation_validation: {
    default: true,
    on: "link checked when it is sent in",
    off: "also when it is opened",
  },
  job_history: { default: true, on: "driver sees past jobs", off: "today and later only" },
  details_payments: { default: true, on: "payments panel in the office's record", off: "hidden" },
  debug_flags: { default: true, on: "Settings shows every flag and its source", off: "values only" },
  monitoring: { default: true, on: "metrics and health collected and shown", off: "404, nothing collected" },
  invoice_idempotency_check: {
    default: true,
    on: "a second generate-invoice returns the first",
    off: "a new revision, same number",
  },
  workflow_smart_retry: { default: true, on: "back-off by the kind of failure", off: "fixed retry" },
  verbose_cancel_errors: { default: false, on: "code and detail to staff", off: "short text" },
  show_refund_state_from_cancellations: { default: true, on: "the customer sees a refund's state", off: "hidden" },
  customer_downloads: { default: false, on: "photos and tickets too", off: "invoice and agreement" },
  voice_call_row_highlight: { default: true, on: "row of the running call marked", off: "not marked" },
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

/** "smart auto assign": a flag's name as it is read. */
export const flagLabel = (name: FlagName) => name.replaceAll("_", " ");

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
