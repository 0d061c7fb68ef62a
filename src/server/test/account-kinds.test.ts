/** A module brings its own kinds of accounts, without a line in the ledger; and a database that knows them otherwise is left alone. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createLedger, MEMBER_AVAILABLE } from "#ledger";
import { defineAccount } from "#platform/account-kind";
import { fixedClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { createLog } from "#platform/log";
import { GOODWILL } from "#rewards";
import { readConfig } from "#settings";
import { createTreasury, monthSpan } from "#treasury";
import { createTestDatabase } from "../../../test/support/database.ts";
import { ownedDatabase } from "../../../test/support/owned-database.ts";
import { compareAccountKinds, insertAccountKinds } from "../../modules/ledger/kind-store.ts";
import { ACCOUNT_KINDS, accountKindsOf } from "../account-kinds.ts";
import { wire } from "../wiring.ts";

const log = createLog({ level: "silent" });

/** What a module that there is not would declare: an account of the house, and one of each member. */
const STAMP_FLOAT = defineAccount("stamp_float", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what a printer of stamps holds for us",
});
const MEMBER_STAMPS = defineAccount("member_stamps", {
  class: "liability",
  unit: "USD",
  house: false,
  bound: "floor",
  about: "paid for stamps and not used yet",
});
const STAMPS = { name: "stamps", accounts: [STAMP_FLOAT, MEMBER_STAMPS] };

it("a made-up module's kinds are kept, posted to, verified, moved with their member, and stand in the books", async () => {
  const base = await createTestDatabase();
  const clock = fixedClock("2027-03-02T15:00:00Z");
  const DATA_DIR = await mkdtemp(join(tmpdir(), "tuppence-kinds-"));
  const config = readConfig({ NODE_ENV: "test", DATA_DIR });
  const product = await wire({ config, clock, log, database: base.handle });
  try {
    const accounts = accountKindsOf([{ name: "others", accounts: ACCOUNT_KINDS }, STAMPS]);
    const owner = openDatabase({ url: base.ownerUrl, connections: 1, log });
    await insertAccountKinds(owner.db, accounts);
    await owner.close();
    const ledger = createLedger({ database: base.handle, clock, log, accounts });
    const filled = await base.handle.transaction((tx) =>
      ledger.post(tx, [
        {
          kind: "stamps.bought",
          cause: "stamps:1",
          lines: [
            { account: { kind: STAMP_FLOAT, owner: "printer" }, amount: -700n },
            { account: { kind: MEMBER_STAMPS, owner: "ann" }, amount: 700n },
          ],
        },
      ]),
    );
    expect(filled).toMatchObject({ ok: true });
    const taken = (amount: bigint) =>
      base.handle.transaction((tx) =>
        ledger.post(tx, [
          {
            kind: "stamps.used",
            cause: `stamps:used:${amount}`,
            lines: [
              { account: { kind: MEMBER_STAMPS, owner: "ann" }, amount: -amount },
              { account: { kind: STAMP_FLOAT, owner: "printer" }, amount },
            ],
          },
        ]),
      );
    expect(await taken(701n), "below its floor").toMatchObject({ ok: false, code: "insufficient" });
    expect(await taken(200n)).toMatchObject({ ok: true });
    expect(await ledger.houseBalance(STAMP_FLOAT, "printer")).toBe(-500n);

    await base.handle.transaction((tx) => ledger.moveMember(tx, { from: "ann", to: "bob", round: 1 }));
    const stated = (await ledger.chains(["bob"])).map((line) => [line.account_kind, line.kind, line.amount]);
    expect(stated, "in the statement that proves itself").toEqual([["member_stamps", "account.merged", 500n]]);
    expect((await ledger.verify()).findings).toEqual([]);

    await expect(
      base.handle.transaction((tx) => ledger.closeMember(tx, "bob")),
      "nobody's money is left behind by who leaves",
    ).rejects.toThrow("member_stamps is emptied by its module before an account ends");

    const treasury = createTreasury({ ...product, ledger });
    const statement = await treasury.statement(monthSpan("2027-03") ?? { from: new Date(), to: new Date() });
    expect(statement).toMatchObject({ balances: true, imbalance_minor: 0n });
    const own = statement.accounts.filter(({ account }) => account.includes("stamp"));
    expect(own.map((row) => [row.account, row.owner, row.class, row.closing_minor, row.movements.length])).toEqual([
      ["member_stamps", "members", "liability", 500n, 3],
      ["stamp_float", "printer", "asset", 500n, 2],
    ]);
    const journal = await treasury.journal("2027-03");
    expect(journal, "in the file for accounting").toContain("stamps.bought,stamp_float,printer,asset,USD,7.00,,7.00,1");

    const former = await product.ledger.verify();
    expect(new Set(former.findings.map(({ kind }) => kind)), "where its module is gone").toEqual(
      new Set(["an account is not as the chart says"]),
    );
  } finally {
    await product.cashback.close();
    await product.attribution.close();
    product.notifications.close();
    await base.drop();
    await rm(DATA_DIR, { recursive: true });
  }
});

