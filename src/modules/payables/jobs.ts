/** Jobs of payables: work on one, and a sweep that finds what was lost. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Payables } from "./payables.server.ts";
import { WORK } from "./settle-payable.ts";

export function registerPayableJobs(registry: Registry, payables: Payables) {
  defineJob(registry, WORK, { handler: ({ payable_id }: { payable_id: string }) => payables.work(payable_id) });
  defineJob(registry, "payables.sweep", { handler: () => payables.sweep() });
  registry.schedules.push({ task: "payables.sweep", every_seconds: 60 });
}
