/** What statements of hot paths have beyond others: names, by which they are parsed and planned once for each connection. */
import type { Runner } from "#platform/sql";

/** Not all statements are prepared: where the best plan depends on the values, planning each time is better. */
export type Prepared<Row> = { readonly name: string; readonly text: string; readonly row?: Row };

/** `name` is unique, and the text the same for every call. */
export const prepare = <Row>(name: string, text: string): Prepared<Row> => ({ name, text });

export async function runPrepared<Row>(
  runner: Runner,
  { name, text }: Prepared<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  // What a statement returns is said where it is prepared.
  return (await runner.ask<Row>({ name, text, values })).rows;
}

/**
 * A list as PostgreSQL reads it. The driver looks at each text twice for signs that have to be escaped, which nearly none has, and that
 * was a large part of what statements for many rows cost. Lists of anything but texts, numbers and instants of our time are left to it.
 */
export function listText(list: readonly unknown[]): string | readonly unknown[] {
  let text = "{";
  for (let at = 0; at < list.length; at += 1) {
    const one = list[at];
    if (at > 0) text += ",";
    if (typeof one === "string") text += SPECIAL.test(one) ? `"${one.replaceAll(SPECIALS, "\\$&")}"` : `"${one}"`;
    else if (typeof one === "bigint" || typeof one === "number" || typeof one === "boolean") text += String(one);
    else if (one === null || one === undefined) text += "NULL";
    else if (one instanceof Date && one.getTime() >= 0 && one.getTime() < YEAR_10_000) text += `"${one.toISOString()}"`;
    else return list;
  }
  return `${text}}`;
}
const YEAR_10_000 = Date.UTC(10_000);
const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;
