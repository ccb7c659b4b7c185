import { integer, text } from "drizzle-orm/sqlite-core";
import type { Day } from "~/domain/kernel/days";
import type { Id, IdKind } from "~/domain/kernel/ids.server";
import type { Instant } from "~/domain/kernel/time.server";

/** The column kinds that carry our own types. Instants are milliseconds (domain time), days New York dates, money cents. */
export const idColumn = <K extends IdKind>(name: string, _kind: K) => text(name).$type<Id<K>>();
export const instantColumn = (name: string) => integer(name).$type<Instant>();
export const dayColumn = (name: string) => text(name).$type<Day>();
export const centsColumn = (name: string) => integer(name);
export const flagColumn = (name: string) => integer(name, { mode: "boolean" });
export const jsonColumn = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
