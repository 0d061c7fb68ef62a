/** Rebates that begin with a store's own mail: nothing is typed, nothing is paid twice, and what the store gives back goes with it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MailFact, MailProof } from "#mailboxes";
import { rebateClaimId } from "../../src/modules/benefits/ids.ts";
import { mailFactId } from "../../src/modules/mailboxes/ids.ts";
import { insertMail } from "../../src/modules/mailboxes/mail-store.ts";
import { newId, sha256 } from "../../src/platform/ids.ts";
import { handInMail } from "../support/order-mail.ts";
import { createRebateStory, type RebateStory, WITHOUT_TRIAL } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: WITHOUT_TRIAL, shops: "everything" });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

const KROGER = { merchant_id: null, name: "Kroger", domain: "kroger.com" };
/** A mail as it stands once it was read; its reading has stories of its own. */
async function told(
  userId: string,
  content: MailFact["content"],
  proof: MailProof = "signed",
  store = KROGER,
): Promise<string> {
  const [mail_id, fact_id] = [newId("mailbox_mail"), newId("mail_fact")];
  const at = world.clock.now();
  await world.database.transaction((tx) =>
    insertMail(
      tx,
      {
        ...{ mail_id, user_id: userId, mail_key: sha256(mail_id).toString("hex"), link_id: null, message_id: mail_id },
        ...{ subject: "Your order", sender: "orders@kroger.com", sent_at: at, read_at: at, proof, proof_why: "" },
        ...{ outcome: "facts", why: "", code: null, code_href: null },
      },
      [{ fact_id, store, content }],
    ),
  );
  await world.benefits.followMail(mail_id);
  return mailFactId.show(fact_id);
}
const order = (number: string, total: bigint, day = -2): MailFact["content"] => ({
  ...{ kind: "order", order_number: number, ordered_on: rebates.day(day), currency: "USD", total_minor: total },
  ...{ shipping_minor: 0n, items: [], promised_by: null },
});
// The kind is kept by the spread, which the type of the union does not see.
const shippedOrder = (number: string, total = 9_000n, shipping_minor = 900n): MailFact["content"] =>
  ({ ...order(number, total), shipping_minor }) as MailFact["content"];
const refund = (number: string, amount: bigint): MailFact["content"] => ({
  ...{ kind: "refund", order_number: number, currency: "USD", amount_minor: amount, refunded_on: rebates.day(0) },
});
const receipt = (total_minor: bigint, day = -2): MailFact["content"] => ({
  ...{ kind: "receipt", currency: "USD", total_minor, paid_on: rebates.day(day) },
});
const offered = async (user_id: string, type: "grocery" | "shipping" = "grocery") =>
  (await world.benefits.benefit({ user_id, country_code: "US", partner: null, name: "Ann" }, type))?.orders ?? [];
const claim = (userId: string, order_id: string, type: "grocery" | "shipping" = "grocery") =>
  rebates.send(userId, { order_id, type, paper: null, merchant: "Somewhere else", paid_minor: "999999" });

/** What was decided and waits to be looked at because of what mails told since; a sample has no doubt. */
const doubted = async (): Promise<string[]> =>
  (await world.benefits.desk.sampled(50)).flatMap(({ claim_id, doubt }) =>
    doubt === "refunds told" ? rebateClaimId.show(claim_id) : [],
  );

