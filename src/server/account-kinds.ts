/** All kinds of accounts that modules declare, each by one module, and the one that keeps them. */
import type { AccountKeeper, AccountKind } from "#platform/account-kind";
import type { Module } from "#platform/module";
import { assert } from "#platform/outcome";
import { MODULES } from "../modules/order.ts";

type Declared = Pick<Module<never>, "name" | "accounts">;

export function accountKindsOf(modules: readonly Declared[]): readonly AccountKind[] {
  const owners = new Map<string, string>();
  for (const { name: module, accounts = [] } of modules)
    for (const { name } of accounts) {
      const other = owners.get(name);
      assert(other === undefined, `${other} and ${module} both declare accounts of the kind ${name}`);
      owners.set(name, module);
    }
  return modules.flatMap(({ accounts = [] }) => accounts);
}

export const ACCOUNT_KINDS = accountKindsOf(MODULES);

function keeperOf(modules: readonly Module<never>[]): AccountKeeper {
  const [keeper, ...others] = modules.flatMap(({ keeper = [] }) => keeper);
  assert(keeper && others.length === 0, "one module keeps the accounts of all");
  return keeper;
}
export const ACCOUNT_KEEPER = keeperOf(MODULES);
