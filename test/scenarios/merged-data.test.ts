/**
 * After two accounts became one and that one ended, neither is left in any table but those whose rows the law keeps. The tables are the
 * database's own, each with a row of the old account, so that a table which is new is asked as well.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { emptyTables, fillTables } from "../support/member-rows.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client({ connectionString: world.base.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** What stays by the members' ids when both are gone, and why. A table that is not here holds nothing of either. */
const KEPT: Record<string, string> = {
  "benefits.boosts": "money in the books",
  "benefits.claims": "money in the books",
  "cashback.clicks": "what an order of the books came from",
  "cashback.inquiries": "what a network was asked of an order",
  "cashback.orders": "money in the books",
  "coins.claims": "what a provider was asked of a reward",
  "coins.member_refs": "what a provider names a reward by",
  "coins.rewards": "coins in the books",
  "coins.starts": "what a reward of the books came from",
  "coins.survey_visits": "what a reward of the books came from",
  "help.messages": "that there was a message, emptied",
  "identity.looks": "who of us looked, without the reason",
  "identity.safety_events": "what happened to the account, emptied",
  "identity.sessions": "that there was a sign-in, emptied",
  "identity.users": "the row that the books point to, emptied",
  "landing.bonuses": "money in the books",
  "landing.draw_winners": "who won, as sweepstakes must show",
  "membership.cards": "which card was charged",
  "membership.consents": "the proof of what was agreed to",
  "membership.customers": "who was charged",
  "membership.joins": "what a charge came from",
  "membership.memberships": "what was charged for",
  "membership.retry_opt_outs": "the proof that a card was not tried again",
  "notifications.mails": "that a letter left, emptied",
  "payouts.held": "money in the books",
  "payouts.receivers": "that a receiver serves one person",
  "payouts.withdrawals": "money in the books",
  "privacy.requests": "the register of requests, for 24 months",
  "rewards.codes": "whom a reward of the books was for",
  "rewards.credits": "money in the books",
  "rewards.first_orders": "whom a reward of the books was for",
  "rewards.hand_moves": "money in the books",
};

it("what both accounts kept of one person goes with the one that goes on, in every table", async () => {
  const [old, kept] = [await world.member("Old"), await world.member("Kept")];
  const ids = [old.user_id, kept.user_id];
  const tables = await fillTables(owner, { user_id: old.user_id, at: world.clock.now() });
  await owner.query("update identity.users set sid = 'spring', cid = 'c-9', country_code = 'US' where user_id = $1", [
    old.user_id,
  ]);
  await owner.query(
    "update identity.sessions set user_agent = 'Firefox', address = '203.0.113.9' where user_id = any($1)",
    [ids],
  );
  expect(await world.identity.merge({ from: old.user_id, to: kept.user_id })).toMatchObject({ ok: true });
  const wish = { password: kept.password, give_up: true, user_agent: "", address: "" };
  expect(await world.identity.deleteAccount(kept, wish)).toMatchObject({ ok: true });

  const left: string[] = [];
  for (const { name } of tables)
    if ((await owner.query(`select from ${name} where user_id = any($1) limit 1`, [ids])).rowCount) left.push(name);
  const { rows: users } = await owner.query("select name, email, sid, cid, country_code from identity.users");
  const { rows: sessions } = await owner.query("select distinct user_agent, address, country from identity.sessions");
  const { rows: told } = await owner.query("select distinct detail, address from identity.safety_events");
  await emptyTables(owner, tables, ids);

  expect(left).toEqual(Object.keys(KEPT));
  const nobody = { name: "Deleted", email: null, sid: null, cid: null, country_code: null };
  expect(users).toEqual([nobody, nobody]);
  expect(sessions).toEqual([{ user_agent: "", address: "", country: null }]);
  expect(told).toEqual([{ detail: "", address: "" }]);
});

it("a copy names what it tells of by public ids alone, whatever the tables hold", async () => {
  const me = await world.member("Copied");
  const tables = await fillTables(owner, { user_id: me.user_id, at: world.clock.now() }, { whole: true });
  const { member } = await world.identity.open(me.user_id, { user_agent: "", address: "" });
  const copy = await world.identity.exportData(member, { password: me.password, user_agent: "", address: "" });
  await emptyTables(owner, tables, [me.user_id]);
  if (!copy.ok) throw new Error(copy.code);
  const raw: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value === "string" && /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.test(value)) raw.push(path);
    if (/_id$/.test(path) && /^(number|bigint)$/.test(typeof value)) raw.push(path);
    if (value !== null && typeof value === "object")
      for (const [name, one] of Object.entries(value)) look(one, `${path}.${name}`);
  };
  look(copy.value, "");
  expect(raw).toEqual([]);
  expect(copy.value).toMatchObject({
    account: { user_id: userId.show(me.user_id) },
    cashback: { orders: [{ order_id: expect.stringMatching(/^ord_/) }] },
    coins: { claims: [{ claim_id: expect.stringMatching(/^ccl_/) }] },
    benefits: { claims: [{ claim_id: expect.stringMatching(/^clm_/) }] },
  });
});
