/** Takes in what each module tells of itself. */
import type { Identity } from "#identity";
import { type Registry, registerJobs } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import type { Module } from "#platform/module";
import { LOCK_ORDER } from "../modules/order.ts";

/** Modules without a part are left out. */
const partsOf = <Doors, Part>(modules: readonly Module<Doors>[], pick: (module: Module<Doors>) => Part | undefined) =>
  modules.flatMap((module) => {
    const part = pick(module);
    return part === undefined ? [] : [{ name: module.name, ids: module.ids ?? [], part }];
  });

/**
 * Their jobs, what is read for `/metrics`, and what they keep of members, in the order of locks. Returns what is asked of all of them
 * while the process runs and when it ends, one after the other.
 */
export function registerModules<Doors extends { registry: Registry; metrics: Metrics; identity: Identity }>(
  modules: readonly Module<Doors>[],
  doors: Doors,
) {
  const rank = ({ name }: { name: string }) => LOCK_ORDER.indexOf(name);
  for (const { jobs } of modules) if (jobs) registerJobs(doors.registry, jobs(doors));
  for (const { readings } of modules) for (const reading of readings?.(doors) ?? []) doors.metrics.read(reading);
  const keepers = partsOf(modules, ({ data }) => data?.(doors)).map(({ name, ids, part }) => ({ name, ids, ...part }));
  doors.identity.keepMemberData(
    keepers,
    modules.flatMap(({ ids = [] }) => ids),
  );
  const movers = partsOf(modules, ({ move }) => move?.(doors)).toSorted((one, other) => rank(one) - rank(other));
  for (const { part } of movers) doors.identity.registerMover(part);
  return {
    forget(): void {
      for (const { forget } of modules) forget?.(doors);
    },
    async finish(): Promise<void> {
      for (const { finish } of modules) await finish?.(doors);
    },
    async close(): Promise<void> {
      for (const { close } of modules) await close?.(doors);
    },
  };
}
