/**
 * All settings: the platform's and those that modules declare in `module.ts`, in the modules' order. Modules know only theirs,
 * handed in by the wiring.
 */
import {
  checkSettings,
  listSettings,
  PLATFORM,
  type PlatformSettings,
  refuseProblems,
  type SettingsGroup,
  SHARED,
  type Shape,
  type SharedSettings,
  tableOf,
  type ValuesOf,
} from "#platform/config";
import type { SettingProblem } from "#platform/going-live";
import type { Module } from "#platform/module";
import { MODULES } from "./modules/order.ts";

/** Those that set something, or work with what all share. */
type WithSettings = Extract<(typeof MODULES)[number], { settings: Shape }>;
const modules: readonly Module<never>[] = MODULES;
const withSettings = modules.flatMap(({ settings, ...module }) => (settings ? [{ ...module, settings }] : []));

/** Who declares which setting. */
export const OWNERS: readonly (SettingsGroup & { readonly name: string })[] = [PLATFORM, ...withSettings];

/** Of nothing declared nothing: Zod's own type of that allows no other setting beside it. */
type Declared<S extends Shape> = keyof S extends never ? object : ValuesOf<S>;
type Owned = { [M in WithSettings as M["name"]]: Declared<M["settings"]> };
export type Config = PlatformSettings & Intersection<Owned[keyof Owned]>;
/** Of a union all its members at once. */
export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

export const SETTINGS = listSettings(OWNERS);

/** The table of settings as the README shows it. */
export const settingsTable = (): string => tableOf(SETTINGS);

/** `problems`: what is wrong or, with SANDBOX=off, still the sandbox's; then the settings are defaults where they are named. */
export function checkConfig(environment: Record<string, string | undefined>): {
  config: Config;
  problems: SettingProblem[];
} {
  const { values, problems } = checkSettings(OWNERS, environment);
  // The values were parsed by the very types from which `Config` is inferred.
  return { config: values as Config, problems };
}

/** Stops with all problems at once, one line each. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { config, problems } = checkConfig(environment);
  refuseProblems(problems);
  return config;
}

/** Outside parties that are not used at all, by the names under which their calls are noted. */
export function offParties(config: Config): ReadonlySet<string> {
  const values: Readonly<Record<string, unknown>> = config;
  const parties = OWNERS.flatMap(({ facts }) => facts?.parties ?? []);
  return new Set(
    parties.flatMap(({ unless, calls = [] }) => (unless && (values[unless] ?? "off") === "off" ? calls : [])),
  );
}

type Handed<M extends WithSettings> = SharedSettings &
  Declared<M["settings"]> &
  (M extends { reads: infer R extends Shape } ? ValuesOf<R> : unknown);
type ModuleSettings = { [M in WithSettings as M["name"]]: Handed<M> };

/** What each module is handed: its own, what it reads of another's and what all share; every other is left out, also at run time. */
export function moduleSettings(config: Config): ModuleSettings {
  const handed = withSettings.map(({ name, settings, reads }) => {
    const own: Shape = { ...settings, ...reads };
    const kept = Object.entries(config).filter(([key]) => key in own || SHARED.some((shared) => shared === key));
    return [name, Object.freeze(Object.fromEntries(kept))];
  });
  // The names that are kept are those of the type.
  return Object.fromEntries(handed) as ModuleSettings;
}
