/** What somebody could do who rules the database, done to it, and found. */
import { createHash, createHmac } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { GOODWILL } from "#rewards";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { MEMBER_AVAILABLE } from "../accounts.ts";
import { createLedger, type Posting } from "../ledger.server.ts";

const log = createLog({ level: "silent" });
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

const give = (cause: string, owner: string, amount: bigint): Posting => ({
  kind: "test.give",
  cause,
  lines: [
    { account: { kind: GOODWILL, owner: "house" }, amount: -amount },
    { account: { kind: MEMBER_AVAILABLE, owner }, amount },
  ],
});

/** A ledger with some history, a hold on its way and one that ended, verified and sealed. */
async function sealedLedger() {
  const base = await createTestDatabase();
  cleaning.push(() => base.drop());
  const folder = await mkdtemp(join(tmpdir(), "tuppence-seals-"));
  cleaning.push(() => rm(folder, { recursive: true, force: true }));
  const clock = fixedClock("2027-03-10T12:00:00Z");
  const open = (key: string | null) =>
    createLedger({
      database: base.handle,
      clock,
      log,
      seals: key === null ? null : { folder, key },
      accounts: ACCOUNT_KINDS,
    });
  const ledger = open("a key that no database holds");
  const post = async (...postings: Posting[]) => {
    const posted = await base.handle.transaction((tx) => ledger.post(tx, postings));
    if (!posted.ok) throw new Error(posted.code);
  };
  const hold = (cause: string, amount: bigint) =>
    base.handle.transaction(async (tx) => {
      const held = await ledger.hold(tx, { cause, owner: "ann", unit: "USD", amount });
      if (!held.ok) throw new Error(held.code);
      return held.value.hold_id;
    });
  await post(give("first", "ann", 5_000n));
  clock.advance({ days: 1 });
  await post(give("second", "ann", 700n), give("third", "bob", 300n));
  const ended = await hold("ended", 100n);
  await base.handle.transaction((tx) => ledger.release(tx, { hold_id: ended, reason: "test" }));
  const onItsWay = await hold("on its way", 250n);
  await post(give("newest", "ann", 42n));
  const kinds = async (one = ledger) => [...new Set((await one.verify()).findings.map((finding) => finding.kind))];
  expect(await kinds()).toEqual([]);
  const { seal } = await ledger.seal();
  expect(await kinds()).toEqual([]);
  return {
    ledger,
    open,
    post,
    folder,
    clock,
    seal,
    onItsWay,
    kinds,
    /** As somebody who may switch off every trigger and every reference. */
    async tamper(statement: string) {
      const client = new pg.Client({ connectionString: base.ownerUrl });
      await client.connect();
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      await client.query(statement);
      await client.query("commit");
      await client.end();
    },
  };
}

/** Every chain anew from its lines, as posting and chaining would have written them. */
const REHASH = `
do $$
declare line record; at uuid; b bigint; s bigint; h bytea;
begin
  update ledger.transfers t set content_hash = ledger.content_hash(t.kind, t.cause, t.reason, t.data, c.accounts, c.amounts)
    from (select transfer_id, array_agg(account_id order by position) as accounts, array_agg(amount order by position) as amounts from ledger.lines group by 1) c
    where c.transfer_id = t.transfer_id;
  for line in
    select l.line_id, l.account_id, l.transfer_id, l.amount, coalesce(l.sequence, c.sequence) as place, l.sequence is null as house, t.content_hash
      from ledger.lines l join ledger.transfers t using (transfer_id) left join ledger.house_chain c using (line_id)
      order by l.account_id, place
  loop
    if at is distinct from line.account_id then at := line.account_id; b := 0; s := 0; h := '\\x'; end if;
    b := b + line.amount; s := s + 1;
    h := ledger.line_hash(h, line.account_id, line.transfer_id, s, line.amount, b, line.content_hash);
    if line.house then update ledger.house_chain c set sequence = s, balance = b, hash = h where c.line_id = line.line_id;
    else update ledger.lines l set sequence = s, balance = b, hash = h where l.line_id = line.line_id; end if;
    update ledger.heads set balance = b, lines = s, hash = h where account_id = at;
  end loop;
end $$;`;

