import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import { type Form, part, text } from "./form.ts";
import { wrong } from "./refusal.ts";
import type { Thing } from "./thing.ts";

export type { Thing } from "./thing.ts";

export const API_VERSION = "2026-10-28.endive";

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
export const seconds = (world: World): number => Math.floor(world.clock.now() / 1000);

export function keep(world: World, thing: Thing): void {
  world.db.run(
    `insert into stripe_objects (id, object, created, body) values (?, ?, ?, ?)
     on conflict (id) do update set body = excluded.body`,
    thing.id,
    thing.object,
    thing.created,
    JSON.stringify(thing),
  );
}

export function find<T extends Thing = Thing>(world: World, id: string, object?: string): T | undefined {
  const row = world.db.get<{ body: string }>("select body from stripe_objects where id = ?", id);
  const thing = row ? (JSON.parse(row.body) as T) : undefined;
  return thing && (object === undefined || thing.object === object) ? thing : undefined;
}

/** Newest first, as every list of the processor is. */
export function every<T extends Thing = Thing>(world: World, object: string): T[] {
  return world.db
    .all<{ body: string }>("select body from stripe_objects where object = ? order by seq desc", object)
    .map((row) => JSON.parse(row.body) as T);
}

/** What is sent: without the sandbox's own keys, at any depth. */
export function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key.startsWith("_") ? [] : [[key, shown(inner)]])),
  );
}

function withinDates(thing: Thing, query: Form): boolean {
  const limits = part(query, "created");
  const exact = text(query, "created");
  if (exact !== undefined) return thing.created === Number(exact);
  return (
    thing.created >= Number(text(limits, "gte") ?? 0) &&
    thing.created > Number(text(limits, "gt") ?? -1) &&
    thing.created <= Number(text(limits, "lte") ?? Number.MAX_SAFE_INTEGER) &&
    thing.created < Number(text(limits, "lt") ?? Number.MAX_SAFE_INTEGER)
  );
}

export function page(all: Thing[], query: Form, url: string) {
  const limit = Number(text(query, "limit") ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw wrong("Invalid integer: limit must be between 1 and 100", { param: "limit" });
  const rows = all.filter((thing) => withinDates(thing, query));
  const after = text(query, "starting_after");
  const before = text(query, "ending_before");
  const place = (id: string) => {
    const n = rows.findIndex((thing) => thing.id === id);
    if (n < 0) throw wrong(`No such object: '${id}'`, { param: "starting_after", code: "resource_missing" });
    return n;
  };
  if (before !== undefined) {
    const end = place(before);
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: rows.slice(start, end) };
  }
  const start = after === undefined ? 0 : place(after) + 1;
  return { object: "list", url, has_more: rows.length > start + limit, data: rows.slice(start, start + limit) };
}

/** `expand[]=latest_charge.balance_transaction`: ids along the path become the objects that they name. */
export function expand(world: World, value: unknown, paths: string[]): unknown {
  const result = structuredClone(value);
  const open = (at: unknown, keys: string[]): void => {
    const [key, ...rest] = keys;
    if (key === undefined || typeof at !== "object" || at === null) return;
    if (Array.isArray(at)) {
      for (const one of at) open(one, keys);
      return;
    }
    const holder = at as Record<string, unknown>;
    const held = holder[key];
    if (typeof held === "string") holder[key] = find(world, held) ?? held;
    open(holder[key], rest);
  };
  for (const path of paths) open(result, path.split("."));
  return result;
}