describe("a purchase that its store's mail tells of", () => {
  it("is claimed by one press from the mail that was forwarded, at what the mail says, once", async () => {
    const { user_id } = await rebates.payingMember("Ann");
    const { facts } = await handInMail(world, user_id, { seed: 16, kind: "order", domain: "marlowfinch.example" });
    const [fact] = facts;
    if (fact?.content.kind !== "order") throw new Error("it is an order");
    const shipping = fact.content.shipping_minor ?? 0n;
    expect(shipping, "the seed's order was shipped for money").toBeGreaterThan(0n);
    const [known, ...rest] = await offered(user_id, "shipping");
    expect(rest).toEqual([]);
    expect(known).toEqual({
      ...{ order_id: mailFactId.show(fact.fact_id), from: "mail", proves: "all", merchant: "Marlow Finch" },
      ...{ internal_name: "", bought_on: fact.content.ordered_on, paid_minor: shipping.toString() },
    });
    const presses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => claim(user_id, known?.order_id ?? "", "shipping")));
    expect(presses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(presses.every((one) => one.ok || one.code === "order_claimed")).toBe(true);
    const [paid] = (await world.benefits.claims(user_id, null)).rows;
    expect(paid).toMatchObject({
      ...{ state: "paid", merchant: "Marlow Finch", paid_minor: shipping.toString() },
      ...{ rebate_minor: shipping.toString(), purchased_on: fact.content.ordered_on },
    });
    expect(await rebates.available(user_id)).toBe(shipping);
    expect(await offered(user_id, "shipping")).toEqual([]);
    const page = await rebates.operators.show("rebate claim", paid?.claim_id ?? "");
    expect(JSON.stringify(page)).toContain("a mail that the store signed");
    expect(page.links).toContainEqual(expect.objectContaining({ kind: "mailbox_mail" }));
  });

  it("is nobody else's, and a mail that nobody signed begins nothing", async () => {
    const [bea, ben] = [await rebates.payingMember("Bea"), await rebates.payingMember("Ben")];
    const signed = await told(bea.user_id, order("K-1", 6_000n));
    const copied = await told(bea.user_id, order("K-2", 6_000n), "none");
    const linked = await told(bea.user_id, order("K-3", 6_000n), "linked");
    expect((await offered(bea.user_id)).map(({ order_id }) => order_id)).toEqual([signed]);
    for (const id of [copied, linked, "mbf_zz", "mbf_00000000000000000000000000000000"])
      expect(await claim(bea.user_id, id), id).toMatchObject({ code: "unknown_order" });
    expect(await claim(ben.user_id, signed)).toMatchObject({ code: "unknown_order" });
    // Too long ago, not of its stores, or in other money: it is not offered and not paid.
    const late = await told(bea.user_id, order("K-4", 6_000n, -31));
    const abroad = await told(bea.user_id, { ...order("K-5", 6_000n), currency: "CAD" } as MailFact["content"]);
    expect(await claim(bea.user_id, late)).toMatchObject({ value: { state: "denied" } });
    expect(await claim(bea.user_id, abroad)).toMatchObject({ code: "unknown_order" });
    expect(await rebates.available(bea.user_id)).toBe(0n);
    expect(await claim(bea.user_id, signed)).toMatchObject({ value: { state: "paid", rebate_minor: "300" } });
  });

  it("and its receipt pay once: whichever comes second is looked at by a person", async () => {
    const { user_id } = await rebates.payingMember("Cleo");
    const first = await told(user_id, order("K-6", 6_000n));
    expect(await claim(user_id, first)).toMatchObject({ value: { state: "paid" } });
    expect(await rebates.sent(user_id)).toMatchObject({ state: "review" });
    expect(await rebates.available(user_id)).toBe(300n);
  });

  it("is known again without a number by what its mails say: the second receipt is looked at, whatever its store is called", async () => {
    const { user_id } = await rebates.payingMember("Lea");
    const named = (name: string) => ({ ...KROGER, domain: "groceries.example", name });
    const first = await told(user_id, receipt(4_000n), "signed", named("Kroger"));
    const second = await told(user_id, receipt(4_000n), "signed", named("Kroger Pickup"));
    const other = await told(user_id, receipt(4_100n), "signed", named("Kroger"));
    expect(await claim(user_id, first)).toMatchObject({ value: { state: "paid", rebate_minor: "200" } });
    expect(await claim(user_id, first)).toMatchObject({ code: "order_claimed" });
    const again = await claim(user_id, second);
    if (!again.ok) throw new Error(again.code);
    expect(again.value).toMatchObject({ state: "review" });
    const page = await rebates.operators.show("rebate claim", again.value.claim_id);
    expect(page.facts["rule: claimed once"]).toBe("DOUBT: another claim is about the same purchase");
    expect(await claim(user_id, other), "another sum is another purchase").toMatchObject({ value: { state: "paid" } });
  });

  it("and its receipt some days later, by mail or on paper, are one purchase until a person says that they are two", async () => {
    const { user_id } = await rebates.payingMember("Max");
    const ordered = await told(user_id, order("K-15", 3_000n, -4));
    const paid = await told(user_id, receipt(3_000n, -2));
    expect(await claim(user_id, ordered)).toMatchObject({ value: { state: "paid", rebate_minor: "150" } });
    expect(await claim(user_id, paid)).toMatchObject({ value: { state: "review" } });
    const paper = { date: rebates.day(-3), total: "3000" };
    expect(await rebates.sent(user_id, { paper })).toMatchObject({ state: "review" });
    expect(await rebates.available(user_id)).toBe(150n);
  });

  it("pays one of two members who each bring a signed mail of one order: a person looks at the second", async () => {
    const [first, second] = [await rebates.payingMember("Gil"), await rebates.payingMember("Hal")];
    const one = await told(first.user_id, shippedOrder("K-10", 6_000n, 700n));
    const other = await told(second.user_id, shippedOrder("K-10", 6_000n, 700n));
    expect(await claim(first.user_id, one, "shipping")).toMatchObject({
      value: { state: "paid", rebate_minor: "700" },
    });
    expect(await claim(second.user_id, other, "shipping")).toMatchObject({ value: { state: "review" } });
    expect(await rebates.available(second.user_id)).toBe(0n);
  });

  it("that is an order of ours goes with that order", async () => {
    const { user_id } = await rebates.payingMember("Dora");
    const kept = await rebates.order(user_id, { sale: 7_000 });
    const mailed = await told(user_id, order("K-7", 7_000n));
    expect(
      (await offered(user_id)).map(({ from }) => from),
      "it stands there once",
    ).toEqual(["order"]);
    expect(await claim(user_id, mailed)).toMatchObject({ value: { state: "paid", rebate_minor: "350" } });
    expect(await offered(user_id)).toEqual([]);
    await rebates.takeBack(kept);
    expect(await rebates.available(user_id)).toBe(0n);
  });
});

