/** Jobs of cash back: acting on the inbox, reading reports, mails about orders. */
import type { Network } from "#catalog";
import type { Config } from "#platform/config";
import { defineJob, listen, type Registry } from "#platform/jobs";
import { ORDER_CHANGED } from "./apply-rows.ts";
import type { Cashback } from "./cashback.server.ts";
import { APPLY_ROWS } from "./inbox-writer.ts";
import { REFETCH } from "./take-rows.ts";

const NETWORKS: readonly Network[] = ["impact", "cj", "awin"];

export function registerCashbackJobs(registry: Registry, cashback: Cashback, config: Config) {
  defineJob(registry, APPLY_ROWS, {
    handler: async ({ inbox_ids }: { inbox_ids: string[] }, { attempt, log }) => {
      if (attempt === 1) return cashback.applyRows(inbox_ids);
      if (inbox_ids.length === 1) return cashback.applyRows(inbox_ids, { alone: true });
      // A batch that failed once is worked row by row, so that one bad row holds up nobody else.
      const failures: unknown[] = [];
      for (const id of inbox_ids)
        await cashback.applyRows([id], { alone: true }).catch((error) => failures.push(error));
      if (failures.length === 0) return;
      log.error({ err: failures[0], rows: failures.length }, "rows of a network could not be applied");
      throw failures[0];
    },
  });
  defineJob(registry, REFETCH, {
    handler: (hint: { network: Network; keys: string[]; inbox_id: string }) => cashback.refetch(hint),
  });
  for (const network of NETWORKS) {
    defineJob(registry, `cashback.poll_${network}`, {
      handler: async (_payload, { log }) => {
        const { read, fresh } = await cashback.poll(network);
        if (fresh) log.info({ network, read, fresh }, "report read");
      },
    });
    defineJob(registry, `cashback.reconcile_${network}`, {
      handler: () => cashback.poll(network, { wide: true }).then(() => undefined),
    });
    registry.schedules.push(
      { task: `cashback.poll_${network}`, every_seconds: config.POLL_SECONDS },
      { task: `cashback.reconcile_${network}`, cron: "41 2 * * *" },
    );
  }
  defineJob(registry, "cashback.sweep_inbox", { handler: () => cashback.sweepInbox().then(() => undefined) });
  defineJob(registry, "cashback.drop_old", {
    max_attempts: 3,
    handler: async (_payload, { log }) => {
      const dropped = await cashback.dropOld();
      if (dropped.rows + dropped.clicks > 0) log.info(dropped, "what is no longer kept was dropped");
    },
  });
  registry.schedules.push(
    { task: "cashback.sweep_inbox", every_seconds: 60 },
    { task: "cashback.drop_old", cron: "23 4 * * *" },
  );
  listen(
    registry,
    ORDER_CHANGED,
    "cashback.write_mails",
    ({ changes }: { changes: { order_id: string; sequence: number }[] }) => cashback.writeMails(changes),
  );
}
