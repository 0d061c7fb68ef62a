/** Rebates under attack: hundreds of claims at once, one order or paper at once, foreign claims, odd input; nothing is paid above a limit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderId } from "../../src/modules/cashback/ids.ts";
import { receiptId } from "../../src/modules/receipts/ids.ts";
import { createAccountCaller } from "../support/account-calls.ts";
import { stormOfClaims } from "../support/rebate-storm.ts";
import { createRebateStory, type RebateStory, WITHOUT_TRIAL } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: WITHOUT_TRIAL });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

const range = (n: number) => Array.from({ length: n }, (_, place) => place);

describe("claims at once", () => {
  it("never pay more than the limits of month and year, whatever is withdrawn meanwhile", () =>
    stormOfClaims(rebates, 200));

  it("are one for one key, one for one order, one for one paper", async () => {
    const { user_id } = await rebates.payingMember("Bea");
    const shared = await rebates.receipt(user_id, { total: "1111" });
    const same = await Promise.all(
      range(12).map(() => rebates.send(user_id, { request_key: "one-key", receipt_ids: [shared], paid_minor: "1111" })),
    );
    expect(new Set(same.map((one) => (one.ok ? one.value.claim_id : one.code))).size).toBe(1);
    const order = orderId.show(await rebates.order(user_id, { sale: 2_000 }));
    const ours = await Promise.all(range(12).map(() => rebates.send(user_id, { order_id: order, paper: null })));
    expect(ours.filter(({ ok }) => ok)).toHaveLength(1);
    expect(ours.every((one) => one.ok || one.code === "order_claimed")).toBe(true);
    const paper = await rebates.receipt(user_id, { total: "1200" });
    const used = await Promise.all(
      range(12).map(() => rebates.send(user_id, { receipt_ids: [paper], paid_minor: "1200" })),
    );
    expect(used.filter(({ ok }) => ok)).toHaveLength(1);
    expect(used.every((one) => one.ok || one.code === "receipt_used")).toBe(true);
    expect(await rebates.available(user_id)).toBe(55n + 100n + 60n);
  });

  it("and two people who decide at once decide once; an order that goes at that moment takes its money along", async () => {
    const { user_id } = await rebates.payingMember("Cleo");
    const claim = await rebates.sent(user_id, { paper: { signs: ["picture_editor"] } });
    const claim_id = rebates.kept(claim.claim_id);
    const judged = await Promise.all(
      range(12).map((n) =>
        n % 2
          ? world.benefits.desk.approve({ claim_id, by: `opr_${n}`, amount_minor: null })
          : world.benefits.desk.deny({ claim_id, by: `opr_${n}`, reason: "altered", words: "" }),
      ),
    );
    expect(judged.filter(({ ok }) => ok)).toHaveLength(1);
    const orders = [];
    for (const n of range(8)) orders.push(await rebates.order(user_id, { sale: 1_000 + n }));
    const before = await rebates.available(user_id);
    await Promise.all(
      orders.flatMap((order) => [
        rebates.send(user_id, { order_id: orderId.show(order), paper: null }),
        rebates.takeBack(order),
      ]),
    );
    await world.work();
    expect(await rebates.available(user_id)).toBe(before);
  });
});

describe("money that should not be", () => {
  it("a purchase that our orders know goes with its order, also when its paper is sent instead", async () => {
    const { user_id } = await rebates.payingMember("Faye");
    const order = await rebates.order(user_id, { sale: 6_000 });
    const typed = await rebates.sent(user_id);
    expect(typed).toMatchObject({ state: "paid", rebate_minor: "300" });
    expect(await rebates.send(user_id, { paper: { bytes: "another picture" } })).toMatchObject({
      code: "order_claimed",
    });
    expect(await rebates.send(user_id, { order_id: orderId.show(order), paper: null })).toMatchObject({
      code: "order_claimed",
    });
    await rebates.takeBack(order);
    expect(await rebates.available(user_id)).toBe(0n);
    const again = await rebates.sent(user_id, { paper: { bytes: "a third picture" } });
    const page = await rebates.operators.show("rebate claim", again.claim_id);
    expect(page.facts).toMatchObject({ state: "review", "in doubt": "order stands" });
    const judged = { claim_id: rebates.kept(again.claim_id), by: "opr_ann", amount_minor: null };
    expect(await world.benefits.desk.approve(judged)).toMatchObject({ code: "order_gone" });
  });

  it("whose bank takes the month back keeps no rebate of it; a part that we gave back takes none", async () => {
    const [gil, hal] = [await rebates.payingMember("Gil"), await rebates.payingMember("Hal")];
    for (const [member, total] of [
      [gil, "8200"],
      [hal, "8400"],
    ] as const)
      expect(await rebates.sent(member.user_id, { paper: { total } })).toMatchObject({ state: "paid" });
    const payments = await world.base.handle.pool.query<{ user_id: string; payment_id: string; charge_id: string }>(
      "select user_id, payment_id, charge_id from membership.charges join membership.memberships using (membership_id) where user_id = any ($1)",
      [[gil.user_id, hal.user_id]],
    );
    const of = (user_id: string) => payments.rows.find((row) => row.user_id === user_id);
    const given = { charge_id: of(hal.user_id)?.charge_id ?? "", amount_minor: 500n, reason: "could_not_use" };
    expect(
      await world.membership.refundByHand({ ...given, note: "late answer", by: "opr_ann", approved_by: null }),
    ).toMatchObject({ ok: true });
    await world.control(`/stripe/${of(gil.user_id)?.payment_id}/dispute`, {});
    await world.control("/postbacks/idle", {});
    await world.work();
    await world.benefits.followPayments();
    await world.work();
    expect([await rebates.available(gil.user_id), await rebates.available(hal.user_id)]).toEqual([0n, 420n]);
    expect((await world.benefits.claims(gil.user_id, null)).rows[0]).toMatchObject({
      ...{ state: "reversed", reason: { code: "membership_not_paid" } },
    });
  });
});

describe("papers", () => {
  it("are bound by no appeal and no answer that is refused, and stay bound to what had them", async () => {
    const { user_id } = await rebates.payingMember("Pam");
    const doubtful = (total: string) => rebates.receipt(user_id, { total, sure: false });
    const [first, second, third] = [await doubtful("6000"), await doubtful("4000"), await doubtful("3000")];
    const claim = await rebates.sent(user_id, { receipt_ids: [first, second], paid_minor: "6000" });
    const claim_id = rebates.kept(claim.claim_id);
    const desk = { by: "opr_ann", reason: "amount_mismatch", words: "no" } as const;
    await world.benefits.desk.deny({ ...desk, claim_id });
    const other = await rebates.sent(user_id, { receipt_ids: [second], paid_minor: "4000" });
    const appeal = { user_id, claim_id: claim.claim_id, words: "please" };
    expect(await world.benefits.appealClaim(appeal)).toMatchObject({ code: "receipt_used" });
    // Free again: it can be asked for, answered with, and claimed.
    await world.benefits.desk.ask({ ...desk, claim_id: rebates.kept(other.claim_id) });
    const answer = { user_id, claim_id: other.claim_id, words: "" };
    const taken = await rebates.sent(user_id, { receipt_ids: [third], paid_minor: "3000" });
    expect(await world.benefits.answerClaim({ ...answer, receipt_ids: [second, first, third] })).toMatchObject({
      code: "receipt_used",
    });
    const again = await rebates.send(user_id, { receipt_ids: [second], paid_minor: "4000" });
    expect(again, "what it had stays bound").toMatchObject({ code: "receipt_used" });
    expect(await rebates.sent(user_id, { receipt_ids: [first], paid_minor: "6000" })).toMatchObject({
      state: "review",
    });
    // Of an appeal whose one paper is gone by now the others are bound all the same.
    const last = await rebates.sent(user_id, { receipt_ids: [await doubtful("2000"), await doubtful("2500")] });
    await world.benefits.desk.deny({ ...desk, claim_id: rebates.kept(last.claim_id) });
    const [gone, stays] = last.receipts.map(({ receipt_id }) => receipt_id);
    await world.base.handle.pool.query("delete from receipts.receipts where receipt_id = $1", [
      receiptId.read(gone ?? ""),
    ]);
    expect(await world.benefits.appealClaim({ ...appeal, claim_id: last.claim_id })).toMatchObject({
      value: { state: "appealed" },
    });
    const used = await rebates.send(user_id, { receipt_ids: [stays ?? ""], paid_minor: "2500" });
    expect(used).toMatchObject({ code: "receipt_used" });
    expect(taken.state).toBe("review");
  });
});

describe("calls", () => {
  it("tell nobody of another's claim, and refuse what is no claim with a reason", async () => {
    const caller = createAccountCaller(world);
    const { session } = await caller.join("Mallory Malice");
    const dora = await rebates.payingMember("Dora");
    const claim = await rebates.sent(dora.user_id, { paper: { signs: ["picture_editor"] } });
    const paths = ["", "/answer", "/appeal", "/withdraw"];
    for (const id of [claim.claim_id, "clm_", "clm_zz", "../../x", "0", rebates.kept(claim.claim_id), "ord_1"])
      for (const path of paths) {
        const url = `/api/user/claims/${encodeURIComponent(id)}${path}`;
        const answer = await caller.call(path ? "POST" : "GET", url, path ? { words: "mine" } : undefined, { session });
        expect(answer.status, url).toBe(404);
        expect(JSON.stringify(answer.body)).not.toContain("Kroger");
      }
    const base = { request_key: "hostile-1", type: "grocery", merchant: "Kroger", purchased_on: rebates.day(-1) };
    const send = (body: object) => caller.call("POST", "/api/user/claims", { ...base, ...body }, { session });
    expect((await send({ paid_minor: "100" })).body).toMatchObject({ code: "no_membership" });
    const { rows } = await world.base.handle.pool.query<{ user_id: string }>(
      "select user_id from identity.users where name = 'Mallory Malice'",
    );
    await rebates.story.joined(rows[0]?.user_id ?? "");
    const mine = await rebates.receipt(rows[0]?.user_id ?? "", { total: "100" });
    const told: Record<string, unknown> = {};
    for (const [what, body] of Object.entries<object>({
      "no paper": { paid_minor: "100" },
      "another's paper": { paid_minor: "100", receipt_ids: [claim.receipts[0]?.receipt_id] },
      "a made-up paper": { paid_minor: "100", receipt_ids: ["rct_x"] },
      "five papers": { paid_minor: "100", receipt_ids: range(5).map((n) => `rct_${n}`) },
      "an order that is none": { paid_minor: "100", order_id: "ord_x" },
      "less than nothing": { paid_minor: "-100", receipt_ids: [mine] },
      "a part of a cent": { paid_minor: "1.5", receipt_ids: [mine] },
      "more than anybody pays": { paid_minor: "999999999", receipt_ids: [mine] },
      "a crumb": { paid_minor: "1", receipt_ids: [mine] },
      "a day that is none": { paid_minor: "100", receipt_ids: [mine], purchased_on: "2027-02-30" },
      tomorrow: { paid_minor: "100", receipt_ids: [mine], purchased_on: rebates.day(3) },
      "no store": { paid_minor: "100", receipt_ids: [mine], merchant: " - " },
      "another kind": { paid_minor: "100", type: "rent" },
      "a key that is an object": { paid_minor: "100", request_key: {} },
    }))
      told[what] = (await send(body)).body.code;
    expect(told).toEqual({
      "no paper": "receipt_missing",
      "another's paper": "unknown_receipt",
      "a made-up paper": "unknown_receipt",
      "five papers": "too_many_receipts",
      "an order that is none": "unknown_order",
      "less than nothing": "amount_invalid",
      "a part of a cent": "amount_invalid",
      "more than anybody pays": "amount_invalid",
      "a crumb": "amount_invalid",
      "a day that is none": "date_invalid",
      tomorrow: "date_invalid",
      "no store": "merchant_invalid",
      "another kind": "invalid",
      "a key that is an object": "invalid",
    });
    const odd = {
      paid_minor: "100",
      receipt_ids: [mine],
      merchant: "Kroger <b>\u202e",
      request_key: "odd-1-key",
    };
    expect((await send(odd)).body).toMatchObject({ success: true, claim: { merchant: "Kroger" } });
  });

  it("tell how a claim stands to who knows reference and address, and the same to everybody else", async () => {
    const eve = await rebates.payingMember("Eve");
    const { reference } = await rebates.sent(eve.user_id);
    const ask = (asked: { reference: string; email: string }) =>
      world.benefits.status({ ...asked, address: "203.0.113.7" });
    const written = `${reference.slice(0, 4).toLowerCase()}-${reference.slice(4)}`;
    expect(await ask({ reference: written, email: " EVE@example.com " })).toMatchObject({
      value: { state: "paid", merchant: "Kroger" },
    });
    const nothing = { ok: false, code: "unknown_claim" };
    expect(await ask({ reference, email: "ann@example.com" })).toEqual(nothing);
    expect(await ask({ reference: "22222222", email: "eve@example.com" })).toEqual(nothing);
    expect(await ask({ reference: "'; --", email: "" })).toEqual(nothing);
  });
});
