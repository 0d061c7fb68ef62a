/**
 * A statement that proves itself: what the service writes is checked by the program that shares no code with it, and whatever is
 * changed in it is found.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkStatement } from "../../checker/check-statement.mjs";
import type { Statement } from "../../src/modules/passbook/write-statement.ts";
import { createAccountCaller } from "../support/account-calls.ts";
import { createShopping, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let shopping: Shopping;
let member: Awaited<ReturnType<World["member"]>>;
let folder: string;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  shopping = await createShopping(world);
  member = await world.member("Ann");
  folder = await mkdtemp(join(tmpdir(), "tuppence-statement-"));
  for (const amount of [50, 80]) await shopping.act(await shopping.shop(member, amount), "approve");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

const statement = () => world.passbook.statement(member.user_id);
const codeOf = (check: Promise<unknown>) =>
  check.then(
    () => "right",
    (error: { code?: string }) => error.code,
  );
/** A copy in which something is another. */
const changed = (file: Statement, change: (copy: Statement) => void): Statement => {
  const copy = structuredClone(file);
  change(copy);
  return copy;
};

describe("a signed statement", () => {
  it("is right to the cent, and says what the passbook says", async () => {
    const file = await statement();
    const told = await checkStatement(JSON.stringify(file), { key: world.passbook.statementKey });
    const { available, pending } = await world.ledger.balances(member.user_id);
    expect(available).toBeGreaterThan(0n);
    const balanceOf = (name: string) => told.accounts.find((account) => account.name === name)?.balance;
    expect(balanceOf("member_available")).toBe(available.toString());
    expect(balanceOf("member_pending")).toBe(pending.toString());
    expect(told.member).toMatch(/^usr_/);
  });

  it("shows each change of it: a cent, a day, a line left out, two that change places", async () => {
    const file = await statement();
    const lines = (copy: Statement) => {
      const account = copy.accounts.find(({ lines: all }) => all.length > 1);
      if (!account) throw new Error("no account has two lines");
      return account.lines;
    };
    const with1 = (text: string) => (BigInt(text) + 1n).toString();
    const wrong: [string, (copy: Statement) => void][] = [
      [
        "wrong_sum",
        (copy) => {
          const second = lines(copy)[1];
          if (second) second.amount = with1(second.amount);
        },
      ],
      [
        "chain_broken",
        (copy) => {
          const all = lines(copy);
          const last = all.at(-1);
          if (last) Object.assign(last, { amount: with1(last.amount), balance: with1(last.balance) });
        },
      ],
      ["line_missing", (copy) => void lines(copy).shift()],
      ["line_missing", (copy) => void lines(copy).reverse()],
      ["wrong_signature", (copy) => void lines(copy).pop()],
      ["wrong_signature", (copy) => void Object.assign(lines(copy)[0] ?? {}, { at: "2020-01-01T00:00:00.000Z" })],
      ["wrong_signature", (copy) => void copy.accounts.pop()],
      ["wrong_signature", (copy) => void Object.assign(copy, { member: "usr_somebody" })],
      ["wrong_signature", (copy) => void Object.assign(copy, { public_key: "A".repeat(43) })],
      ["no_statement", (copy) => void Object.assign(lines(copy)[0] ?? {}, { amount: 5 })],
      ["no_statement", (copy) => void Object.assign(copy, { format: "tuppence-statement-2" })],
    ];
    for (const [code, change] of wrong)
      expect(await codeOf(checkStatement(changed(file, change))), `${code}: ${change}`).toBe(code);
    for (const text of ["", "{}", "[]", "null", '{"format":"tuppence-statement-1"}'])
      expect(await codeOf(checkStatement(text)), text).toBe("no_statement");
    expect(await codeOf(checkStatement(file, { key: "another" }))).toBe("other_key");
  });

  it("goes on where an earlier one ended, and shows when that was rewritten", async () => {
    const earlier = await statement();
    await shopping.act(await shopping.shop(member, 30), "approve");
    const later = await statement();
    expect(await codeOf(checkStatement(later, { earlier }))).toBe("right");
    // Signed as rightly as the other, and yet less than what was told before.
    expect(await codeOf(checkStatement(earlier, { earlier: later }))).toBe("rewritten");
    const other = await world.passbook.statement((await world.member("Ben")).user_id);
    expect(other.accounts).toEqual([]);
    expect(await codeOf(checkStatement(other, { earlier }))).toBe("other_member");
  });

  it("is checked on the command line, with an exit code for each end", async () => {
    const path = join(folder, "statement.json");
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ["checker/main.mjs", ...args]).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
      );
    const file = await statement();
    await writeFile(path, JSON.stringify(file));
    expect(await run(path, "--key", file.public_key)).toMatchObject({ code: 0, text: /Right to the cent/ });
    await writeFile(path, JSON.stringify(file).replace(/"amount":"(\d)/, '"amount":"9$1'));
    expect(await run(path)).toMatchObject({ code: 1, text: /not the sum/ });
    expect(await run(join(folder, "none.json"))).toMatchObject({ code: 2 });
    expect(await run()).toMatchObject({ code: 2 });
  });

  it("is given to its member alone, soon after a sign-in, and its key to everybody", async () => {
    const { session } = await createAccountCaller(world).join("Cora Statement");
    const url = "/api/user/statement.json";
    const headers = { authorization: `Bearer ${session.token}`, "x-tuppence-bind": session.bind };
    expect((await world.app.inject({ url })).statusCode).toBe(401);
    const answer = await world.app.inject({ url, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="tuppence-statement-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const key = (await world.app.inject({ url: "/api/statement-key" })).json<{ public_key: string }>();
    expect(await codeOf(checkStatement(answer.body, { key: key.public_key }))).toBe("right");
    await world.advance({ minutes: 11 });
    expect((await world.app.inject({ url, headers })).json()).toMatchObject({ code: "sign_in_again" });
  });

  it("has a page that is the same program in one file, and asks nobody else", async () => {
    const page = await world.app.inject({ url: "/check-statement" });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("async function checkStatement(");
    expect(page.body).not.toMatch(/\bexport |src=|href="http/);
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
  });
});