describe("what the store gives back", () => {
  it("takes its share of the rebate along, as far as the store signed it, and all of it in the end", async () => {
    const { user_id, email } = await rebates.payingMember("Eve");
    const mailed = await told(user_id, order("K-8", 9_000n));
    await told(user_id, refund("K-8", 1_000n));
    const [known] = await offered(user_id);
    expect(known, "what went back before counts from the start").toMatchObject({ paid_minor: "8000" });
    expect(await claim(user_id, mailed)).toMatchObject({ value: { state: "paid", rebate_minor: "400" } });
    await told(user_id, refund("K-9", 5_000n));
    expect(await rebates.available(user_id), "a refund of another order").toBe(400n);
    await told(user_id, refund("K-8", 3_000n));
    expect(await rebates.available(user_id), "the larger of two").toBe(300n);
    await world.work();
    expect(await world.mails(email)).toContain("A rebate is smaller now: Groceries, Kroger");
    await told(user_id, refund("K-8", 9_000n));
    expect(await rebates.available(user_id)).toBe(0n);
    expect((await world.benefits.claims(user_id, null)).rows[0]).toMatchObject({
      ...{ state: "reversed", reason: { code: "refunded_by_store" } },
    });
  });

  it("counts once, though the store writes when the goods came and when the money went", async () => {
    const { user_id } = await rebates.payingMember("Ida");
    const mailed = await told(user_id, order("K-11", 9_000n));
    expect(await claim(user_id, mailed)).toMatchObject({ value: { state: "paid", rebate_minor: "450" } });
    for (const _mail of ["it came", "it was paid"]) await told(user_id, refund("K-11", 2_000n));
    expect(await rebates.available(user_id)).toBe(350n);
    expect(await doubted(), "nothing is left to look at").toEqual([]);
    await told(user_id, order("K-12", 9_000n));
    for (const _mail of ["it came", "it was paid"]) await told(user_id, refund("K-12", 2_000n));
    expect(await offered(user_id)).toMatchObject([{ paid_minor: "7000" }]);
  });

  it("is a person's to see where it may be more than is sure, and a mail that nobody signed takes nothing by itself", async () => {
    const { user_id } = await rebates.payingMember("Jon");
    const mailed = await told(user_id, order("K-13", 9_000n));
    const sent = await claim(user_id, mailed);
    if (!sent.ok) throw new Error(sent.code);
    const { claim_id } = sent.value;
    await told(user_id, refund("K-13", 2_000n), "none");
    expect(await rebates.available(user_id)).toBe(450n);
    expect(await doubted()).toEqual([claim_id]);
    expect((await rebates.operators.show("rebate claim", claim_id)).facts).toMatchObject({
      "given back by the store": "$0.00 for sure, $20.00 by all that mails tell",
    });
    expect(await world.benefits.desk.looked(rebates.kept(claim_id))).toBe(true);
    await told(user_id, refund("K-13", 2_000n), "linked");
    expect(await doubted(), "the same once more").toEqual([]);
    await told(user_id, refund("K-13", 2_500n));
    expect(await rebates.available(user_id)).toBe(325n);
    expect(await doubted()).toEqual([claim_id]);
  });

  it("brings a person in before anything is paid, where it may be more than is sure", async () => {
    const { user_id } = await rebates.payingMember("Kim");
    const mailed = await told(user_id, order("K-14", 9_000n));
    await told(user_id, refund("K-14", 9_000n), "none");
    const sent = await claim(user_id, mailed);
    expect(sent).toMatchObject({ value: { state: "review", rebate_minor: "450" } });
    expect(await rebates.available(user_id)).toBe(0n);
  });

  // Goods for 8,100 and 900 for shipping: what came back of it, and what that leaves of the shipping.
  it.each([
    ["the goods alone", [8_100n], 900n],
    ["the goods, told twice", [8_100n, 8_100n], 900n],
    ["the goods and a part of the shipping", [8_500n], 500n],
    ["all of it", [9_000n], 0n],
    ["the goods first and all of it in the end", [8_100n, 9_000n], 0n],
  ])("takes no more of paid shipping than was given back of it: %s", async (name, refunds, left) => {
    const { user_id } = await rebates.payingMember(`Moe${refunds.join("x")}`);
    const before = await told(user_id, shippedOrder(`S-1 ${name}`));
    for (const amount of refunds) await told(user_id, refund(`S-1 ${name}`, amount));
    expect(await offered(user_id, "shipping")).toMatchObject(left > 0n ? [{ paid_minor: left.toString() }] : []);
    expect(await claim(user_id, before, "shipping")).toMatchObject(
      left > 0n ? { value: { state: "paid", rebate_minor: left.toString() } } : { code: "amount_invalid" },
    );
    expect(await rebates.available(user_id), "given back before it was claimed").toBe(left);
    // Another sum is another purchase.
    const after = await told(user_id, shippedOrder(`S-2 ${name}`, 9_001n, 901n));
    expect(await claim(user_id, after, "shipping")).toMatchObject({ value: { state: "paid", rebate_minor: "901" } });
    for (const amount of refunds) await told(user_id, refund(`S-2 ${name}`, amount === 9_000n ? 9_001n : amount));
    const kept = left > 0n ? left + 1n : 0n;
    expect(await rebates.available(user_id), "and after").toBe(left + kept);
    const [newest] = (await world.benefits.claims(user_id, null)).rows;
    expect(newest).toMatchObject({ state: kept > 0n ? "paid" : "reversed", rebate_minor: kept.toString() });
  });

  it("is a person's to see where paid shipping may have come back in a mail that nobody signed", async () => {
    const { user_id } = await rebates.payingMember("Lou");
    const sent = await claim(user_id, await told(user_id, shippedOrder("S-3")), "shipping");
    if (!sent.ok) throw new Error(sent.code);
    await told(user_id, refund("S-3", 8_100n), "none");
    expect(await doubted(), "the goods alone").not.toContain(sent.value.claim_id);
    await told(user_id, refund("S-3", 900n), "none");
    expect(await doubted()).toContain(sent.value.claim_id);
    expect(await rebates.available(user_id)).toBe(900n);
    const before = await told(user_id, shippedOrder("S-4"));
    await told(user_id, refund("S-4", 9_000n), "none");
    expect(await claim(user_id, before, "shipping")).toMatchObject({ value: { state: "review" } });
  });

  it("is not missed when it is told while the claim is sent", async () => {
    const { user_id } = await rebates.payingMember("Faye");
    let expected = 0n;
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const mailed = await told(user_id, order(`F-${n}`, 2_000n + BigInt(n)));
      await Promise.all([claim(user_id, mailed), told(user_id, refund(`F-${n}`, 1_000n))]);
      expected += ((1_000n + BigInt(n)) * 500n) / 10_000n;
    }
    await world.work();
    expect(await rebates.available(user_id)).toBe(expected);
  });
});
