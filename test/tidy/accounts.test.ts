/** Kinds of accounts lie with their owners: whoever posts to one imports it from its owner's door, and so may see it. */
import { expect, it } from "vitest";
import { MODULES } from "../../src/modules/order.ts";
import type { AccountKind } from "../../src/platform/account-kind.ts";
import type { Module } from "../../src/platform/module.ts";
import { isTest, paths, sources, within } from "./files.ts";

const OWN = /^src\/modules\/([a-z]+)\/accounts\.ts$/;
const files = paths.filter((path) => OWN.test(path));
const isKind = (value: unknown): value is AccountKind =>
  typeof value === "object" && value !== null && "bound" in value;

/** What each module's file defines, by the name of the constant. */
const defined = new Map<string, Map<string, AccountKind>>();
for (const path of files) {
  const values: Record<string, unknown> = await import(`../../${path}`);
  const kinds = Object.entries(values).flatMap(([name, value]) => (isKind(value) ? [[name, value] as const] : []));
  defined.set(OWN.exec(path)?.[1] ?? "", new Map(kinds));
}
const ownerOf = new Map([...defined].flatMap(([module, kinds]) => [...kinds.keys()].map((name) => [name, module])));

it("are defined in their module's accounts.ts alone, each by a constant of its own name", () => {
  const elsewhere = sources.filter(
    ({ path, code }) =>
      /\bdefineAccount\(/.test(code) && !OWN.test(path) && !isTest(path) && !path.startsWith("src/platform/"),
  );
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
  const wrong = [...defined.values()].flatMap((kinds) =>
    [...kinds].filter(([name, kind]) => name !== kind.name.toUpperCase()),
  );
  expect(wrong).toEqual([]);
  expect(ownerOf.size).toBeGreaterThan(30);
});

it.each([...MODULES] as Module<never>[])(
  "$name declares what it defines, and nothing of another's",
  ({ name, accounts = [] }) => {
    const names = (kinds: Iterable<AccountKind>) => [...kinds].map((kind) => kind.name).toSorted();
    expect(names(accounts)).toEqual(names(defined.get(name)?.values() ?? []));
  },
);

/** Names in the braces of an import or a passing on, by where they come from. */
function takenBy(code: string): { name: string; from: string; passedOn: boolean }[] {
  return [...code.matchAll(/^(import|export) \{([^}]*)\} from "([^"]+)"/gm)].flatMap(([, how, names = "", from = ""]) =>
    names.split(",").map((one) => ({ name: one.trim().split(" as ")[0] ?? "", from, passedOn: how === "export" })),
  );
}

it("are taken from their owner's door, and passed on by no other", () => {
  const taken = within("src").flatMap(({ path, code }) => {
    const module = /^src\/modules\/([a-z]+)\//.exec(path)?.[1];
    return isTest(path) ? [] : takenBy(code).map((one) => ({ ...one, path, module }));
  });
  const kinds = taken.filter(({ name }) => ownerOf.has(name));
  expect(kinds.length).toBeGreaterThan(30);
  const wrong = kinds.filter(({ name, from, module, passedOn }) => {
    const owner = ownerOf.get(name);
    return module === owner ? !/^(\.{1,2}\/)+accounts\.ts$/.test(from) : passedOn || from !== `#${owner}`;
  });
  expect(wrong).toEqual([]);
});

it("of members are the ledger's to post to: others read of them by name (elsewhere: credit, hold, capture, release or giveBack)", () => {
  const members = [...(defined.get("ledger") ?? [])].flatMap(([name, kind]) => (kind.house ? [] : [name]));
  expect(members).toHaveLength(8);
  const used = new RegExp(`\\b(?:${[...members, "MEMBER_ACCOUNTS"].join("|")})\\b(?!\\.name\\b)`);
  const withoutImports = (code: string) => code.replace(/^import [^;]*;$/gm, "");
  const wrong = within("src").filter(
    ({ path, code }) =>
      !isTest(path) &&
      !path.startsWith("src/modules/ledger/") &&
      // It lays payments beside what is set aside, and posts nothing.
      path !== "src/modules/treasury/explain-accounts.ts" &&
      used.test(withoutImports(code)),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

it("are nowhere posted to by a text", () => {
  const texts = sources.filter(({ code }) => /account: \{\s*kind: ["'`]/.test(code));
  expect(texts.map(({ path }) => path)).toEqual([]);
});
