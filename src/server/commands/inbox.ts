/** `npm run inbox -- list|retry <id>|close <id> <why>`: what others told us and could not be acted on, and what a person says of it. */

import type { ParkedRow } from "#platform/inbox";
import { inboxId } from "#platform/inbox";
import { withServices } from "./with-services.ts";

const USAGE = "npm run inbox -- list | retry <id> | close <id> <why>";

export async function run([what = "list", id = "", ...why]: string[]) {
  const row = inboxId.read(id);
  const reason = why.join(" ").trim();
  await withServices(async ({ inbox }) => {
    if (what === "list") {
      const parked = await inbox.listParked();
      for (const one of parked) console.log(line(one));
      if (parked.length === 0) console.log("Nothing waits for a person.");
    } else if (what === "retry" && row) tell(await inbox.retry(row), "It is acted on once more.");
    else if (what === "close" && row && reason)
      tell(await inbox.close(row, reason), "Closed: nothing follows from it.");
    else {
      console.error(USAGE);
      process.exitCode = 2;
    }
  });
}

const line = ({ inbox_id, provider, source, row_key, reason, received_at }: ParkedRow): string =>
  [inboxId.show(inbox_id), received_at.toISOString(), provider, source, row_key, reason ?? "unknown"].join("  ");

function tell(found: boolean, words: string): void {
  console.log(found ? words : "There is no such row that waits for a person.");
  if (!found) process.exitCode = 1;
}
