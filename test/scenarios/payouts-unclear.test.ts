/**
 * Stories of payouts whose provider's answers are unclear, in the providers' own protocols: nothing is paid twice, nothing is
 * given back that was paid, and what nobody can know is a person's. The truth is asked of the sandbox.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "#payables";
import { sha256 } from "#platform/ids";
import { sql } from "#platform/sql";
import { withdrawalId } from "../../src/modules/payouts/ids.ts";
import {
  AMOUNT,
  balances,
  fail,
  type Member,
  rich,
  settle,
  settled,
  stage,
  stagePayouts,
  stateOf,
  withdraw,
} from "../support/payout-story.ts";

stagePayouts();

describe("PayPal", () => {
  it("is asked again when half of its answer arrived, and what it paid is never given back", async () => {
    const ann = await rich("Ann");
    await fail("paypal.payouts", "cut-reply");
    const id = await withdraw(ann);
    await settled();
    expect((await stage.world.payables.events(id)).map((event) => event.to_state)).toContain("unknown");
    expect(await stateOf(ann)).toBe("fulfilled");
    expect(await balances(ann)).toEqual({ available: 0n, held: 0n, clawback: 0n });
  });

  it("saying that an earlier request is in progress gives nothing back", async () => {
    const ann = await rich("Ann");
    await fail("paypal.payouts", "lost-reply");
    await withdraw(ann);
    await stage.world.work();
    await fail("paypal.payouts", "in-progress", 2);
    await settled();
    expect(await stateOf(ann)).toBe("fulfilled");
    expect(await balances(ann)).toEqual({ available: 0n, held: 0n, clawback: 0n });
  });

  it("that lost our answer for an unclaimed payment tells of its return all the same", async () => {
    const ann = await rich("Ann");
    await fail("paypal.payouts", "lost-reply");
    await withdraw(ann, "ann+unclaimed@example.com");
    await settled();
    expect(await stateOf(ann)).toBe("unclaimed");
    await stage.world.advance({ days: 32 });
    await stage.world.payables.sweep();
    await settled();
    expect(await stateOf(ann)).toBe("returned");
    expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
  });

  it("has a row of its own in the passbook while money is on its way, and the slip says the same", async () => {
    const ann = await rich("Ann");
    const id = await withdraw(ann);
    const { entries, balances: shown, counts } = await stage.world.passbookOf(ann.user_id);
    expect(entries).toMatchObject([
      {
        ...{ type: "payout", amount_minor: "-2800", came_back: false, title: { en: "Withdrawal to PayPal" } },
        ...{ under_way: { arrives_by: expect.any(String) }, object: { kind: "withdrawal", id: withdrawalId.show(id) } },
      },
      { type: "bonus", amount_minor: "2800" },
    ]);
    expect(shown).toMatchObject({ held_minor: "2800", paid_minor: "0" });
    expect(counts).toMatchObject({ all: 2, paid: 0 });
    await settled();
    const [arrived, ...before] = (await stage.world.passbookOf(ann.user_id)).entries;
    expect(arrived).toMatchObject({ type: "payout", amount_minor: "-2800", title: { en: "Paid out to PayPal" } });
    expect([arrived, ...before].filter((entry) => "under_way" in (entry ?? {}))).toEqual([]);
  });

  it("sending back what had arrived makes it the member's again, and the passbook says so", async () => {
    const ann = await rich("Ann");
    const id = await withdraw(ann);
    await settled();
    expect(await stateOf(ann)).toBe("fulfilled");
    await settle(id, "REFUNDED");
    await stage.world.control("/postbacks/idle", {});
    await settled();
    expect(await stateOf(ann)).toBe("returned");
    expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
    const { entries, balances: shown } = await stage.world.passbookOf(ann.user_id);
    expect(entries).toMatchObject([
      { type: "payout", came_back: true, amount_minor: "2800" },
      { type: "payout", came_back: false, amount_minor: "-2800" },
      { type: "bonus", amount_minor: "2800", title: { en: "Credit from us" } },
    ]);
    expect(shown.paid_minor).toBe("0");
    // The fee stays with PayPal, and is a cost of ours.
    expect(await stage.world.ledger.houseBalance(PAYOUT_FEES, "paypal")).toBe(-25n);
    expect(await stage.world.ledger.houseBalance(PAYOUT_FLOAT, "paypal")).toBe(25n);
  });

  it("away beyond its memory is never sent to again: a person has it", async () => {
    const ann = await rich("Ann");
    await fail("paypal", "reset", null);
    const id = await withdraw(ann);
    await stage.world.work();
    for (const days of [2, 15, 14]) {
      await stage.world.advance({ days });
      await stage.world.work();
    }
    await stage.world.control("/fail", { target: "paypal", mode: "off" });
    await settled();
    expect(await stage.world.payables.read(id)).toMatchObject({ state: "unknown", person_reason: "unknown_too_long" });
    expect(await balances(ann)).toEqual({ available: 0n, held: AMOUNT, clawback: 0n });
    const state = await stage.world.control<{ payouts: unknown }>("/state");
    expect(JSON.stringify(state.payouts), "nothing was made there").not.toContain(id);
    const told = { to: "refused" as const, by: "Olga", reference: null, reason: "not at PayPal" };
    expect(await stage.world.payables.stop(id, "Olga")).toMatchObject({ ok: true });
    await stage.world.advance({ minutes: 5 });
    expect(await stage.world.payables.settle(id, told)).toMatchObject({ ok: true });
    expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
  });

  it("takes its webhook back byte for byte, and is not asked about what bears no signature", async () => {
    const body = JSON.stringify({ event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED", resource: {} });
    const headers = { "content-type": "application/json" };
    await fail("paypal.verify", "500", null);
    const bare = await stage.world.app.inject({ method: "POST", url: "/hooks/paypal", headers, payload: body });
    expect(bare.statusCode, "nobody was asked").toBe(401);
  });
});

describe("Tremendous", () => {
  async function card(member: Member) {
    await stage.world.payouts.refreshGiftCards();
    const page = await stage.world.payouts.withdrawalPage(member.user_id);
    return withdraw(member, page.gift_cards[0]?.product_id, "gift_card");
  }
  const openCard = async (member: Member) => {
    const [kept] = await stage.world.payouts.giftCardHistory(member.user_id);
    return stage.world.payouts.openGiftCard({ user_id: member.user_id, id: kept?.id ?? "", password: member.password });
  };

  it("gives a link of its own when the answer that held it was cut", async () => {
    const ann = await rich("Ann");
    await fail("tremendous.orders", "cut-reply");
    await card(ann);
    await settled();
    expect(await stateOf(ann)).toBe("fulfilled");
    expect(await openCard(ann)).toMatchObject({ ok: true, value: { link: expect.stringContaining("/tremendous/r/") } });
    expect(await balances(ann)).toEqual({ available: 0n, held: 0n, clawback: 0n });
  });

  it("that makes no link tells of its order all the same, and of the link once it makes one", async () => {
    const ann = await rich("Ann");
    await fail("tremendous.orders", "cut-reply");
    await fail("tremendous.rewards", "500", null);
    const id = await card(ann);
    await settled();
    expect(await stage.world.payables.read(id)).toMatchObject({ state: "accepted", reference: expect.any(String) });
    await fail("tremendous.rewards", "off");
    await stage.world.advance({ hours: 2 });
    await settled();
    expect(await openCard(ann)).toMatchObject({ ok: true });
  });

  it("is asked for no further link once a card is its member's, because that might end the one they have", async () => {
    const ann = await rich("Ann");
    const id = await card(ann);
    await settled();
    expect(await stateOf(ann)).toBe("fulfilled");
    const before = await stage.world.payables.read(id);
    // Whoever asks for a link now gets no answer, which the payable would keep.
    await fail("tremendous.rewards", "500", null);
    await stage.world.advance({ days: 2 });
    await stage.world.payables.sweep();
    await stage.world.work();
    const after = await stage.world.payables.read(id);
    expect(after?.looks, "it was looked at").toBeGreaterThan(before?.looks ?? 0);
    expect(after).toMatchObject({ state: "done", code: null, unclear: false });
    // Canceled later it is seen all the same.
    await settle(id, "CANCELED");
    await settled();
    expect(await stateOf(ann)).toBe("returned");
  });

  it("approving an order only later ends in a card that opens", async () => {
    const ann = await rich("Ann+review");
    const id = await card(ann);
    await settled();
    expect(await stateOf(ann)).toBe("submitted");
    // The name changes meanwhile: a repeat says what was said at the request.
    await stage.world.base.handle.pool.query("update identity.users set name = 'Anna Other' where user_id = $1", [
      ann.user_id,
    ]);
    await settle(id, "EXECUTED");
    await settled();
    expect(await stateOf(ann)).toBe("fulfilled");
    expect(await openCard(ann)).toMatchObject({ ok: true });
  });

  it("canceling an order that had not been executed gives the money back with a reason", async () => {
    const ann = await rich("Ann+review");
    const id = await card(ann);
    await settled();
    await settle(id, "CANCELED");
    await settled();
    expect(await stateOf(ann)).toBe("returned");
    expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
  });
});

describe("a receiver", () => {
  it("takes one member's money, until a person confirms that it is shared", async () => {
    const [ann, ben] = [await rich("Ann"), await rich("Ben")];
    await withdraw(ann, "shared@example.com");
    const ask = (destination: string) =>
      stage.world.payouts.request({
        user_id: ben.user_id,
        request_key: `r:${destination}`,
        method: "paypal",
        amount: "5",
        destination,
        password: ben.password,
      });
    await withdraw(await rich("Cleo"), "cleo.shares@gmail.com");
    for (const spelling of [
      ...["shared@example.com", "Shared@Example.com", "shared+ben@example.com"],
      ...["cleoshares@gmail.com", "c.l.e.o.shares+ben@googlemail.com"],
    ])
      expect(await ask(spelling), spelling).toMatchObject({ ok: false, code: "receiver_taken" });
    const share = { user_id: ben.user_id, method: "paypal" as const, destination: "shared@example.com" };
    expect(
      await stage.world.payouts.shareReceiver({ ...share, label: "sh••••@example.com", by: "Olga" }),
    ).toMatchObject({
      ok: true,
    });
    expect(await ask("shared@example.com")).toMatchObject({ ok: true });
    expect(await ask("ben@example.com")).toMatchObject({ ok: true });
  });
});

it("a receiver at which nobody was ever paid is free for the member who is", async () => {
  const [ann, ben, cleo] = [await rich("Ann"), await rich("Ben"), await rich("Cleo")];
  const ask = (member: Member, destination: string, amount = "5", key = destination) =>
    stage.world.payouts.request({
      ...{ user_id: member.user_id, request_key: key, method: "paypal", amount },
      ...{ destination, password: member.password },
    });
  // Ann mistypes hers, twice: PayPal knows nobody at the one, and nobody claims the money at the other.
  expect(await ask(ann, "ben+fail@example.com")).toMatchObject({ ok: true });
  expect(await ask(ann, "cleo+unclaimed@example.com")).toMatchObject({ ok: true });
  await settled();
  expect(await ask(ben, "ben@example.com")).toMatchObject({ ok: true });
  expect(await ask(cleo, "cleo@example.com"), "it may still be claimed").toMatchObject({ code: "receiver_taken" });
  await stage.world.advance({ days: 32 });
  await stage.world.payables.sweep();
  await settled();
  expect(await ask(cleo, "cleo@example.com", "5", "later")).toMatchObject({ ok: true });
  // Who was paid at one stays there, whatever is refused later; and who mistyped it comes after its owner.
  await settled();
  expect(await ask(ben, "ben+fail@example.com")).toMatchObject({ ok: true });
  await settled();
  expect(await ask(ann, "ben@example.com")).toMatchObject({ code: "receiver_taken" });
});

it("a receiver at Google that was known by its spelling alone is known by all of them", async () => {
  const [ann, ben] = [await rich("Ann"), await rich("Ben")];
  const ask = (destination: string, member = ben) =>
    stage.world.payouts.request({
      ...{ user_id: member.user_id, request_key: destination, method: "paypal", amount: "5" },
      ...{ destination, password: member.password },
    });
  expect(await ask("r.o.sa+one@googlemail.com", ann)).toMatchObject({ ok: true });
  expect(await ask("b.en@gmail.com")).toMatchObject({ ok: true });
  const { pool, transaction } = stage.world.base.handle;
  const spelled = [
    [ann, "r.o.sa@googlemail.com"],
    [ben, "b.en@gmail.com"],
  ] as const;
  for (const [member, plain] of spelled)
    await pool.query("update payouts.receivers set receiver_hash = $2 where user_id = $1", [
      member.user_id,
      sha256(`receiver:paypal:${plain}`),
    ]);
  const migration = await readFile("src/modules/payouts/migrations/0003_google_receivers.sql", "utf8");
  await transaction((tx) => sql.raw(migration).execute(tx));
  for (const spelling of ["rosa@gmail.com", "R.osa+ben@gmail.com"])
    expect(await ask(spelling), spelling).toMatchObject({ ok: false, code: "receiver_taken" });
  expect(await ask("ben@gmail.com")).toMatchObject({ ok: true });
  expect((await pool.query("select 1 from payouts.receivers")).rows).toHaveLength(2);
});

describe("withdrawals from before there were payables", () => {
  it("are taken over: what was told a reference is looked up, what was not is only looked for", async () => {
    const ann = await rich("Ann");
    const id = await withdraw(ann);
    await settled();
    // As the older program left it: sent, with its reference, and no payable beside it.
    const { rows } = await stage.world.base.handle.pool.query(
      "select reference, item from payables.payables where payable_id = $1",
      [id],
    );
    await stage.world.base.handle.pool.query("delete from payables.payable_events");
    await stage.world.base.handle.pool.query("delete from payables.payables");
    const ben = await rich("Ben");
    const second = await withdraw(ben);
    await stage.world.base.handle.pool.query("delete from payables.payable_events");
    await stage.world.base.handle.pool.query("delete from payables.payables");
    await stage.world.base.handle.pool.query(
      `update payouts.withdrawals set payable_at = null, provider_reference = $2, provider_item = $3, state = 'submitted' where withdrawal_id = $1`,
      [second, null, rows[0].item],
    );
    await stage.world.payouts.sweep();
    expect(await stage.world.payables.read(second)).toMatchObject({ state: "unknown", unclear: true });
    await settled();
    expect(await stateOf(ben)).toBe("fulfilled");
    expect(await balances(ben)).toEqual({ available: 0n, held: 0n, clawback: 0n });
  });
});
