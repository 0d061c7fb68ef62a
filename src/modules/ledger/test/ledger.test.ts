import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARGIN, NETWORK_RECEIVABLE } from "#cashback";
import { PAYOUT_FLOAT } from "#payables";
import { fixedClock } from "#platform/clock";
import { likeAnotherProcess, openDatabase } from "#platform/database";
import { createLog } from "#platform/log";
import { GOODWILL } from "#rewards";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { MEMBER_AVAILABLE } from "../accounts.ts";
import { createLedger, type Ledger, type Posting } from "../ledger.server.ts";
import { chainWhole } from "./chain-whole.ts";

const log = createLog({ level: "silent" });
let base: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  base = await createTestDatabase({ connections: 16 });
  const clock = fixedClock("2026-03-10T12:00:00Z");
  ledger = createLedger({ database: base.handle, clock, log, accounts: ACCOUNT_KINDS });
});
afterAll(() => base.drop());

const give = (cause: string, owner: string, amount: bigint): Posting => ({
  kind: "order.confirmed",
  cause,
  lines: [
    { account: { kind: NETWORK_RECEIVABLE, owner: "impact" }, amount: -amount - 100n },
    { account: { kind: MEMBER_AVAILABLE, owner }, amount },
    { account: { kind: MARGIN, owner: "house" }, amount: 100n },
  ],
});
const post = (...postings: Posting[]) => base.handle.transaction((tx) => ledger.post(tx, postings));
const clean = async () => expect((await ledger.verify()).findings).toEqual([]);

describe("transfers", () => {
  it("move money once, however often the same cause is told", async () => {
    const first = await post(give("a1", "ann", 768n));
    const again = await post(give("a1", "ann", 768n));
    expect(first).toMatchObject({ ok: true, value: [{ duplicate: false }] });
    expect(again).toMatchObject({ ok: true, value: [{ duplicate: true }] });
    expect(await ledger.balances("ann")).toMatchObject({ available: 768n, pending: 0n });
    await clean();
  });

  it("refuse the same cause with other content", async () => {
    expect(await post(give("a1", "ann", 769n))).toMatchObject({ ok: false, code: "conflict" });
    expect(await ledger.balances("ann")).toMatchObject({ available: 768n });
  });

  it("refuse to pass a bound, and then write nothing of the batch", async () => {
    const take: Posting = {
      kind: "test.take",
      cause: "take-too-much",
      lines: [
        { account: { kind: MEMBER_AVAILABLE, owner: "ann" }, amount: -1_000n },
        { account: { kind: PAYOUT_FLOAT, owner: "paypal" }, amount: 1_000n },
      ],
    };
    expect(await post(give("a2", "ann", 10n), take)).toMatchObject({ ok: false, code: "insufficient" });
    expect(await ledger.balances("ann")).toMatchObject({ available: 768n });
    await clean();
  });

  it("refuse lines that do not sum to zero, in code and in the database", async () => {
    const wrong: Posting = {
      kind: "test.wrong",
      cause: "wrong",
      // There is a second line, which the list's type does not know.
      lines: [give("x", "ann", 5n).lines[1] as never, { account: { kind: MARGIN, owner: "house" }, amount: 4n }],
    };
    await expect(post(wrong)).rejects.toThrow(/sum to zero/);
    await expect(
      base.handle.pool.query(
        "with t as (insert into ledger.transfers (transfer_id, kind, cause, content_hash, at) values (gen_random_uuid(), 'x', 'raw', '\\x00', now()) returning transfer_id) insert into ledger.lines (transfer_id, position, account_id, unit, amount) select transfer_id, 1, gen_random_uuid(), 'USD', 5 from t",
      ),
    ).rejects.toThrow(/sum to zero/);
  });

  it("never lose a cent under concurrency, with locks taken in any order", async () => {
    const owners = ["c1", "c2", "c3"];
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const batch = [
          give(`c-${n}-a`, owners[n % 3] as string, 10n),
          give(`c-${n}-b`, owners[(n * 2 + 1) % 3] as string, 5n),
        ];
        return post(...(n % 2 ? batch : batch.reverse()));
      }),
    );
    const sums = await Promise.all(owners.map((owner) => ledger.balances(owner)));
    expect(sums.reduce((sum, balances) => sum + balances.available, 0n)).toBe(900n);
    await clean();
  });

  it("tell one cause at the same moment: one posts, the others find it", async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => post(give("storm", "storm", 7n))));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(results.filter((result) => result.ok && !result.value[0]?.duplicate)).toHaveLength(1);
    expect((await ledger.balances("storm")).available).toBe(7n);
  });
});

