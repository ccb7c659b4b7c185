import { expect, it } from "vitest";
import { ConfigError, readConfig } from "~/config.server";
import { describeFlags, FLAG_NAMES, FLAGS, flagVariable, mergeFlags, readFlags } from "./flags";

const read = (env: Record<string, string>) => ({
  flags: mergeFlags(readConfig({ NODE_ENV: "test", ...env }).givenFlags, {}),
});

it("are those of the specification, with its defaults", () => {
  expect(FLAG_NAMES.toSorted()).toEqual([
    "auto_sync_dumpster_status",
    "customer_downloads",
    "debug_flags",
    "details_payments",
    "driver_access_via_profile",
    "early_pickup",
    "emergency_haul",
    "invoice_idempotency_check",
    "job_history",
    "manual_driver_assign",
    "monitoring",
    "multi_assignments",
    "multi_item_assign_ui",
    "show_refund_state_from_cancellations",
    "skip_frontend_invitation_validation",
    "smart_auto_assign",
    "status_cleanup",
    "unified_dumpster_assignment",
    "verbose_cancel_errors",
    "voice_call_row_highlight",
    "workflow_smart_retry",
  ]);
  const off = FLAG_NAMES.filter((name) => !read({}).flags[name]);
  expect(off.toSorted()).toEqual(["customer_downloads", "multi_assignments", "verbose_cancel_errors"]);
  for (const name of FLAG_NAMES) expect(FLAGS[name].on).not.toBe(FLAGS[name].off);
});

// The owner switches them, not who wrote the program.
it.each(FLAG_NAMES)("%s is told in the office's words, with why one would turn it", (name) => {
  const { title, on, off, why } = FLAGS[name];
  expect(title).toMatch(/^[A-Z][^.]*$/);
  // "On" or "Off" stands behind it.
  expect(title).not.toMatch(/^(Who|When|Which|How)\b/);
  expect(why).toMatch(/^(Switch it (on|off)|Leave it on).*\.$/);
  const words = [title, on, off, why].join(" ");
  expect(words).not.toMatch(
    /_|\b(POST|404|flag|stale|idempoten|retry|back-off|metrics|revision|debug|sync|UI|API|frontend|role)/i,
  );
  expect(Math.max(...[on, off, why].map(({ length }) => length))).toBeLessThanOrEqual(100);
});

it.each(FLAG_NAMES)("%s is what the environment says, and no other flag changes", (name) => {
  const others = (env: Record<string, string>) => ({ ...read(env).flags, [name]: null });
  for (const [on, off] of [
    ["on", "off"],
    ["true", "false"],
    ["1", "0"],
    ["ON", " Off "],
  ] as const) {
    expect([on, read({ [flagVariable(name)]: on }).flags[name]]).toEqual([on, true]);
    expect([off, read({ [flagVariable(name)]: off }).flags[name]]).toEqual([off, false]);
    expect(others({ [flagVariable(name)]: off })).toEqual(others({}));
  }
  // As everywhere in the environment: empty is not set.
  expect(read({ [flagVariable(name)]: "" }).flags[name]).toBe(FLAGS[name].default);
});

it.each([
  ["FLAG_SMART_ASSIGN", "on", "FLAG_SMART_ASSIGN: there is no such flag; the nearest is FLAG_SMART_AUTO_ASSIGN"],
  [
    "FLAG_SHOW_REFUND_STATES",
    "on",
    "FLAG_SHOW_REFUND_STATES: there is no such flag; the nearest is FLAG_SHOW_REFUND_STATE_FROM_CANCELLATIONS",
  ],
  ["FLAG_JOB_HISTROY", "", "FLAG_JOB_HISTROY: there is no such flag; the nearest is FLAG_JOB_HISTORY"],
  ["FLAG_job_history", "on", "FLAG_job_history: there is no such flag; the nearest is FLAG_JOB_HISTORY"],
  ["FLAG_", "on", /^FLAG_: there is no such flag; the nearest is FLAG_[A-Z_]+$/],
  ["FLAG_MONITORING", "perhaps", "FLAG_MONITORING: must be on or off"],
  ["FLAG_MONITORING", "onn", "FLAG_MONITORING: must be on or off"],
  ["FLAG_MONITORING", "constructor", "FLAG_MONITORING: must be on or off"],
])("%s=%s stops the start with one line", (name, value, line) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(line);
});

it.each(FLAG_NAMES)("%s: the environment wins over the table, the table over the default", (name) => {
  const one = (given: object, switched: object) => {
    const found = describeFlags(given, switched).find((flag) => flag.name === name);
    return [found?.value, found?.source];
  };
  const set = (value: boolean) => ({ [name]: value });
  expect(one({}, {})).toEqual([FLAGS[name].default, "default"]);
  for (const value of [true, false]) {
    expect(one({}, set(value))).toEqual([value, "table"]);
    expect(one(set(value), set(!value))).toEqual([value, "environment"]);
  }
});

it("are read from nothing else of the environment", () => {
  expect(readFlags({ MY_FLAG_X: "perhaps", FLAGS: "perhaps" })).toMatchObject({ ok: true });
});
