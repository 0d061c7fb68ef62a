/** What modules declare is what the running product has, and what its documents tell. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PLATFORM_METRICS } from "#platform/metrics";
import type { Module } from "#platform/module";
import { createWorld, type World } from "../../../test/support/world.ts";
import { MODULES } from "../../modules/order.ts";

let world: World;
beforeAll(async () => {
  // With what a start may go without, so that all that may listen listens.
  world = await createWorld({ environment: { LEDGER_SEALS_MAIL: "owner@example.com" } });
});
afterAll(() => world.close());

it("every event is heard by somebody, and the map names each with who hears it", () => {
  const heard = [...world.registry.listeners].map(([{ name }, jobs]) => ({
    name,
    jobs: jobs.map(({ task }) => `\`${task}\``).join(", "),
  }));
  expect(heard.filter(({ jobs }) => jobs === "").map(({ name }) => name)).toEqual([]);
  const map = readFileSync("ARCHITECTURE.md", "utf8");
  const rows = [...map.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| [A-Z][^|]+ \| (.+) \|$/gm)].map(([, name, jobs]) => ({
    name,
    jobs,
  }));
  expect(rows).toEqual(heard);
});

it("a product that runs tells of each metric that is declared, as it is declared", async () => {
  const { body } = await world.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  const told = [...body.matchAll(/^# HELP (tuppence_\w+) (.+)\n# TYPE \w+ (\w+)$/gm)].map(([, name, help, kind]) => ({
    ...{ name, help, kind },
  }));
  const declared = [...PLATFORM_METRICS, ...MODULES.flatMap((module: Module<never>) => module.metrics ?? [])];
  const named = (metrics: readonly { name?: string | undefined }[]) =>
    metrics.toSorted((one, other) => (one.name ?? "").localeCompare(other.name ?? ""));
  expect(named(told)).toEqual(named(declared.map(({ name, help, kind }) => ({ name, help, kind }))));
  // What is read through the doors of modules is read.
  for (const line of ['tuppence_help_files_filled{kind="all"} 0', 'tuppence_membership_needs_person{kind="charge"} 0'])
    expect(body.split("\n")).toContain(line);
});