describe("transfers told by several processes", () => {
  const told = async (cause: string) =>
    (await base.handle.pool.query("select 1 from ledger.transfers where cause = $1", [cause])).rowCount;

  it("with the same cause at the same moment post it once, and the later one finds it", async () => {
    const other = openDatabase({ url: base.url, connections: 4, log });
    const clock = fixedClock("2026-03-10T12:00:01Z");
    const second = createLedger({ database: other, clock, log, accounts: ACCOUNT_KINDS });
    try {
      for (const [round, posting] of [
        give("both-1", "bob", 5n),
        // House accounts alone: nothing but the cause itself makes the two wait for each other.
        {
          kind: "test.house",
          cause: "both-2",
          lines: [
            { account: { kind: MARGIN, owner: "house" }, amount: 4n },
            { account: { kind: GOODWILL, owner: "house" }, amount: -4n },
          ],
        } satisfies Posting,
      ].entries()) {
        const [posted, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const first = base.handle.transaction(async (tx) => {
          const outcome = await ledger.post(tx, [posting]);
          posted.resolve();
          await gate.promise;
          return outcome;
        });
        await posted.promise;
        const later = other.transaction((tx) => second.post(tx, [posting]));
        setTimeout(gate.resolve, 60);
        expect(await first, `round ${round}`).toMatchObject({ ok: true, value: [{ duplicate: false }] });
        expect(await later, `round ${round}`).toMatchObject({ ok: true, value: [{ duplicate: true }] });
      }
    } finally {
      await other.close();
    }
    expect((await ledger.balances("bob")).available).toBe(5n);
    await clean();
  });

  it("leave nothing when they are refused, and the rest of the caller's transaction stays", async () => {
    await post(give("r0", "rita", 50n));
    const take = (cause: string, amount: bigint): Posting => ({
      kind: "test.take",
      cause,
      // Rita's account is moved before it is known that Rolf's may not be, whichever of the two sorts first.
      lines: [
        { account: { kind: MEMBER_AVAILABLE, owner: "rita" }, amount: 1n },
        { account: { kind: MEMBER_AVAILABLE, owner: "rolf" }, amount: -amount },
        { account: { kind: GOODWILL, owner: "house" }, amount: amount - 1n },
      ],
    });
    const heads = async () =>
      (
        await base.handle.pool.query(
          "select a.owner, h.balance, h.lines, encode(h.hash, 'hex') as hash from ledger.heads h join ledger.accounts a using (account_id) where a.owner in ('rita', 'rolf') and h.lines > 0 order by 1",
        )
      ).rows;
    const before = await heads();
    await base.handle.transaction(async (tx) => {
      expect(await ledger.post(tx, [take("r1", 100n)])).toMatchObject({ ok: false, code: "insufficient" });
      expect(await ledger.post(tx, [{ ...give("r0", "rita", 51n) }])).toMatchObject({ ok: false, code: "conflict" });
      expect(await ledger.post(tx, [give("r0", "rita", 50n)])).toMatchObject({
        ok: true,
        value: [{ duplicate: true }],
      });
      expect(await likeAnotherProcess(() => told("r1"))).toBe(0);
      expect((await ledger.post(tx, [give("r2", "rolf", 3n)])).ok).toBe(true);
    });
    expect((await heads()).filter((head) => head.owner === "rita")).toEqual(before);
    expect(await told("r1")).toBe(0);
    expect((await ledger.balances("rolf")).available).toBe(3n);
    await clean();
  });

  it("find a cause again although the balance would not allow it any more", async () => {
    await post(give("s0", "sam", 10n));
    const take: Posting = {
      kind: "test.take",
      cause: "s1",
      lines: [
        { account: { kind: MEMBER_AVAILABLE, owner: "sam" }, amount: -10n },
        { account: { kind: PAYOUT_FLOAT, owner: "paypal" }, amount: 10n },
      ],
    };
    expect((await post(take)).ok).toBe(true);
    expect(await post(take)).toMatchObject({ ok: true, value: [{ duplicate: true }] });
  });

  it("refuse lines of a transfer that is not there", async () => {
    await expect(
      base.handle.pool.query(
        "insert into ledger.lines (transfer_id, position, account_id, unit, amount) select gen_random_uuid(), n, gen_random_uuid(), 'USD', n - 3 from unnest(array[2, 4]) n",
      ),
    ).rejects.toThrow(/not there/);
  });

  it("hash alike alone and in a batch, and when an account is named twice", async () => {
    const lines = (owner: string): Posting["lines"] => [
      { account: { kind: MEMBER_AVAILABLE, owner }, amount: 7n },
      { account: { kind: GOODWILL, owner: "house" }, amount: -7n },
    ];
    const data = { long: 'ü"\\', n: 1, b: true, nothing: null, a: "z" };
    const make = (n: number): Posting => ({
      kind: "test.alike",
      cause: `alike-${n}`,
      reason: n ? "why, not" : null,
      data,
      lines: lines("al"),
    });
    for (const n of [0, 1]) await post(make(n));
    await post(...[2, 3, 4].map(make));
    await post({ ...make(5), lines: [...lines("al"), ...lines("al")] });
    expect(await post(make(3)), "posted in a batch, told alone").toMatchObject({ value: [{ duplicate: true }] });
    expect(await post(make(0), make(6)), "posted alone, told in a batch").toMatchObject({
      value: [{ duplicate: true }, { duplicate: false }],
    });
    expect((await ledger.balances("al")).available).toBe(56n);
    await clean();
  });
});

describe("house chains", () => {
  it("take lines whose transaction ends after that of later lines", async () => {
    const move = (cause: string): Posting => ({
      kind: "test.house",
      cause,
      lines: [
        { account: { kind: MARGIN, owner: "house" }, amount: 1n },
        { account: { kind: GOODWILL, owner: "house" }, amount: -1n },
      ],
    });
    const slow = await base.handle.pool.connect();
    try {
      await slow.query("begin");
      await slow.query("select 1 from ledger.accounts");
      await base.handle.transaction(async (tx) => {
        await ledger.post(tx, [move("hc-slow")]);
        // Others come and go, and are chained, while this one is not done.
        const another = (n: number) => post(move(`hc-${n}`)).then(() => ledger.chainHouse());
        for (const n of [1, 2, 3]) await likeAnotherProcess(() => another(n));
      });
    } finally {
      await slow.query("rollback");
      slow.release();
    }
    await ledger.chainHouse(1);
    // The mark waits for transactions that run anywhere in this server, of other tests too.
    const state =
      "select (select count(*)::int from ledger.lines l where sequence is null and not exists (select from ledger.house_chain c where c.line_id = l.line_id)) as left, (select mark > (select max(line_id) from ledger.lines) from ledger.house_mark) as whole";
    const chained = async () => {
      await ledger.chainHouse();
      return (await base.handle.pool.query(state)).rows[0];
    };
    await expect.poll(chained).toEqual({ left: 0, whole: true });
    await clean();
  });
});

describe("holds", () => {
  it("set aside, then leave or come back, once", async () => {
    await post(give("h0", "hal", 1_000n));
    const held = await base.handle.transaction((tx) =>
      ledger.hold(tx, { cause: "w1", owner: "hal", unit: "USD", amount: 700n }),
    );
    expect(held.ok).toBe(true);
    const hold_id = held.ok ? held.value.hold_id : "";
    expect(await ledger.balances("hal")).toMatchObject({ available: 300n, held: 700n });
    expect(
      await base.handle.transaction((tx) => ledger.hold(tx, { cause: "w2", owner: "hal", unit: "USD", amount: 301n })),
    ).toMatchObject({ ok: false, code: "insufficient" });
    await base.handle.transaction((tx) => ledger.release(tx, { hold_id, reason: "PayPal does not know this address" }));
    expect(
      await base.handle.transaction((tx) =>
        ledger.release(tx, { hold_id, reason: "PayPal does not know this address" }),
      ),
    ).toMatchObject({ ok: true, value: { duplicate: true } });
    expect(
      await base.handle.transaction((tx) =>
        ledger.capture(tx, { hold_id, to: { kind: PAYOUT_FLOAT, owner: "paypal" } }),
      ),
    ).toMatchObject({ ok: false, code: "hold_closed" });
    expect(await ledger.balances("hal")).toMatchObject({ available: 1_000n, held: 0n });
    await clean();
  });
});

describe("properties", () => {
  it("any sequence of gifts, takings and repeats ends with balances that add up and chains that hold", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            owner: fc.constantFrom("p1", "p2", "p3"),
            cause: fc.nat(12),
            amount: fc.integer({ min: 1, max: 5_000 }),
            take: fc.boolean(),
          }),
          { minLength: 1, maxLength: 25 },
        ),
        async (steps) => {
          run += 1;
          const expected = new Map<string, bigint>();
          const told = new Map<string, string>();
          for (const step of steps) {
            const owner = `${step.owner}-${run}`;
            const cause = `prop-${run}-${step.cause}`;
            const content = `${owner}|${step.amount}|${step.take}`;
            const amount = BigInt(step.amount);
            const outcome = await post({
              kind: "test.step",
              cause,
              lines: [
                { account: { kind: MEMBER_AVAILABLE, owner }, amount: step.take ? -amount : amount },
                { account: { kind: GOODWILL, owner: "house" }, amount: step.take ? amount : -amount },
              ],
            });
            const before = expected.get(owner) ?? 0n;
            if (told.has(cause))
              expect(outcome).toMatchObject(
                told.get(cause) === content
                  ? { ok: true, value: [{ duplicate: true }] }
                  : { ok: false, code: "conflict" },
              );
            else if (step.take && before < amount) expect(outcome).toMatchObject({ ok: false, code: "insufficient" });
            else {
              expect(outcome).toMatchObject({ ok: true, value: [{ duplicate: false }] });
              told.set(cause, content);
              expected.set(owner, step.take ? before - amount : before + amount);
            }
          }
          for (const [owner, amount] of expected) expect((await ledger.balances(owner)).available).toBe(amount);
        },
      ),
      { numRuns: 25 },
    );
    await clean();
  });
});

