/** Takes in what each module tells of itself. */
import { type Registry, registerJobs } from "#platform/jobs";
import type { MemberKeeper } from "#platform/member-parts";
import type { Metrics } from "#platform/metrics";
import type { KeptTexts, Module } from "#platform/module";
import { assert } from "#platform/outcome";
import type { Intersection } from "#settings";
import { LOCK_ORDER, type MODULES } from "../modules/order.ts";

/** Modules without a part are left out. */
const partsOf = <Doors, Part>(modules: readonly Module<Doors>[], pick: (module: Module<Doors>) => Part | undefined) =>
  modules.flatMap((module) => {
    const part = pick(module);
    return part === undefined ? [] : [{ name: module.name, ids: module.ids ?? [], part }];
  });

/**
 * What they are to each other, their jobs, what is read for `/metrics`, and what they keep of members, in the order of locks, handed to
 * who asks for that (`keeper`).
 */
export function registerModules<Doors extends { registry: Registry; metrics: Metrics }>(
  modules: readonly Module<Doors>[],
  doors: Doors,
  keeper: MemberKeeper,
): void {
  const rank = ({ name }: { name: string }) => LOCK_ORDER.indexOf(name);
  for (const { introduce } of modules) introduce?.(doors);
  for (const { jobs } of modules) if (jobs) registerJobs(doors.registry, jobs(doors));
  for (const { readings } of modules) for (const reading of readings?.(doors) ?? []) doors.metrics.read(reading);
  const keepers = partsOf(modules, ({ data }) => data?.(doors)).map(({ name, ids, part }) => ({ name, ids, ...part }));
  keeper.keepMemberData(
    keepers,
    modules.flatMap(({ ids = [] }) => ids),
  );
  const movers = partsOf(modules, ({ move }) => move?.(doors)).toSorted((one, other) => rank(one) - rank(other));
  for (const { part } of movers) keeper.registerMover(part);
}

type Answering = Extract<(typeof MODULES)[number], { requests: unknown }>["requests"];
/** What they answer of requests for pages: its type says which answers there are, so that one that nobody gives is found before anything runs. */
export function requestAnswers<Doors>(modules: readonly Module<Doors>[], doors: Doors) {
  const answers = modules.flatMap(({ requests }) => requests?.(doors) ?? []);
  const names = answers.flatMap((answer) => Object.keys(answer));
  assert(new Set(names).size === names.length, "one module answers what pages ask");
  return Object.assign({}, ...answers) as Intersection<ReturnType<Answering>>;
}

/** What is asked of all of them while the process runs and when it ends, one after the other. */
export function runningModules<Doors>(modules: readonly Module<Doors>[], doors: Doors) {
  const texts: ReadonlyMap<string, KeptTexts> = new Map(
    partsOf(modules, ({ texts }) => texts?.(doors)).map(({ name, part }) => [name, part]),
  );
  return {
    /** By the modules that keep them. */
    texts,
    /** Returns how they all end. */
    async listen(): Promise<() => Promise<void>> {
      const listeners: { close(): Promise<unknown> }[] = [];
      for (const { listen } of modules) {
        const listener = await listen?.(doors);
        if (listener) listeners.push(listener);
      }
      return async () => {
        for (const listener of listeners) await listener.close();
      };
    },
    prepare(): void {
      for (const { prepare } of modules) prepare?.(doors);
    },
    forget(by: string | null): void {
      for (const { forget } of modules) forget?.(doors, by);
    },
    async finish(): Promise<void> {
      for (const { finish } of modules) await finish?.(doors);
    },
    async close(): Promise<void> {
      for (const { close } of modules) await close?.(doors);
    },
  };
}
