/** Stories of rebates: sent, decided by the rules or by a person, paid once, taken back. The ledger verifies after each. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderId } from "../../src/modules/cashback/ids.ts";
import { RECEIPT_READ, receiptId } from "../../src/modules/receipts/receipts.server.ts";
import { civilDate } from "../../src/platform/clock.ts";
import { emit } from "../../src/platform/jobs.ts";
import { workingDaysAfter } from "../../src/platform/working-days.ts";
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
const answered = (days: number) => civilDate(workingDaysAfter(world.clock.now(), days));

const readerOf = (user_id: string) => ({ user_id, country_code: "US", partner: null, name: "Ann" });
const queued = async (name: string) => {
  const queue = world.operators.queues.find((one) => one.name === name);
  return (await queue?.list(20)) ?? [];
};
async function act(queue: string, shown: string, name: string, told: Parameters<typeof rebates.operators.toldOf>[0]) {
  const found = world.operators.queues.find((one) => one.name === queue)?.acts.find((one) => one.name === name);
  if (!found) throw new Error(`nobody can ${name} in ${queue}`);
  return found.run(shown, rebates.operators.toldOf(told));
}
const leftOf = async (userId: string, type: string) =>
  (await world.benefits.benefit(readerOf(userId), type))?.limit?.left_minor;

describe("a claim", () => {
  it("is paid at once when every rule holds, once however often it is sent, and goes with its order", async () => {
    const ann = await rebates.payingMember("Ann");
    const claim = await rebates.sent(ann.user_id, { request_key: "the-same-key" });
    expect(claim, JSON.stringify(claim.timeline)).toMatchObject({ state: "paid", rebate_minor: "300", cut_by: null });
    expect(await rebates.available(ann.user_id)).toBe(300n);
    const again = await rebates.sent(ann.user_id, { request_key: "the-same-key", paper: null });
    expect(again.claim_id).toBe(claim.claim_id);

    const order = await rebates.order(ann.user_id, { sale: 4_000 });
    const shown = orderId.show(order);
    const ours = { order_id: shown, paper: null, receipt_ids: [] };
    expect((await world.benefits.benefit(readerOf(ann.user_id), "grocery"))?.orders).toMatchObject([
      { order_id: shown, merchant: "Kroger", paid_minor: "4000", bought_on: rebates.day(-2) },
    ]);
    const known = await rebates.sent(ann.user_id, { ...ours, merchant: "another", paid_minor: "999999" });
    expect(known).toMatchObject({ state: "paid", rebate_minor: "200", paid_minor: "4000", merchant: "Kroger" });
    expect(await rebates.send(ann.user_id, ours)).toMatchObject({ code: "order_claimed" });
    expect((await world.benefits.benefit(readerOf(ann.user_id), "grocery"))?.orders).toEqual([]);
    expect(await rebates.available(ann.user_id)).toBe(500n);
    const zoe = await world.member("Zoe");
    await rebates.story.joined(zoe.user_id);
    expect(await rebates.send(zoe.user_id, ours), "another's order").toMatchObject({ code: "unknown_order" });

    await rebates.takeBack(order);
    expect(await rebates.available(ann.user_id)).toBe(300n);
    const gone = await rebates.claim(ann.user_id, known.claim_id);
    expect(gone).toMatchObject({ state: "reversed", rebate_minor: "0", reason: { code: "refunded_by_store" } });
    const page = await world.benefits.overview(readerOf(ann.user_id));
    expect(page.figures).toMatchObject({ claimed_minor: "300", paid_count: 1, back_minor: "300" });
    expect(page.benefits.find(({ type }) => type === "grocery")).toMatchObject({
      limit: { left_minor: "700", used_minor: "300" },
      brought: { unit: "USD", amount: "300" },
    });
    const book = await world.passbookOf(ann.user_id);
    expect(JSON.stringify(book)).toContain("Groceries: Kroger");
    await world.work();
    const mails = await world.mails(ann.email);
    expect(mails.filter((subject) => subject === "$3.00 back for Groceries, Kroger")).toHaveLength(1);
    expect(mails).toContain("A rebate was taken back: Groceries, Kroger");
  });

  it("waits while its paper is being read, and is a person's when that never ends", async () => {
    const ann = await rebates.payingMember("Bea");
    const first = await rebates.sent(ann.user_id, { paper: { state: "reading" } });
    const second = await rebates.sent(ann.user_id, { paper: { state: "reading", total: "7000" } });
    expect(first).toMatchObject({ state: "reading", answer_by: answered(2) });
    const shown = first.receipts[0]?.receipt_id ?? "";
    const receipt_id = receiptId.read(shown) ?? "";
    const like = await rebates.receipt(ann.user_id);
    await world.base.handle.pool.query(
      `update receipts.receipts r set state = 'read', read = o.read, read_at = o.read_at from receipts.receipts o
       where r.receipt_id = $1 and o.receipt_id = $2`,
      [receipt_id, receiptId.read(like)],
    );
    await world.database.transaction((tx) => emit(tx, world.registry, RECEIPT_READ, { receipt_id }));
    await world.work();
    expect(await rebates.claim(ann.user_id, first.claim_id)).toMatchObject({ state: "paid" });
    expect(await world.mails(ann.email)).toContain("We have your claim: Groceries, Kroger");
    await world.advance({ minutes: 20 });
    await world.benefits.sweep();
    expect(await rebates.claim(ann.user_id, second.claim_id)).toMatchObject({ state: "reading" });
    await world.advance({ minutes: 41 });
    await world.benefits.sweep();
    expect(await rebates.claim(ann.user_id, second.claim_id)).toMatchObject({ state: "review" });
    expect((await queued("rebate claims")).at(-1)?.line).toContain("In doubt: readable");
  });

  it("is refused at once by exact arithmetic alone, with what would change it", async () => {
    const ann = await rebates.payingMember("Cleo", 40);
    const reasons: (string | undefined)[] = [];
    const before = await rebates.payingMember("Carl", 0);
    for (const [member, days] of [
      [ann, -31],
      [before, -5],
    ] as const) {
      const claim = await rebates.sent(member.user_id, { paper: { date: rebates.day(days) } });
      reasons.push(`${claim.state} ${claim.reason?.code} ${claim.may.appeal}`);
    }
    const paper = { bytes: "the same file" };
    expect(await rebates.sent(ann.user_id, { paper })).toMatchObject({ state: "paid" });
    const copy = await rebates.sent(ann.user_id, { paper });
    reasons.push(`${copy.state} ${copy.reason?.code} ${copy.may.appeal}`);
    const address = { line1: "1 High St", line2: "", city: "London", region: "", postal_code: "SW1A 1AA" };
    await world.benefits.setRebateAddress(ann.user_id, { ...address, country: "GB" });
    const abroad = await rebates.sent(ann.user_id, { paper: { total: "7000" }, merchant: "Tesco" });
    reasons.push(`${abroad.state} ${abroad.reason?.code} ${abroad.may.appeal}`);
    expect(reasons).toEqual([
      "denied outside_window true",
      "denied not_member_then true",
      "denied already_claimed true",
      "denied country_not_covered true",
    ]);
    expect(abroad.reason?.change.es).toMatch(/dirección/);
    expect(await world.benefits.benefit(readerOf(ann.user_id), "grocery")).toMatchObject({
      ...{ country: "GB", closed: "country" },
    });
    expect(await rebates.available(ann.user_id)).toBe(300n);
    await world.work();
    expect((await world.mails(ann.email)).filter((subject) => subject.startsWith("About your claim"))).toHaveLength(3);
  });

  it("is looked at by a person when its paper is doubtful, and each rule says what it saw", async () => {
    const ann = await rebates.payingMember("Dora");
    const ben = await rebates.payingMember("Ben");
    expect(await rebates.sent(ann.user_id, { paper: { bytes: "a paper" } })).toMatchObject({ state: "paid" });
    const doubts: string[] = [];
    for (const paper of [
      { bytes: "a paper" },
      { signs: ["figures_repainted"], total: "1100" },
      { total: "1200", currency: "CAD" },
      { total: "1300", sure: false },
      { total: "1400", state: "unreadable" as const },
    ]) {
      const claim = await rebates.sent(ben.user_id, { paper });
      expect(claim.state).toBe("review");
      const [page] = [await rebates.operators.show("rebate claim", claim.claim_id)];
      doubts.push(page.facts["in doubt"] ?? "");
      expect(page.facts.rules).toMatch(/^version 5/);
      expect(Object.keys(page.facts).filter((name) => name.startsWith("paper "))).toHaveLength(1);
    }
    expect(doubts).toEqual(["nobody else's paper", "untouched", "currency", "day on paper", "readable"]);
    const mistyped = await rebates.sent(ben.user_id, { paper: { total: "1500" }, paid_minor: "1600" });
    expect(mistyped).toMatchObject({ state: "review", answer_by: answered(2) });
    const { facts } = await rebates.operators.show("rebate claim", mistyped.claim_id);
    expect(facts["rule: amount on paper"]).toBe("DOUBT: told $16.00, read $15.00");
    const used = await rebates.sent(ann.user_id, { paper: { total: "4400", date: rebates.day(-1) } });
    expect(await rebates.send(ann.user_id, { receipt_ids: [used.receipts[0]?.receipt_id ?? ""] })).toMatchObject({
      code: "receipt_used",
    });
    const stolen = await rebates.receipt(ann.user_id, { total: "4500" });
    expect(await rebates.send(ben.user_id, { receipt_ids: [stolen] })).toMatchObject({ code: "unknown_receipt" });
  });

  it("is not doubted because papers of one till look alike; one changed figure on a known picture is", async () => {
    const [mia, ned, ole] = [
      await rebates.payingMember("Mia"),
      await rebates.payingMember("Ned"),
      await rebates.payingMember("Ole"),
    ];
    const alike = async (userId: string, paper: { date: string; total: string }) => {
      const shown = await rebates.receipt(userId, { merchant: "Albertsons", ...paper });
      await world.base.handle.pool.query("update receipts.receipts set look = $1::bit(64) where receipt_id = $2", [
        "01".repeat(32),
        receiptId.read(shown),
      ]);
      return rebates.sent(userId, {
        ...{ merchant: "Albertsons", purchased_on: paper.date, paid_minor: paper.total },
        ...{ receipt_ids: [shown], paper: {} },
      });
    };
    const first = await alike(mia.user_id, { date: rebates.day(-3), total: "4100" });
    expect(first, JSON.stringify(first.timeline)).toMatchObject({ state: "paid" });
    expect(await alike(ned.user_id, { date: rebates.day(-2), total: "5200" })).toMatchObject({ state: "paid" });
    expect(await alike(ole.user_id, { date: rebates.day(-3), total: "9100" })).toMatchObject({ state: "review" });
    expect(await alike(ole.user_id, { date: rebates.day(-4), total: "5200" })).toMatchObject({ state: "review" });
  });
});

describe("a person", () => {
  it("pays a part, asks for one thing, refuses; and somebody else decides about the appeal", async () => {
    const ann = await rebates.payingMember("Elsa");
    const doubtful = { signs: ["picture_editor"] };
    const part = await rebates.sent(ann.user_id, { paper: doubtful });
    expect((await queued("rebate claims")).map(({ due }) => due?.toISOString())).toContain(
      `${answered(2)}T23:59:59.000Z`,
    );
    expect(await act("rebate claims", part.claim_id, "approve", { values: { amount: "9.99" } })).toMatchObject({
      code: "not_possible",
    });
    expect(await act("rebate claims", part.claim_id, "approve", { values: { amount: "1.50" } })).toMatchObject({
      ok: true,
    });
    expect(await rebates.available(ann.user_id)).toBe(150n);
    expect(await leftOf(ann.user_id, "grocery")).toBe("850");

    const asked = await rebates.sent(ann.user_id, { paper: { ...doubtful, total: "8000" } });
    const words = "The lower half is missing.";
    expect(
      await act("rebate claims", asked.claim_id, "ask", { reason: "unreadable", values: { words } }),
    ).toMatchObject({ ok: true });
    expect(await rebates.claim(ann.user_id, asked.claim_id)).toMatchObject({
      ...{ state: "asked", answer_by: rebates.day(14), may: { answer: true }, reason: { code: "unreadable" } },
    });
    const answer = { user_id: ann.user_id, claim_id: asked.claim_id, words: "" };
    expect(await world.benefits.answerClaim({ ...answer, receipt_ids: [] })).toMatchObject({ code: "answer_missing" });
    const better = await rebates.receipt(ann.user_id, { total: "8000" });
    expect(await world.benefits.answerClaim({ ...answer, receipt_ids: [better] })).toMatchObject({
      value: { state: "review", receipts: [{}, {}] },
    });

    const denied = { by: "opr_ann", reason: "altered", values: { words: "The total was painted over." } };
    expect(await act("rebate claims", asked.claim_id, "deny", denied)).toMatchObject({ ok: true });
    const refused = await rebates.claim(ann.user_id, asked.claim_id);
    expect(refused).toMatchObject({ state: "denied", rebate_minor: "0", appeal_until: rebates.day(30) });
    expect(await leftOf(ann.user_id, "grocery")).toBe("850");
    const appeal = { user_id: ann.user_id, claim_id: asked.claim_id, words: "I only cropped it." };
    expect(await world.benefits.appealClaim({ ...appeal, words: " " })).toMatchObject({ code: "words_missing" });
    expect(await world.benefits.appealClaim(appeal)).toMatchObject({
      value: { state: "appealed", answer_by: answered(5), appeal: "I only cropped it.", may: { withdraw: false } },
    });
    expect(await leftOf(ann.user_id, "grocery")).toBe("450");
    for (const name of ["approve", "deny"])
      expect(await act("appealed rebates", asked.claim_id, name, denied), name).toMatchObject({
        ...{ code: "not_possible", detail: { why: expect.stringMatching(/Somebody else/) } },
      });
    expect(await act("appealed rebates", asked.claim_id, "approve", { by: "opr_bob" })).toMatchObject({ ok: true });
    expect(await rebates.available(ann.user_id)).toBe(550n);

    const last = await rebates.sent(ann.user_id, { paper: { ...doubtful, total: "5600" } });
    await act("rebate claims", last.claim_id, "deny", denied);
    await world.benefits.appealClaim({ ...appeal, claim_id: last.claim_id });
    await act("appealed rebates", last.claim_id, "deny", { ...denied, by: "opr_bob" });
    expect(await rebates.claim(ann.user_id, last.claim_id)).toMatchObject({
      ...{ state: "denied_final", may: { appeal: false } },
    });
    await world.work();
    const mails = await world.mails(ann.email);
    for (const begin of ["One thing is missing", "About your claim", "We have your appeal", "About your appeal"])
      expect(
        mails.some((subject) => subject.startsWith(begin)),
        begin,
      ).toBe(true);
    const page = await rebates.operators.show("rebate claim", asked.claim_id);
    expect(page.timeline.map(({ what, by }) => `${by}: ${what.split(";")[0]}`)).toEqual([
      ...["member: reading", "rules: review", "opr_ann: asked", "member: reading", "rules: review"],
      ...["opr_ann: denied", "member: appealed", "opr_bob: paid"],
    ]);
    expect(page.money).toMatchObject([{ what: "rebate.paid", amount: "$4.00" }]);
    expect(page.personal).toMatchObject({ "their appeal": "I only cropped it." });
  });

  it("looks at some of what no person decided, and takes back what was wrong", async () => {
    const ann = await rebates.payingMember("Fay");
    const claim = await rebates.sent(ann.user_id);
    await world.base.handle.pool.query("update benefits.claims set sampled = (user_id = $1)", [ann.user_id]);
    expect(await queued("sampled rebates")).toHaveLength(1);
    const told = { reason: "claimed_elsewhere" };
    expect(await rebates.operators.act("rebate claim", claim.claim_id, "take back", told)).toMatchObject({ ok: true });
    expect(await rebates.available(ann.user_id)).toBe(0n);
    expect(await act("sampled rebates", claim.claim_id, "fine", {})).toMatchObject({ ok: true });
    expect(await queued("sampled rebates")).toEqual([]);
    expect(await rebates.operators.act("rebate claim", claim.claim_id, "take back", told)).toMatchObject({
      code: "not_possible",
    });
    const next = await rebates.sent(ann.user_id, { paper: { total: "2000" } });
    expect((await rebates.operators.show("rebate claim", next.claim_id)).facts["in doubt"]).toBe("good history");
  });
});
