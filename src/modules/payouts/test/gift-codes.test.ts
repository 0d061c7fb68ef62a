/** Codes that become coins: redeemed once, by whom they were given to, within limits of who gives them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { civilDate } from "#platform/clock";
import { userId } from "#platform/ids";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { hashCode, makeCode, readCode } from "../gift-code-rules.ts";
import { giftCodeView } from "../operator-codes.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
// The end of the world verifies the ledger: every coin is somebody's, paid for, and as the rows above say.
afterAll(() => world.close());

let batches = 0;
async function codes(coins: bigint, count = 1, partner = "tuppence", expires_at = new Date("2028-01-01T00:00:00Z")) {
  batches += 1;
  const made = await world.payouts.giftCodes.forPartner({ partner, coins, count, expires_at, by: `opr_${batches}` });
  if (!made.ok) throw new Error(made.code);
  return made.value;
}
const redeem = (user_id: string, code: string) => world.payouts.redeemCode({ user_id, code });
const has = async ({ user_id }: { user_id: string }) => ({ free: (await world.ledger.balances(user_id)).coins });
async function settled(rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
}

describe("a code", () => {
  it("is redeemed once, by one of many at once", async () => {
    const people = await Promise.all(["Pam", "Quin", "Ray"].map((name) => world.member(name)));
    const [code = ""] = await codes(2_000n);
    const tries = await Promise.all(people.flatMap(({ user_id }) => [redeem(user_id, code), redeem(user_id, code)]));
    expect(tries.filter((one) => one.ok)).toHaveLength(1);
    const sums = await Promise.all(people.map(has));
    expect(sums.map(({ free }) => free).sort()).toEqual([0n, 0n, 2_000n]);
    const winner = people[sums.findIndex(({ free }) => free > 0n)];
    expect(await redeem(winner?.user_id ?? "", code)).toMatchObject({ code: "code_yours" });
  });

  it("says why it is not taken: empty, wrong, used, of another partner or member, run out", async () => {
    const sue = await world.member("Sue");
    expect(await redeem(sue.user_id, " ")).toMatchObject({ code: "code_missing" });
    expect(await redeem(sue.user_id, "ABC")).toMatchObject({ code: "code_unknown" });
    expect(await redeem(sue.user_id, makeCode())).toMatchObject({ code: "code_unknown" });
    const [used = "", foreign = "", late = ""] = [
      ...(await codes(100n)),
      ...(await codes(100n, 1, "shipright")),
      ...(await codes(100n, 1, "tuppence", new Date(world.clock.now().getTime() + 1_000))),
    ];
    await redeem((await world.member("Tom")).user_id, used);
    expect(await redeem(sue.user_id, used)).toMatchObject({ code: "code_used" });
    expect(await redeem(sue.user_id, foreign)).toMatchObject({ code: "code_foreign" });
    await world.advance({ minutes: 1 });
    expect(await redeem(sue.user_id, late)).toMatchObject({ code: "code_expired" });
    expect((await world.ledger.balances(sue.user_id)).coins).toBe(0n);
  });

  it("follows its member into another account, and is nobody's once theirs has ended", async () => {
    const [ada, ben, cid] = await Promise.all(["Ada", "Ben", "Cid"].map((name) => world.member(name)));
    if (!ada || !ben || !cid) throw new Error("three people");
    const [first = "", second = ""] = await codes(1_000n, 2);
    const giveTo = (code: string, owner: string) =>
      world.base.handle.pool.query("update payouts.gift_codes set given_to = $2 where code_hash = $1", [
        hashCode(code),
        owner,
      ]);
    await giveTo(first, ada.user_id);
    await giveTo(second, cid.user_id);
    await world.identity.merge({ from: ada.user_id, to: ben.user_id });
    expect(await redeem(ada.user_id, first)).toMatchObject({ code: "not_signed_in" });
    expect(await redeem(ben.user_id, first)).toMatchObject({ ok: true });
    const leave = { password: cid.password, give_up: true, user_agent: "", address: "" };
    const [got, left] = await Promise.all([redeem(cid.user_id, second), world.identity.deleteAccount(cid, leave)]);
    expect(left).toMatchObject({ ok: true });
    if (!got.ok) expect(got.code).toBe("not_signed_in");
    expect(await has(cid)).toEqual({ free: 0n });
  });

  it("is read however it is typed, and kept as a hash alone", async () => {
    const uma = await world.member("Uma");
    const [code = ""] = await codes(100n);
    expect(readCode(code.toLowerCase().replaceAll("-", " "))).toBe(code.replaceAll("-", ""));
    expect(await redeem(uma.user_id, ` ${code.toLowerCase().replaceAll("-", " ")} `)).toMatchObject({ ok: true });
    const { rows } = await world.base.handle.pool.query("select c::text as row from payouts.gift_codes c");
    for (const { row } of rows as { row: string }[]) expect(row).not.toContain(code.replaceAll("-", ""));
    expect(rows.some(({ row }) => row.includes(hashCode(code).toString("hex")))).toBe(true);
  });

  it("is given by an operator within limits, mailed and shown to nobody, and works for its member alone", async () => {
    const val = await world.member("Val");
    const give = (coins: bigint, by = "opr_one", approved_by: string | null = null) =>
      world.payouts.giftCodes.give({ user_id: val.user_id, coins, days: 30, reason: "goodwill", by, approved_by });
    expect(await give(10_001n)).toMatchObject({ code: "second_person" });
    expect(await give(10_001n, "opr_one", "opr_one"), "oneself is no second person").toMatchObject({
      code: "second_person",
    });
    expect(await give(100_001n, "opr_one", "opr_two")).toMatchObject({ code: "too_much" });
    const pressed = await Promise.all([give(5_000n), give(5_000n)]);
    expect(pressed.map((one) => one.ok).sort()).toEqual([false, true]);
    expect(await give(100_000n, "opr_one", "opr_two")).toMatchObject({ ok: true });
    expect(await give(99_999n, "opr_one", "opr_two"), "what one may give on a day").toMatchObject({ code: "too_much" });
    await settled(2);
    const { mails } = await world.control<{ mails: { subject: string; body_text: string }[] }>(
      `/mails?to=${encodeURIComponent(val.email)}`,
    );
    const letter = mails.find(({ subject }) => subject === "A code for 5,000 coins");
    const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(JSON.stringify(letter))?.[0] ?? "";
    expect(await redeem((await world.member("Wes")).user_id, code)).toMatchObject({ code: "code_foreign" });
    expect(await redeem(val.user_id, code)).toMatchObject({ ok: true, value: { coins: 5_000n, worth_minor: 500n } });
  });
});

describe("a decision that is carried out again after midnight", () => {
  /** A minute before midnight, and when what is carried out then was decided. */
  async function lateInTheDay() {
    const day = civilDate(world.clock.now());
    await world.advance({ seconds: (Date.parse(`${day}T23:59:00Z`) - world.clock.now().getTime()) / 1_000 });
    return new Date(`${day}T23:50:00Z`);
  }
  async function givenTo(member: { user_id: string; email: string }) {
    await settled(2);
    const of = "select 1 from payouts.gift_codes where given_to = $1";
    const { rowCount } = await world.base.handle.pool.query(of, [member.user_id]);
    const letters = (await world.mails(member.email)).filter((subject) => subject.startsWith("A code for"));
    return { codes: rowCount, letters: letters.length };
  }

  it("is one code and one letter, and what is decided on the next day is another", async () => {
    const zed = await world.member("Zed");
    const decided_at = await lateInTheDay();
    const gift = { user_id: zed.user_id, coins: 700n, days: 30, reason: "goodwill", by: "opr_late" } as const;
    const give = (at: Date) => world.payouts.giftCodes.give({ ...gift, approved_by: null, decided_at: at });
    expect(await give(decided_at)).toMatchObject({ ok: true });
    await world.advance({ minutes: 2 });
    expect(await give(decided_at)).toMatchObject({ code: "given_today" });
    expect(await givenTo(zed)).toEqual({ codes: 1, letters: 1 });
    expect(await give(world.clock.now())).toMatchObject({ ok: true });
    expect(await givenTo(zed)).toEqual({ codes: 2, letters: 2 });
  });

  it("is one where the console carries it out", async () => {
    const zoe = await world.member("Zoe");
    const decidedAt = await lateInTheDay();
    const act = giftCodeView(world.payouts).adds?.[0]?.acts?.[0];
    const run = () =>
      act?.run(userId.show(zoe.user_id), { by: "opr_late", reason: "prize", values: { coins: "800" }, decidedAt });
    expect(await run()).toMatchObject({ ok: true });
    await world.advance({ minutes: 2 });
    expect(await run()).toMatchObject({ code: "not_possible" });
    expect(await givenTo(zoe)).toEqual({ codes: 1, letters: 1 });
  });
});

