import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MODULE_NAMES, MODULES } from "../../src/modules/order.ts";
import type { Module } from "../../src/platform/module.ts";
import { LUCIDE } from "../../src/ui/icons/names.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { isTest, paths, sources } from "./files.ts";

const product = sources.filter((file) => file.path.startsWith("src/") && !isTest(file.path));
const isAdapter = (path: string) => /^src\/modules\/[a-z]+\/(impact|cj|awin|paypal|tremendous|smtp|feeds)\//.test(path);
const allowed = (rule: string, path: string) => EXCEPTIONS.some((entry) => entry.rule === rule && entry.file === path);

const PUBLIC_IDS = MODULES.flatMap((module: Module<never>) => module.ids ?? []);

type Ban = {
  rule: string;
  pattern: RegExp;
  instead: string;
  free: (path: string) => boolean;
  /** Also outside of the product: in tests, in the sandbox, in the extension. */
  everywhere?: true;
};
const platformAndAdapters = (path: string) => path.startsWith("src/platform/") || isAdapter(path);
const BANS: Ban[] = [
  {
    rule: "process.env",
    pattern: /\bprocess\.env\b/,
    instead: "the module's settings, handed in (settings.ts)",
    free: (path) => platformAndAdapters(path) || path === "src/settings.ts" || path.startsWith("src/server/commands/"),
  },
  { rule: "Date.now", pattern: /\bDate\.now\b/, instead: "deps.clock.now()", free: platformAndAdapters },
  {
    rule: "SQL now()",
    pattern: /[a-z_] = now\(\)/,
    instead: "the clock's time as a parameter",
    free: platformAndAdapters,
  },
  { rule: "new Date()", pattern: /\bnew Date\(\s*\)/, instead: "deps.clock.now()", free: platformAndAdapters },
  {
    rule: "Math.random",
    pattern: /\bMath\.random\b/,
    instead: "newId or newSecret (#platform/ids)",
    free: platformAndAdapters,
  },
  {
    rule: "console",
    pattern: /\bconsole\./,
    instead: "deps.log",
    free: (path) => platformAndAdapters(path) || path.startsWith("src/server/commands/"),
  },
  {
    rule: "fetch",
    pattern: /(?<![.\w])fetch\(/,
    instead: "send or sendJson (#platform/outgoing), or call (#client/call.ts) in the browser",
    free: platformAndAdapters,
  },
  {
    rule: "the library below our own tag",
    pattern: /from\s+"sql-template-tag"/,
    instead: "sql`…` (#platform/sql) with the type of its rows, on the Tx or Database that was handed in",
    free: (path) => path.startsWith("src/platform/"),
  },
  {
    rule: "the transaction after what a verb is made of",
    pattern: /\(\s*[^()\s][^()]*,\s*tx: Tx\b/,
    instead: "`tx` first",
    free: () => false,
  },
  {
    rule: "another type of languages",
    pattern: /type Language = /,
    instead: "the one of `#platform/http`, in browsers that of `#ui/text.tsx`",
    free: (path) => path === "src/platform/http.ts" || path === "src/ui/text.tsx",
  },
  {
    rule: "_MOST and _LEAST",
    pattern: /\b(?:[A-Z][A-Z0-9_]*_)?(?:MOST|LEAST)(?:_[A-Z0-9_]+)?\b/,
    instead: "MAX_… and MIN_…",
    free: (path) => path === "test/tidy/rules.test.ts",
    everywhere: true,
  },
  {
    // SPEC §9: what leads somewhere by itself takes debug mode along. The console has none.
    rule: "ways that a script leads without debug mode",
    pattern: /\b(?:location\.(?:assign|replace)\(|location(?:\.href)? = |navigate\()\s*["'`]\//,
    instead: "inDebug (#client/in-debug.ts)",
    free: (path) => path.startsWith("src/operator/"),
  },
  {
    rule: "public ids made by screens",
    pattern: new RegExp(`\\b(?:${PUBLIC_IDS.map(({ prefix }) => prefix).join("|")})_\\$\\{`),
    instead: "the id as the door hands it out (`show` there)",
    free: (path) => !path.includes("/web/"),
  },
];

it("every public id has a prefix of its own, and a module that declares it", () => {
  const prefixes = PUBLIC_IDS.map(({ prefix }) => prefix);
  expect(prefixes.length).toBeGreaterThan(10);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  expect(prefixes.filter((prefix) => !/^[a-z]{3}$/.test(prefix))).toEqual([]);
  const defined = product
    .filter(({ path }) => path.startsWith("src/modules/"))
    .flatMap(({ text }) => [...text.matchAll(/definePublicId\("[a-z_]+", "([a-z]+)"\)/g)].map((match) => match[1]));
  expect(defined.filter((prefix) => !prefixes.includes(prefix ?? ""))).toEqual([]);
});

it("every place in the account has a page, an icon, and words in both languages", () => {
  const places = MODULES.flatMap((module: Module<never>) => module.navigation ?? []);
  expect(places.length).toBeGreaterThan(5);
  const routes = readFileSync("src/routes.ts", "utf8");
  for (const { href, icon, text, below = [] } of places) {
    expect(LUCIDE as readonly string[], href).toContain(icon);
    for (const path of [href, ...below.filter((path) => !path.endsWith("/"))])
      expect(routes, path).toContain(`route("${path.slice(1)}"`);
    expect([text.en, text.es].filter((words) => words.trim() === "")).toEqual([]);
  }
  expect(new Set(places.map(({ href }) => href)).size).toBe(places.length);
});

describe("house rules", () => {
  it.each(BANS)("$rule only where it belongs (elsewhere: $instead)", ({ rule, pattern, free, everywhere }) => {
    const wrong = (everywhere ? sources : product)
      .filter((file) => pattern.test(file.code) && !free(file.path) && !allowed(rule, file.path))
      .map((file) => file.path);
    expect(wrong).toEqual([]);
  });

  it("keeps no exception that is not needed", () => {
    const idle = EXCEPTIONS.filter(({ rule, file }) => {
      const ban = BANS.find((one) => one.rule === rule);
      const source = sources.find((one) => one.path === file);
      return !ban || !source || !ban.pattern.test(source.code);
    });
    expect(idle).toEqual([]);
  });

  it("names files for what is in them", () => {
    expect(paths.filter((path) => /(^|\/)(index|utils?|helpers?|common|misc)\.(ts|tsx)$/.test(path))).toEqual([]);
    expect(
      paths.filter(
        (path) =>
          path.endsWith(".tsx") &&
          !/^src\/(ui|site|operator)\/|^src\/modules\/[a-z]+\/(web|test)\/|^src\/(root|entry\.(client|server))\.tsx$|^extension\//.test(
            path,
          ),
      ),
    ).toEqual([]);
  });

  it("calls a module a module, and what its verbs are given a context", () => {
    const wrong = paths.filter(
      (path) =>
        /^(src|docs|bench|bin)\/.*\.(ts|tsx|md|sql|mjs)$|^[A-Z]+\.md$/.test(path) &&
        // Hotels have rooms, and shops sell things for them.
        !/^src\/modules\/(catalog|mailboxes|protection)\//.test(path) &&
        (/(^|[/-])rooms?[.-]/.test(path) ||
          /\b[A-Z][a-z]+Room\b|\brooms?\b(?! for| are compared)/i.test(readFileSync(path, "utf8"))),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps every file small enough to live in", () => {
    expect(sources.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
  });

  it("gives every module a README, even when it is empty", () => {
    expect(MODULE_NAMES.filter((module) => !existsSync(`src/modules/${module}/README.md`))).toEqual([]);
  });

  it("lets SQL of a module name only its own schema", () => {
    const wrong: string[] = [];
    for (const file of product) {
      const own = /^src\/modules\/([a-z]+)\//.exec(file.path)?.[1];
      if (!own) continue;
      for (const match of file.code.matchAll(/`[^`]*\b(?:select|insert into|update|delete from|join)\b[^`]*`/gis)) {
        for (const name of match[0].matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+)\.[a-z_]+/gi)) {
          const schema = name[1] ?? "";
          if (MODULE_NAMES.includes(schema) && schema !== own) wrong.push(`${file.path}: ${schema}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("keeps SQL in stores", () => {
    const isStore = (path: string) => /(^|\/)(store|[a-z-]*-store)\.ts$|\/store\/|migrations\//.test(path);
    const wrong = product
      .filter((file) => file.path.startsWith("src/modules/") && !isStore(file.path) && /\bsql`|\bsql</.test(file.code))
      .map((file) => file.path);
    expect(wrong.filter((path) => !allowed("sql", path))).toEqual([]);
  });

  it("declares every screen public, personal, a member's own or an operator's", () => {
    const files = new Set(
      [...readFileSync("src/routes.ts", "utf8").matchAll(/"((?:modules|site|operator)\/[^"]+\.tsx)"/g)].map(
        (match) => `src/${match[1]}`,
      ),
    );
    expect(files.size).toBeGreaterThan(10);
    const wrong = [...files].filter(
      (path) =>
        !/export const handle = (publicPage|memberPage|personalPage|operatorPage)\(/.test(readFileSync(path, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("leaves no mark of unfinished work, and no path of a machine", () => {
    const marks = sources
      .filter((file) => !file.path.startsWith("test/tidy/") && /\b(TODO|FIXME|XXX|HACK)\b|lorem ipsum/.test(file.text))
      .map((file) => file.path);
    expect(marks).toEqual([]);
    const texts = paths.filter(
      (path) =>
        /\.(ts|tsx|mjs|md|json|css|sql|yml|sh)$/.test(path) &&
        path !== "package-lock.json" &&
        !path.startsWith("test/tidy/"),
    );
    expect(
      texts.filter((path) =>
        /(^|["'`\s(=:])\/(work|farm|home)\/[a-z]|registry\.npmjs|\.\.\/shared/.test(readFileSync(path, "utf8")),
      ),
    ).toEqual([]);
  });

  it("uses no design token that nothing declares: it would draw nothing, and nobody would be told", () => {
    const styled = paths.filter((path) => path.startsWith("src/") && /\.(css|tsx?)$/.test(path));
    const texts = new Map(styled.map((path) => [path, readFileSync(path, "utf8")]));
    const declared = new Set(
      [...texts.values()].flatMap((text) => [...text.matchAll(/(--tp-[\w-]+)["'\]]?:/g)].map(([, name]) => name)),
    );
    const unknown = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\((--tp-[\w-]+)\)/g)]
        .filter(([, name]) => !declared.has(name))
        .map(([use]) => `${path} ${use}`),
    );
    expect(declared.size).toBeGreaterThan(30);
    expect(unknown).toEqual([]);
  });

  it("skips no test and leaves none alone", () => {
    expect(
      sources
        .filter(
          (file) =>
            isTest(file.path) &&
            !file.path.startsWith("test/tidy/") &&
            /\b(it|test|describe)\.(skip|only|todo|fixme)\b/.test(file.code),
        )
        .map((file) => file.path),
    ).toEqual([]);
  });
});
