/** `npm run import -- held|show|release|drop`: feeds that lack so much of what they had that a person decides whether it is gone. */
import { userInfo } from "node:os";
import type { HeldDetails, HeldImport } from "#catalog";
import type { Wired } from "../wiring.ts";

export const HELD_VERBS = ["held", "show", "release", "drop"] as const;
export type HeldVerb = (typeof HELD_VERBS)[number];

export async function runHeld({ catalog }: Wired, verb: HeldVerb, feedName: string, by: string | undefined) {
  if (verb === "held") {
    const held = await catalog.heldImports();
    for (const one of held) console.log(line(one));
    console.log(
      held.length === 0
        ? "Nothing waits for a person."
        : "`show <feed>` tells more, `release <feed>` or `drop <feed>` decides.",
    );
    return;
  }
  if (verb === "show") {
    const found = await catalog.heldImport(feedName);
    if (found) console.log(describe(found));
    else refuse(feedName);
    return;
  }
  const decided = await catalog.decideHeldImport({
    feed_name: feedName,
    decision: verb,
    by: (by ?? userInfo().username).slice(0, 100) || "unknown",
  });
  if (decided.ok)
    console.log(
      verb === "release"
        ? `Released: ${decided.value.gone} listings are gone, and what the feed holds now is its size.`
        : `Dropped: what the feed lacked stays; ${decided.value.gone} listings that it brought are gone.`,
    );
  else if (decided.code === "busy") refuse(feedName, "is being imported; try again when that is done");
  else refuse(feedName);
}

function refuse(feedName: string, why = "does not wait for a person") {
  console.error(`${feedName || "No feed was named: it"} ${why}. \`npm run import -- held\` lists those that do.`);
  process.exitCode = 2;
}

const line = (one: HeldImport): string =>
  [
    one.feed_name.padEnd(28),
    one.finished_at.toISOString(),
    one.store ?? "",
    `${one.missing} missing`,
    one.problem,
  ].join("  ");

function describe(one: HeldDetails): string {
  return [
    `${one.feed_name}${one.store ? `, ${one.store}` : ""}, ${one.finished_at.toISOString()}`,
    `  ${one.problem}`,
    `  ${one.rows} rows, ${one.rejected} refused, ${one.last_rows ?? "no"} products at the last complete import, ${one.missing} of what is for sale are missing`,
    ...one.lacks.map((row) => `  lacks ${row.external_id.padEnd(20)} ${row.name.slice(0, 60)}`),
    ...one.refused.map(
      (row) => `  refused ${row.rows} × ${row.reason}${row.example ? ` (${row.example.slice(0, 60)})` : ""}`,
    ),
  ].join("\n");
}
