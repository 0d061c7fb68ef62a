/** Each setting has one owner, and the wiring hands a module nothing of another's. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "#platform/clock";
import { PLATFORM, readPlatform, SHARED } from "#platform/config";
import { createLog } from "#platform/log";
import { type Config, moduleSettings, OWNERS, readConfig, SETTINGS } from "#settings";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { networkSettings } from "../../modules/catalog/settings.ts";
import { MODULE_NAMES } from "../../modules/order.ts";

const owners = OWNERS.map(({ name, ...owner }) => [name, owner] as const);
const names = SETTINGS.map(({ name }) => name);
/** What a module reads of another's, because both speak to the same party with the same keys. */
const BORROWED: Partial<Record<string, object>> = { cashback: networkSettings };
const ownNames = (module: string): string[] => [
  ...SHARED,
  ...Object.keys(BORROWED[module] ?? {}),
  ...owners.flatMap(([owner, { settings }]) => (owner === module ? Object.keys(settings) : [])),
];
/** Modules whose folder has settings, whatever they tell of themselves. */
const haveSettings = MODULE_NAMES.filter((module) => existsSync(`src/modules/${module}/settings.ts`));

/** Every setting has a value, so that none is missing only because it was not set. Three are read by their modules at once. */
function everything(): Config {
  const config: Record<string, unknown> = { ...readConfig({ NODE_ENV: "test" }) };
  const read = ["TOKEN_KEYS", "PIXELS_FILE", "CONSOLE_ADDRESSES"];
  for (const name of names) if (!read.includes(name)) config[name] ??= `set ${name}`;
  // Absent ones are all texts, which is what was set.
  return config as Config;
}

describe("every setting", () => {
  it("has exactly one owner, and the owners stand in the modules' order", () => {
    expect(owners.flatMap(([, { settings }]) => Object.keys(settings))).toEqual([...new Set(names)]);
    const modules = owners.map(([owner]) => owner).slice(1);
    expect(modules).toEqual(MODULE_NAMES.filter((module) => modules.includes(module)));
  });

  it("is declared by the module in whose folder it stands", async () => {
    for (const module of haveSettings) {
      const file: Record<string, object> = await import(`../../modules/${module}/settings.ts`);
      const own = owners.find(([owner]) => owner === module)?.[1];
      expect({ module, settings: own?.settings, facts: own?.facts }).toEqual({
        module,
        settings: file[`${module}Settings`],
        facts: file[`${module}Facts`],
      });
    }
    expect(haveSettings.length).toBeGreaterThan(15);
  });

  it("of the platform is read without any module's as it is with all of them", () => {
    const environment = { NODE_ENV: "test", SANDBOX_PORT: "4100", DATA_DIR: "elsewhere" };
    expect(readConfig(environment)).toMatchObject(readPlatform(environment));
    expect(Object.keys(readPlatform(environment)).filter((name) => !(name in PLATFORM.settings))).toEqual([]);
    expect(() => readPlatform({ DATABASE_URL: "mysql://x" })).toThrow(/DATABASE_URL.*PostgreSQL/);
  });

  it("is spoken of by its owner alone", () => {
    const foreign = owners.flatMap(([owner, { settings, facts = {} }]) => {
      const { keys, checks, absent, stores, parties } = facts as Record<string, object>;
      const told = [keys, checks, absent].flatMap((known) => Object.keys(known ?? {}));
      const listed = [...((stores as string[] | undefined) ?? [])];
      const unless = ((parties as { unless?: string }[] | undefined) ?? []).flatMap((party) => party.unless ?? []);
      return [...told, ...listed, ...unless].filter((name) => !(name in settings)).map((name) => `${owner}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });
});

describe("what the wiring hands out", () => {
  const handed = new Map<string, unknown[]>();
  let base: TestDatabase;
  let doors: unknown;
  let close: () => Promise<void>;
  beforeAll(async () => {
    base = await createTestDatabase();
    // Test files of one worker share what they import: the wiring is read anew with the watched doors, and anew after them.
    vi.resetModules();
    for (const module of MODULE_NAMES)
      vi.doMock(`#${module}`, async (original) => {
        const door = await original<Record<string, unknown>>();
        const watched = Object.entries(door).map(([name, value]) => {
          if (typeof value !== "function" || !/^create[A-Z]/.test(name)) return [name, value];
          const create = (...given: unknown[]) => {
            handed.set(module, [...(handed.get(module) ?? []), ...given]);
            return value(...given);
          };
          return [name, create];
        });
        return Object.fromEntries(watched);
      });
    vi.doMock("../register-modules.ts", async (original) => ({
      ...(await original<object>()),
      registerModules: (_: unknown, given: unknown) => (doors = given),
    }));
    const { wire } = await import("../wiring.ts");
    const log = createLog({ level: "silent" });
    const wired = await wire({ config: everything(), clock: systemClock, log, database: base.handle });
    close = async () => {
      await wired.cashback.close();
      await wired.attribution.close();
      wired.notifications.close();
    };
  });
  afterAll(async () => {
    await close?.();
    for (const module of MODULE_NAMES) vi.doUnmock(`#${module}`);
    vi.doUnmock("../register-modules.ts");
    vi.resetModules();
    await base.drop();
  });

  /** Names of settings in what is handed in, and in what lies in that. */
  const namesIn = (given: unknown, depth = 3): string[] =>
    given !== null && typeof given === "object" && depth > 0
      ? Object.entries(given).flatMap(([name, value]) => [
          ...(names.includes(name) ? [name] : []),
          ...namesIn(value, depth - 1),
        ])
      : [];

  it("is seen for every module that has settings", () => {
    const seen = [...handed].filter(([, given]) => namesIn(given, 4).length > 0).map(([module]) => module);
    // The ledger and the brands are handed single values.
    expect(seen).toEqual(Object.keys(moduleSettings(everything())).filter((name) => !/^(ledger|partners)$/.test(name)));
    expect(handed.has("ledger") && handed.has("partners")).toBe(true);
  });

  it.each(MODULE_NAMES)("%s: nothing of another's", (module) => {
    const allowed = new Set(ownNames(module));
    expect([...new Set(namesIn(handed.get(module) ?? [], 4))].filter((name) => !allowed.has(name))).toEqual([]);
  });

  it("holds no settings where modules' calls and jobs are given each other's doors", () => {
    expect(Object.keys(doors as object)).toEqual(expect.arrayContaining(["cashback", "identity", "memberOf"]));
    expect(namesIn(doors, 4)).toEqual([]);
  });

  it("is all of a module's own, and really leaves out the rest", () => {
    for (const [module, settings] of Object.entries(
      moduleSettings({ ...everything(), TOKEN_KEYS: "k", PIXELS_FILE: "f", CONSOLE_ADDRESSES: "a" }),
    ))
      expect(Object.keys(settings).toSorted()).toEqual(ownNames(module).toSorted());
  });
});
