/** Another process beside a story's: it hears what the story's tells, and keeps some things by itself. */
import type { Module } from "#platform/module";
import { MODULES } from "../../src/modules/order.ts";
import { runningModules } from "../../src/server/register-modules.ts";
import type { Wired } from "../../src/server/wiring.ts";

export function otherProcess(wired: Wired, own: Partial<Wired>): Pick<Wired, "modules" | "channels"> {
  const modules: readonly Module<Wired>[] = MODULES;
  return { channels: wired.channels, modules: runningModules(modules, { ...wired, ...own }) };
}
