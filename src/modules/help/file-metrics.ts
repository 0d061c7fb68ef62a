/** How full the space for files is, and how many found none: people who were turned away with a receipt in their hand. */
import { Counter, Gauge, type Registry } from "prom-client";

export function createFileMetrics(registry: Registry, read: () => Promise<{ kind: string; share: number }[]>) {
  const filled = new Gauge({
    name: "tuppence_help_files_filled",
    help: "How full the space for files is, 0 to 1: those that wait for their message, and all (HELP_FILES_WAITING_MB, HELP_FILES_MB)",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      // With the database away the other metrics are all the more wanted.
      for (const { kind, share } of await read().catch(() => [])) filled.set({ kind }, share);
    },
  });
  return {
    refused: new Counter({
      name: "tuppence_help_files_refused_total",
      help: "Files that found no space",
      registers: [registry],
    }),
  };
}