describe("only a seal finds", () => {
  it.each<[string, string, string]>([
    [
      "the newest transfer erased and the ends wound back",
      `delete from ledger.house_chain where line_id in (select line_id from ledger.lines join ledger.transfers using (transfer_id) where cause = 'newest');
       delete from ledger.lines where transfer_id = (select transfer_id from ledger.transfers where cause = 'newest');
       delete from ledger.transfers where cause = 'newest'; ${REHASH}`,
      "a sealed chain was cut off",
    ],
    [
      "the first transfer made tenfold and all chains computed anew",
      `update ledger.lines set amount = amount * 10 where transfer_id = (select transfer_id from ledger.transfers where cause = 'first'); ${REHASH}`,
      "a sealed chain was written anew",
    ],
    [
      "an account made another member's, with its balance",
      "update ledger.accounts set owner = 'mallory' where owner = 'bob'",
      "a sealed account was defined anew",
    ],
    [
      "dates moved by two years",
      "update ledger.transfers set at = at - interval '2 years', posted_at = posted_at - interval '2 years'",
      "dates in a sealed chain were moved",
    ],
    [
      "an account taken out with all that happened on it",
      `delete from ledger.house_chain where line_id in (select line_id from ledger.lines join ledger.transfers using (transfer_id) where cause = 'third');
       delete from ledger.lines where transfer_id = (select transfer_id from ledger.transfers where cause = 'third');
       delete from ledger.transfers where cause = 'third';
       delete from ledger.heads where account_id in (select account_id from ledger.accounts where owner = 'bob');
       delete from ledger.accounts where owner = 'bob'; ${REHASH}`,
      "a sealed account is gone",
    ],
  ])("%s", async (_name, statement, finding) => {
    const { tamper, kinds, open } = await sealedLedger();
    await tamper(statement);
    expect(await kinds(open(null))).toEqual([]);
    expect(await kinds()).toContain(finding);
  });
});

describe("the code's own chart and the transfers find, without a seal,", () => {
  it("a lifted bound", async () => {
    const { tamper, kinds, open, post } = await sealedLedger();
    const whose = "(select account_id from ledger.accounts where owner = 'ann' and kind = 'member_available')";
    await tamper(`update ledger.accounts set bound = 'none' where account_id = ${whose};
      update ledger.heads set bound = 'none' where account_id = ${whose}`);
    await post(give("overdrawn", "ann", -97_999n));
    expect(await kinds(open(null))).toEqual(["an account is not as the chart says"]);
    expect(await kinds()).toContain("a sealed account was defined anew");
  });

  const ghost = (owner: string, state: string) =>
    `insert into ledger.holds (hold_id, cause, owner, unit, amount, state, opened_at, closed_at)
     values (gen_random_uuid(), 'ghost', '${owner}', 'USD', 500, '${state}', now(), ${state === "open" ? "null" : "now()"})`;
  it.each<[string, string]>([
    ["an open hold of somebody without money", ghost("nobody", "open")],
    ["a hold that nothing opened and that is said to have left", ghost("ann", "captured")],
    [
      "a hold that was closed and whose money is still set aside",
      "update ledger.holds set state = 'released', closed_at = now() where state = 'open'",
    ],
    ["another ending than the money took", "update ledger.holds set state = 'captured' where state = 'released'"],
  ])("%s", async (_name, statement) => {
    const { tamper, kinds, open } = await sealedLedger();
    await tamper(statement);
    expect(await kinds(open(null))).toContain("a hold is not what its transfers say");
  });
});

