/** What the schedule does for linked mailboxes: reads those that are due, ends checks that were left, reminds once. */
import { addJobs } from "#platform/jobs";
import { dropStarts } from "../grants/start-store.ts";
import { syncJob } from "../job-kinds.ts";
import { dueLinks, lockLink, saveLink, staleChecks, unremindedLinks } from "./link-store.ts";
import type { LinksContext } from "./links-context.ts";
import { moveState } from "./move-state.ts";
import { CHECK_MINUTES, REMIND_DAYS } from "./rules.ts";
import { tellLost } from "./tell-lost.ts";

const MAX_DUE = 1_000;

export async function tendLinks(context: LinksContext): Promise<void> {
  const { clock, database } = context;
  const at = clock.now();
  const due = await dueLinks(database.db, at, MAX_DUE);
  if (due.length > 0)
    await database.transaction((tx) =>
      addJobs(
        tx,
        due.map((link_id) => syncJob(link_id, { if_there: "keep" })),
      ),
    );
  await dropStarts(database.db, at);
  for (const link_id of await staleChecks(database.db, new Date(at.getTime() - CHECK_MINUTES * 60_000)))
    await database.transaction(async (tx) => {
      const row = await lockLink(tx, link_id);
      if (row?.state === "checking")
        await moveState(tx, row, { state: "revoked", by: "server", at, why: "check_ended" });
    });
  for (const link_id of await unremindedLinks(database.db, new Date(at.getTime() - REMIND_DAYS * 86_400_000)))
    await database.transaction(async (tx) => {
      const row = await lockLink(tx, link_id);
      if (row?.state !== "reauth_needed" || row.reminded_at) return;
      await saveLink(tx, { ...row, reminded_at: at }, null);
      await tellLost(tx, context, row, "again");
    });
}
