/** Jobs of cash back: acting on the inbox, reading reports, mails about orders. */
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Cashback } from "./cashback.server.ts";
import { NETWORKS } from "./context.ts";
import { APPLY_ROWS, FOLLOW_INQUIRY, ORDER_CHANGED, REFETCH } from "./job-kinds.ts";

export const cashbackJobs = (cashback: Cashback): readonly JobEntry[] => [
  work(APPLY_ROWS, async ({ inbox_ids }, { attempt, log }) => {
    if (attempt === 1) return cashback.applyRows(inbox_ids, { alone: false });
    if (inbox_ids.length === 1) return cashback.applyRows(inbox_ids, { alone: true });
    // A batch that failed once is worked row by row, so that one bad row holds up nobody else.
    const failures: unknown[] = [];
    for (const id of inbox_ids) await cashback.applyRows([id], { alone: true }).catch((error) => failures.push(error));
    if (failures.length === 0) return;
    log.error({ err: failures[0], rows: failures.length }, "rows of a network could not be applied");
    throw failures[0];
  }),
  work(REFETCH, (hint) => cashback.refetch(hint)),
  work(FOLLOW_INQUIRY, ({ inquiry_id }) => cashback.inquiries.follow(inquiry_id)),
  onSchedule("cashback.sweep_inquiries", { every_seconds: 120 }, () => cashback.inquiries.sweep(), { max_attempts: 1 }),
  ...NETWORKS.flatMap((network) => [
    onSchedule(`cashback.poll_${network}`, { every_seconds: cashback.pollSeconds }, async ({ log }) => {
      const { read, fresh } = await cashback.poll(network);
      if (fresh) log.info({ network, read, fresh }, "report read");
    }),
    onSchedule(`cashback.reconcile_${network}`, { cron: "41 2 * * *" }, () => cashback.poll(network, { wide: true })),
  ]),
  onSchedule(
    "cashback.drop_old",
    { cron: "23 4 * * *" },
    async ({ log }) => {
      const clicks = await cashback.dropOld();
      if (clicks > 0) log.info({ clicks }, "clicks that are no longer kept were dropped");
    },
    { max_attempts: 3 },
  ),
  onSchedule("cashback.tell_activity", { cron: "33 * * * *" }, () => cashback.tellActivity(), { max_attempts: 3 }),
  onEvent(ORDER_CHANGED, "cashback.write_mails", ({ changes }) => cashback.writeMails(changes)),
  onEvent(ORDER_CHANGED, "cashback.meet_inquiries", ({ changes }) =>
    cashback.inquiries.meetOrders(changes.map(({ order_id }) => order_id)),
  ),
];