describe("a seal", () => {
  it("stays true while the ledger goes on, and the next one holds what came since", async () => {
    const { ledger, post, kinds, tamper, onItsWay, clock } = await sealedLedger();
    await post(give("later", "bob", 5n), give("later still", "cora", 7n));
    clock.advance({ days: 1 });
    expect(await kinds()).toEqual([]);
    expect(onItsWay).toBeTruthy();
    expect((await ledger.seal()).seal?.number).toBe(2n);
    expect(await kinds()).toEqual([]);
    await tamper("update ledger.transfers set at = at + interval '1 hour' where cause = 'later still'");
    expect(await kinds()).toEqual(["dates in a sealed chain were moved"]);
  });

  it("is missed when it is taken away, and refused when it is changed, of another day or another's", async () => {
    const { ledger, folder, kinds, open } = await sealedLedger();
    const [first, second] = [join(folder, "ledger-000000001.seal"), join(folder, "ledger-000000002.seal")];
    await ledger.seal();
    const text = await readFile(second, "utf8");
    expect(await kinds(open("the key of somebody else"))).toEqual(["a seal is not ours"]);
    await rm(second);
    expect(await kinds()).toEqual(["a seal is missing"]);
    await cp(first, second);
    expect(await kinds()).toEqual(["a seal is not ours"]);
    await chmod(second, 0o600);
    await writeFile(second, text.replace(/"(\d)","/, '"9","'));
    expect(await kinds()).toEqual(["a seal is not ours"]);
    await writeFile(second, text);
    expect(await kinds()).toEqual([]);
  });

  it("is made by one process after the other, whatever one that was killed has left, and each is whole", async () => {
    const { ledger, folder, kinds } = await sealedLedger();
    await mkdir(join(folder, "ledger-000000002.seal.making"));
    const made = await Promise.all([ledger.seal(), ledger.seal(), ledger.seal()]);
    expect(made.map(({ seal }) => seal?.number).sort()).toEqual([2n, 3n, 4n]);
    for (const { seal } of made) {
      const text = await readFile(join(folder, `ledger-00000000${seal?.number}.seal`));
      expect(createHash("sha256").update(text).digest("hex")).toBe(seal?.digest);
    }
    expect(await kinds()).toEqual([]);
  });

  it("is not made of a history that was written anew after it was verified", async () => {
    const { ledger, kinds, tamper } = await sealedLedger();
    expect(await kinds()).toEqual([]);
    await tamper(
      `update ledger.lines set amount = amount * 10 where transfer_id = (select transfer_id from ledger.transfers where cause = 'first'); ${REHASH}`,
    );
    const { seal, findings } = await ledger.seal();
    expect(seal).toBeNull();
    expect(findings.map((finding) => finding.kind)).toContain("a sealed chain was written anew");
    // A person who has looked into it begins anew.
    expect((await ledger.seal({ anew: true })).seal?.number).toBe(2n);
    expect(await kinds()).toEqual([]);
  });

  const rowsOf = async (folder: string, number: bigint) =>
    (await readFile(join(folder, `ledger-${String(number).padStart(9, "0")}.seal`), "utf8"))
      .trim()
      .split("\n")
      .slice(1, -1);

  it("goes on from the one before to the very same as if all had been read", async () => {
    const { ledger, folder, post, kinds, tamper } = await sealedLedger();
    // Digested by portions of 64 lines: ends before, at and behind their borders.
    for (const [day, lines] of [30, 27, 1, 1, 64, 190].entries()) {
      await post(...Array.from({ length: lines }, (_, n) => give(`${day}:${n}`, n % 3 ? "ann" : `new ${day}`, 1n)));
      const { seal } = await ledger.seal();
      const { seal: whole } = await ledger.seal({ anew: true });
      expect(await rowsOf(folder, seal?.number ?? 0n)).toEqual(await rowsOf(folder, whole?.number ?? 0n));
      expect(await kinds()).toEqual([]);
    }
    // What it did not read again it took from the seal before, so that verification finds it still.
    await tamper("update ledger.transfers set at = at + interval '1 hour' where cause = 'first'");
    await post(give("the next day", "ann", 1n));
    await ledger.seal();
    expect(await kinds()).toEqual(["dates in a sealed chain were moved"]);
  });

  it("is not made when what it goes on from is not as it was", async () => {
    for (const [statement, finding] of [
      [
        "update ledger.transfers set at = at + interval '1 hour' where cause = 'newest'",
        "dates in a sealed chain were moved",
      ],
      ["update ledger.accounts set owner = 'mallory' where owner = 'bob'", "a sealed account was defined anew"],
      [
        `delete from ledger.lines where transfer_id = (select transfer_id from ledger.transfers where cause = 'third')`,
        "a sealed chain was cut off",
      ],
    ] as const) {
      const { ledger, tamper, post } = await sealedLedger();
      await post(give("the next day", "ann", 1n));
      await tamper(statement);
      const { seal, findings } = await ledger.seal();
      expect(seal).toBeNull();
      expect(findings.map((one) => one.kind)).toContain(finding);
    }
  });

  it("of a version that read the whole history each day is compared with, and gone on from", async () => {
    const { ledger, folder, post, kinds, tamper } = await sealedLedger();
    const file = join(folder, "ledger-000000001.seal");
    const [head, ...rows] = (await readFile(file, "utf8")).trim().split("\n").slice(0, -1);
    const old = rows.map((row) => JSON.stringify([...JSON.parse(row).slice(0, 5), "another digest"]));
    const text = [head, ...old, ""].join("\n");
    const signature = createHmac("sha256", "ledger seal:a key that no database holds").update(text).digest("hex");
    await chmod(file, 0o600);
    await writeFile(file, `${text}${signature}\n`);
    await post(give("the next day", "ann", 1n));
    expect(await kinds()).toEqual([]);
    expect((await ledger.seal()).seal?.number).toBe(2n);
    await tamper("update ledger.transfers set at = at + interval '1 hour' where cause = 'first'");
    expect(await kinds()).toEqual(["dates in a sealed chain were moved"]);
  });

  it("that cannot be read is a finding, and an empty ledger has one as well", async () => {
    const base = await createTestDatabase();
    cleaning.push(() => base.drop());
    const folder = await mkdtemp(join(tmpdir(), "tuppence-seals-"));
    cleaning.push(() => rm(folder, { recursive: true, force: true }));
    const clock = fixedClock("2027-03-10T12:00:00Z");
    const ledger = createLedger({
      database: base.handle,
      clock,
      log,
      seals: { folder, key: "a key" },
      accounts: ACCOUNT_KINDS,
    });
    expect((await ledger.seal()).seal).toMatchObject({ number: 1n, lines: 0n });
    const kinds = async () => (await ledger.verify()).findings.map((finding) => finding.kind);
    expect(await kinds()).toEqual([]);
    const file = join(folder, "ledger-000000001.seal");
    await rm(file);
    await mkdir(file);
    expect(await kinds()).toEqual(["a seal is not ours"]);
    await rm(file, { recursive: true });
    await writeFile(file, "");
    expect(await kinds()).toEqual(["a seal is not ours"]);
  });

  it("is a file of one line for each account, with its signature", async () => {
    const { folder, seal } = await sealedLedger();
    const [head, ...rows] = (await readFile(join(folder, "ledger-000000001.seal"), "utf8")).trim().split("\n");
    expect(JSON.parse(head ?? "")).toMatchObject({ number: "1", accounts: seal?.accounts });
    expect(rows).toHaveLength((seal?.accounts ?? 0) + 1);
    expect(seal).toMatchObject({ number: 1n, lines: 14n });
  });
});