describe("an operator", () => {
  const view = () => giftCodeView(world.payouts);
  const act = () => view().adds?.[0]?.acts?.[0];
  const told = (values: Record<string, string>, reason = "prize") => ({ by: "opr_act", reason, values });

  it("says how many coins and why, in so many words, and is refused with what to mend", async () => {
    const { user_id } = await world.member("Yan");
    const id = userId.show(user_id);
    for (const coins of ["1e3", "-5", "0", "1.5", "١٠", "99999999", ""])
      expect(await act()?.run(id, told({ coins })), coins).toMatchObject({ code: "not_possible" });
    expect(await act()?.run(id, told({ coins: "500", days: "0" }))).toMatchObject({ code: "not_possible" });
    expect(await act()?.run(id, told({ coins: "500" }, "because"))).toMatchObject({ code: "not_possible" });
    expect(await act()?.run("usr_nobody", told({ coins: "500" }))).toMatchObject({ code: "unknown" });
    expect(await act()?.secondPerson?.needed(id, told({ coins: "10,001" }))).toBe(true);
    expect(await act()?.secondPerson?.needed(id, told({ coins: "10,000" }))).toBe(false);
    const given = await act()?.run(id, told({ coins: "500", days: "30" }));
    expect(given).toMatchObject({ ok: true, value: expect.stringMatching(/^A code for 500 coins is in the mail/) });
    expect(JSON.stringify(given), "nobody here sees the code").not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    const [section] = view().members ?? [];
    expect(await section?.list(user_id, 5)).toMatchObject([
      { line: expect.stringMatching(/^500 coins, prize, by opr_act/) },
    ]);
  });

  it("takes a partner's codes along once, within the limit of a day", async () => {
    const [file] = view().files ?? [];
    const take = (of: string) => file?.read(of, { by: "opr_file", reason: "a campaign", values: {} });
    for (const of of [
      "nobody 10 1 2028-01-01",
      "tuppence 10 0 2028-01-01",
      "tuppence x 1 2028-01-01",
      "tuppence 10 1 soon",
    ])
      expect(await take(of), of).toBeNull();
    const [, ...made] = (await take("tuppence 100 3 2028-01-01"))?.text.trim().split("\r\n") ?? [];
    expect(made).toHaveLength(3);
    expect(await redeem((await world.member("Xia")).user_id, made[0] ?? "")).toMatchObject({ ok: true });
    expect(await take("tuppence 24850 2 2028-01-01"), "50,000 a day, and 300 are gone").not.toBeNull();
    expect(await take("tuppence 1 1 2028-01-01")).toBeNull();
  });
});