describe("refused", () => {
  const { handle, rowsOf, prepare, asServer, migrated } = ownedDatabase();
  afterEach(async () => {
    await rowsOf("set session_replication_role = replica; delete from ledger.accounts; reset session_replication_role");
    await rowsOf("delete from ledger.account_kinds where kind in ('rebates', 'stamp_float')");
    await prepare();
  });
  const stored = () => rowsOf<{ kind: string }>("select * from ledger.account_kinds order by kind");

  it("is one kind of two modules, by both their names", () => {
    expect(() => accountKindsOf([STAMPS, { name: "letters", accounts: [STAMP_FLOAT] }])).toThrow(
      "stamps and letters both declare accounts of the kind stamp_float",
    );
    expect(() => accountKindsOf([STAMPS, STAMPS])).toThrow("stamps and stamps both declare");
  });

  it.each(["", "Stamps", "stamp:float", "stamp float", "_stamps", "stamp__float"])("is the name %j", (name) => {
    expect(() => defineAccount(name, STAMP_FLOAT)).toThrow("small letters and underscores");
  });

  it("is a posting to a kind that no module declares, also to the double of one", async () => {
    const ledger = createLedger({
      database: handle(),
      clock: fixedClock("2027-03-02T15:00:00Z"),
      log,
      accounts: ACCOUNT_KINDS,
    });
    const { name, ...terms } = MEMBER_AVAILABLE;
    // Also where the account of the true kind is known already: it is after its second transfer.
    for (const cause of ["stamps:3", "stamps:4"])
      await handle().transaction((tx) =>
        ledger.post(tx, [
          {
            ...{ kind: "stamps.bought", cause },
            lines: [
              { account: { kind: MEMBER_AVAILABLE, owner: "x" }, amount: 1n },
              { account: { kind: GOODWILL, owner: "house" }, amount: -1n },
            ],
          },
        ]),
      );
    for (const kind of [STAMP_FLOAT, defineAccount(name, terms as typeof STAMP_FLOAT)])
      await expect(
        handle().transaction((tx) =>
          ledger.post(tx, [
            {
              kind: "stamps.bought",
              cause: "stamps:2",
              lines: [
                { account: { kind: MEMBER_AVAILABLE, owner: "ann" }, amount: 1n },
                { account: { kind, owner: "x" }, amount: -1n },
              ],
            },
          ]),
        ),
      ).rejects.toThrow(`accounts of the kind ${kind.name} are declared by a module`);
  });

  it("is a database where a kind is another, in plain words, for its owner and for the server", async () => {
    await rowsOf("update ledger.account_kinds set class = 'income' where kind = 'rebates'");
    const before = await stored();
    for (const start of [prepare, asServer])
      await expect(start()).rejects.toThrow(
        "DATABASE_URL: accounts of the kind rebates are income in USD of the house, without a bound, and this version says expense in USD of the house, without a bound",
      );
    expect(await stored()).toEqual(before);
  });

  it("is the server alone where a kind is new: the owner brings it, and nothing else changes", async () => {
    const before = await stored();
    await rowsOf("delete from ledger.account_kinds where kind = 'rebates'");
    await expect(asServer()).rejects.toThrow("DATABASE_OWNER_URL: is needed for new kinds of accounts (rebates)");
    expect(await prepare()).toEqual({ shielded: true });
    expect(await stored()).toEqual(before);
    expect(await asServer()).toEqual({ shielded: true });
  });

  it("is a database with accounts of a kind that nobody declares any more, but not one that only knows it", async () => {
    await rowsOf("insert into ledger.account_kinds values ('stamp_float', 'asset', 'USD', true, 'none')");
    expect(await prepare()).toEqual({ shielded: true });
    expect(
      (await stored()).map(({ kind }) => kind),
      "none is deleted",
    ).toContain("stamp_float");
    await rowsOf(
      "insert into ledger.accounts (account_id, kind, unit, owner, house, bound) values (gen_random_uuid(), 'stamp_float', 'USD', 'printer', true, 'none')",
    );
    for (const start of [prepare, asServer])
      await expect(start()).rejects.toThrow(
        "DATABASE_URL: there are accounts of the kind stamp_float, which this version does not know",
      );
  });

  it("is nothing where all is as it was declared", async () => {
    expect(await compareAccountKinds(handle().db, ACCOUNT_KINDS)).toEqual({ missing: [], faults: [] });
    const [first, ...rest] = ACCOUNT_KINDS;
    const other = { ...(first ?? STAMP_FLOAT), bound: "ceiling" as const };
    const { faults } = await compareAccountKinds(handle().db, [other as typeof STAMP_FLOAT, ...rest, STAMP_FLOAT]);
    expect(faults).toEqual([
      expect.stringContaining("with a floor, and this version says liability in USD of members, with a ceiling"),
    ]);
  });

  it("takes the migrations of its start back with it, so that the version before starts as it did", async () => {
    await rowsOf("delete from platform.migrations where name like '0127-pp-platform-%'");
    await rowsOf("update ledger.account_kinds set class = 'income' where kind = 'rebates'");
    const before = await migrated();
    await expect(prepare()).rejects.toThrow("accounts of the kind rebates");
    expect(await migrated()).toEqual(before);
  });
});