describe("tampering", () => {
  const attempts: [string, string, RegExp][] = [
    [
      "an amount of a member's line",
      "update ledger.lines set amount = amount + 1 where line_id = (select min(line_id) from ledger.lines where sequence is not null)",
      /sum to zero|content|chain|balance/,
    ],
    [
      "an amount of a house line",
      "update ledger.lines set amount = amount + 1 where line_id = (select max(line_id) from ledger.lines where sequence is null)",
      /sum to zero|content/,
    ],
    [
      "a reason",
      "update ledger.transfers set reason = 'nothing happened' where transfer_id = (select transfer_id from ledger.transfers where kind = 'hold.released' limit 1)",
      /content/,
    ],
    [
      "a balance",
      "update ledger.heads set balance = balance + 100 where account_id = (select account_id from ledger.accounts where kind = 'member_available' and owner = 'ann')",
      /not the sum/,
    ],
    [
      "a deleted transfer",
      "with gone as (delete from ledger.lines where transfer_id = (select transfer_id from ledger.transfers where cause = 'storm') returning transfer_id) delete from ledger.transfers where transfer_id in (select transfer_id from gone)",
      /balance|chain|end/,
    ],
    [
      "a house line taken out of its chain",
      "delete from ledger.house_chain where line_id = (select max(c.line_id) from ledger.house_chain c)",
      /not in its chain/,
    ],
    ["a rewritten house chain", "update ledger.house_chain set balance = balance - 1 where sequence = 2", /chain/],
  ];
  beforeAll(() => chainWhole(base, ledger));
  it.each(attempts)("%s is refused, and found when the refusal is switched off", async (_name, statement, finding) => {
    const client = new pg.Client({ connectionString: base.ownerUrl });
    await client.connect();
    try {
      if (!statement.includes("ledger.heads set"))
        await expect(client.query(statement)).rejects.toThrow(/never changed/);
      await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      const report = await ledger.verify();
      expect(report.findings.map((found) => found.kind).join("; ")).toMatch(finding);
    } finally {
      await client.end();
    }
  });
});
